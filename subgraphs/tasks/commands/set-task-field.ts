import type { SubgraphContext } from '#db/context.ts';
import {
  customFieldProblem,
  customFieldToWrite,
  hasCustomField,
  withCustomField,
} from '#kit/custom-fields.ts';
import { actorOf } from '../access.ts';
import { changeTask, type TaskResult } from '../steps/change-task.ts';
import { type Task, TaskTypeEntity } from '../store/entities.ts';

/** Sets a field defined by the task's type, on behalf of the host. Setting the same value changes nothing. */
export function setTaskField(
  ctx: SubgraphContext,
  { taskId, key, value }: { readonly taskId: string; readonly key: string; readonly value: string },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  let write: ((task: Task) => void) | null = null;
  return changeTask(ctx, {
    id: taskId,
    idField: ['input', 'taskId'],
    teamId,
    by: party,
    decide: async (task, em) => {
      const type = await em.findOneOrFail(TaskTypeEntity, { teamId, key: task.taskType });
      const asked = type.fields.find((one) => one.key === key);
      if (!asked || type.app == null) {
        const message = `Tasks of type "${type.name}" have no such field.`;
        return { kind: 'refuse', field: ['input', 'key'], message, code: 'NOT_FOUND' };
      }
      const { customFields } = task;
      const given = { namespace: type.app, key, type: asked.type, value, visibility: 'host' as const };
      const problem = customFieldProblem(customFields, given, type.app);
      if (problem) return { kind: 'refuse', ...problem, field: ['input', ...problem.field] };
      const field = customFieldToWrite(customFields, given);
      write = (it) => {
        it.customFields = withCustomField(it.customFields, field);
      };
      return { kind: hasCustomField(customFields, field) ? 'keep' : 'change' };
    },
    apply: (task) => write?.(task),
  });
}
