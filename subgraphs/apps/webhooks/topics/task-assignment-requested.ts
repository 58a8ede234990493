import { CannotCause } from '../triggers/cannot-cause.ts';
import { triggerProviderDocument } from '../triggers/generated.ts';
import { createTask, hostOf, teamOf, throwFirst } from '../triggers/trigger-world.ts';
import { describeTask, Task } from './resources/task.ts';
import { defineTopic } from './topic.ts';

export const taskAssignmentRequested = defineTopic('task.assignment_requested', {
  when: 'A task was created whose type has an assignment provider. Sent only to that app.',
  resource: Task,
  describe: describeTask,
  onlyFor: ({ providerApp }) => providerApp,
  trigger: {
    async cause(ctx, caller) {
      const team = await teamOf(ctx, caller);
      const own = team.taskTypes.find(({ providerAppSlug }) => providerAppSlug === caller.app);
      const free = team.taskTypes.find(({ providerAppSlug }) => providerAppSlug === null);
      const type = own ?? free;
      if (!type) throw new CannotCause("All of the team's task types are already assigned to other apps.");
      if (!own) {
        const input = { taskType: type.id, appSlug: caller.app };
        const { taskTypeProviderSet } = await ctx.execute(
          triggerProviderDocument,
          { input },
          hostOf(ctx, caller),
        );
        throwFirst(taskTypeProviderSet.userErrors);
      }
      const { id, place } = await createTask(ctx, caller, team, type.id);
      const designated = own ? '' : `"${caller.app}" is now the assignment provider of ${type.id}. `;
      return `${designated}Task ${id} (${type.id}) was created at ${place} and is waiting to be assigned.`;
    },
  },
});
