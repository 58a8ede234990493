import { describeTask, Task } from './resources/task.ts';
import { defineTopic } from './topic.ts';

export const taskUpdated = defineTopic('task.updated', {
  when: "Something other than a task's status changed, for example its assignee or a custom field.",
  resource: Task,
  describe: describeTask,
  trigger: { how: 'Your app can cause it: call taskSetCustomField, or taskAssign again.' },
});
