import type { SubgraphContext } from '#db/context.ts';
import { actorOf, memberOf } from '../access.ts';
import { workProblem } from '../domain/own-work.ts';
import type { Refusal } from '../errors.ts';
import { changeTask, type TaskResult } from '../steps/change-task.ts';

/**
 * Ticks off or clears an item on a task's checklist. Setting the same value changes nothing. Codes: `NOT_FOUND`,
 * `INVALID`, `NOT_ASSIGNER`. See docs/interface/tasks.md#checklists-and-comments.
 */
export function setChecklistItem(
  ctx: SubgraphContext,
  { taskId, index, done }: { readonly taskId: string; readonly index: number; readonly done: boolean },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const member = memberOf(ctx.viewer);
  return changeTask(ctx, {
    id: taskId,
    idField: ['taskId'],
    teamId,
    by: party,
    decide: (task) => {
      const problem = member ? workProblem(task, member, ['taskId']) : null;
      if (problem) return { kind: 'refuse', ...problem };
      if (!member && task.assignedBy != null && task.assignedBy !== party)
        return { kind: 'refuse', ...NOT_ASSIGNER };
      if (task.status === 'VERIFIED' || task.status === 'CANCELLED')
        return { kind: 'refuse', ...invalid('taskId', `A task that is ${task.status} can't be changed.`) };
      const item = task.checklist[index];
      if (!item) return { kind: 'refuse', ...invalid('index', 'The checklist has no such item.') };
      return { kind: item.done === done ? 'keep' : 'change' };
    },
    apply: (task) => {
      task.checklist = task.checklist.map((item, place) => (place === index ? { ...item, done } : item));
    },
  });
}

const NOT_ASSIGNER: Refusal = {
  field: ['taskId'],
  message: 'Someone else assigned the task, so only they can work on it.',
  code: 'NOT_ASSIGNER',
};

const invalid = (argument: string, message: string): Refusal => ({
  field: [argument],
  message,
  code: 'INVALID',
});
