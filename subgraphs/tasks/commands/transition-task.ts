import type { SubgraphContext } from '#db/context.ts';
import { actorOf, memberOf } from '../access.ts';
import { decideClaim } from '../domain/assignment.ts';
import { moveProblem } from '../domain/own-work.ts';
import type { TaskStatus } from '../domain/status.ts';
import { missingField } from '../domain/task-fields.ts';
import { decideTransition } from '../domain/transition.ts';
import { callerName } from '../operations/find-people.ts';
import { asAssignable, assignTo, changeTask, setStatus, type TaskResult } from '../steps/change-task.ts';
import { TaskTypeEntity } from '../store/entities.ts';

/**
 * Moves a task on behalf of an app or a member, if the table and the member's role allow the move. Moving it to its
 * current status changes nothing. ASSIGNED assigns it to the member, if no other member has it. See docs/interface/tasks.md#states.
 */
export async function transitionTask(
  ctx: SubgraphContext,
  { id, status }: { readonly id: string; readonly status: TaskStatus },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const member = memberOf(ctx.viewer);
  const name = member && status === 'ASSIGNED' ? await callerName(ctx) : '';
  return changeTask(ctx, {
    id,
    idField: ['id'],
    teamId,
    by: party,
    decide: async (task, em) => {
      const type = await em.findOneOrFail(TaskTypeEntity, { teamId, key: task.taskType });
      const problem = member && moveProblem(task, status, member, type.ownWorkVerified);
      if (problem) return { kind: 'refuse', ...problem };
      const decision =
        member && status === 'ASSIGNED'
          ? decideClaim(asAssignable(task), member.accountId)
          : decideTransition({ status: task.status, assignedBy: task.assignedBy ?? null }, status, party);
      if (decision.kind !== 'change' || status !== 'COMPLETED') return decision;
      const missing = missingField(type, task.customFields);
      return missing ? { kind: 'refuse', ...missing } : decision;
    },
    apply: (task) => {
      if (status === 'ASSIGNED')
        return assignTo(task, { type: 'user', name, accountId: member?.accountId ?? null }, party);
      setStatus(task, status);
      if (status !== 'VERIFIED')
        task.completedByAccountId = status === 'COMPLETED' ? (member?.accountId ?? null) : null;
    },
  });
}
