import { z } from 'zod';
import { CannotCause } from '../triggers/cannot-cause.ts';
import { triggerTaskStatusDocument } from '../triggers/generated.ts';
import { createTask, hostOf, teamOf, throwFirst } from '../triggers/trigger-world.ts';
import { describeTask, statusOf, Task, TaskStatus } from './resources/task.ts';
import { defineTopic } from './topic.ts';

export const taskStatusChanged = defineTopic('task.status_changed', {
  when: 'The status of a task changed. Also sent to the app that changed it.',
  resource: Task.extend({
    previous_status: TaskStatus,
    changed_by: z.string().describe('`app:` and a slug, `host`, or `platform`.'),
  }),
  describe: (event) => ({
    ...describeTask(event),
    previous_status: statusOf(event.previousStatus),
    changed_by: event.changedBy,
  }),
  trigger: {
    async cause(ctx, caller) {
      const team = await teamOf(ctx, caller);
      const type = team.taskTypes.find(({ providerAppSlug }) => providerAppSlug !== caller.app);
      if (!type)
        throw new CannotCause(
          "All of the team's task types are assigned to the app itself, which moves its tasks.",
        );
      const { id, place } = await createTask(ctx, caller, team, type.id);
      const moved = await ctx.execute(
        triggerTaskStatusDocument,
        { id, status: 'ASSIGNED' },
        hostOf(ctx, caller),
      );
      throwFirst(moved.taskStatusSet.userErrors);
      return `Task ${id} (${type.id}) was created at ${place} and assigned by the host.`;
    },
  },
});
