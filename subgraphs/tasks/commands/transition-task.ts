import type { SubgraphContext } from '#db/context.ts';
import { actorOf, taskReachOf } from '../access.ts';
import type { Assignee } from '../domain/assignment.ts';
import type { TaskStatus } from '../domain/status.ts';
import { missingField } from '../domain/task-fields.ts';
import { decideTransition } from '../domain/transition.ts';
import { assignTo, changeTask, setStatus, type TaskResult } from '../steps/change-task.ts';
import { TaskTypeEntity } from '../store/entities.ts';

/** Statuses available to members who see only their own tasks; the host decides the others. */
const OWN_MOVES: readonly TaskStatus[] = ['OPEN', 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED'];

const NOT_THEIRS = {
  kind: 'refuse',
  field: ['status'],
  message: 'This requires the role manager, front desk or owner on the team.',
  code: 'ROLE_REQUIRED',
} as const;

/** Default assignee when a host sets ASSIGNED without naming one. */
const HOST_ASSIGNEE: Assignee = { type: 'user', name: 'Host' };

/**
 * Moves a task on behalf of an app or the host, if the table allows the move. Moving it to its current status
 * changes nothing. See docs/interface/tasks.md#states.
 */
export function transitionTask(
  ctx: SubgraphContext,
  { id, status }: { readonly id: string; readonly status: TaskStatus },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  return changeTask(ctx, {
    id,
    idField: ['id'],
    teamId,
    by: party,
    decide: async (task, em) => {
      if (taskReachOf(ctx.viewer).ownOrOpen !== null && !OWN_MOVES.includes(status)) return NOT_THEIRS;
      const state = { status: task.status, assignedBy: task.assignedBy ?? null };
      const decision = decideTransition(state, status, party);
      if (decision.kind !== 'change' || status !== 'COMPLETED') return decision;
      const type = await em.findOneOrFail(TaskTypeEntity, { teamId, key: task.taskType });
      const missing = missingField(type, task.customFields);
      return missing ? { kind: 'refuse', ...missing } : decision;
    },
    apply: (task) => {
      if (status !== 'ASSIGNED') return setStatus(task, status);
      assignTo(task, HOST_ASSIGNEE, party);
      task.assigneeAccountId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.accountId : null;
    },
  });
}
