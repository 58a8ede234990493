import { triggerCommentDocument } from '../triggers/generated.ts';
import { createTask, hostOf, teamOf, throwFirst } from '../triggers/trigger-world.ts';
import { describeTask, Task } from './resources/task.ts';
import { defineTopic } from './topic.ts';

export const taskUpdated = defineTopic('task.updated', {
  when: "Something other than a task's status changed, for example its assignee or a custom field.",
  resource: Task,
  describe: describeTask,
  trigger: {
    async cause(ctx, caller) {
      const { id: taskId, place } = await createTask(ctx, caller, await teamOf(ctx, caller), 'inspection');
      const commented = { taskId, text: 'A comment that changes the task.' };
      const { taskCommentAdd } = await ctx.execute(triggerCommentDocument, commented, hostOf(ctx, caller));
      throwFirst(taskCommentAdd?.userErrors ?? []);
      return `Task ${taskId} (inspection) was created at ${place} and got a comment.`;
    },
  },
});
