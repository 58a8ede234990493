import { createTask, teamOf } from '../triggers/trigger-world.ts';
import { describeTask, Task } from './resources/task.ts';
import { defineTopic } from './topic.ts';

export const taskCreated = defineTopic('task.created', {
  when: 'A task was created by a host, an app or an automation rule.',
  resource: Task,
  describe: describeTask,
  trigger: {
    async cause(ctx, caller) {
      const team = await teamOf(ctx, caller);
      const { id, place } = await createTask(ctx, caller, team, 'inspection');
      return `Task ${id} (inspection) was created at ${place}.`;
    },
  },
});
