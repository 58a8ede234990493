import type { SubgraphContext } from '#db/context.ts';
import { recordMetric } from '#kit/metrics.ts';
import { decideAssignment, FALLBACK_ASSIGNEE } from '../domain/assignment.ts';
import { asAssignable, assignTo, changeTask } from '../steps/change-task.ts';
import type { Deadline } from '../steps/publish-task.ts';

/**
 * Assigns an overdue task to the host's team, with the same checks as for an app. Ignores an outdated
 * deadline. Does nothing after a clock jump that hasn't been confirmed; the sweep assigns the task later.
 * Safe to repeat. See docs/interface/tasks.md#providers.
 */
export async function fallBack(ctx: SubgraphContext, { taskId, teamId, assignBy }: Deadline): Promise<void> {
  if ((await ctx.clock.mayDelete?.()) === false) return;
  let fell = false;
  await changeTask(ctx, {
    id: String(taskId),
    idField: ['id'],
    teamId,
    by: 'platform',
    decide: (task) =>
      task.assignBy.getTime() === Date.parse(assignBy)
        ? decideAssignment(asAssignable(task), FALLBACK_ASSIGNEE, 'platform')
        : { kind: 'keep' },
    apply(task) {
      assignTo(task, FALLBACK_ASSIGNEE, 'platform');
      fell = true;
    },
  });
  if (fell) recordMetric('slaFallback', {});
}
