import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { OUTSTANDING } from '../domain/status.ts';
import { CHECK_OUT_OCCURRENCE } from '../domain/task-rule.ts';
import { isOpenWork } from '../domain/task-unit.ts';
import { ruledStayDocument } from '../operations/generated.ts';
import { saveChange, setStatus } from '../steps/change-task.ts';
import { TaskEntity } from '../store/entities.ts';
import { lockTasks } from '../store/lock-tasks.ts';

/**
 * Withdraws the unfinished tasks of check-out rules if the check-out was undone: the guests are in house again. A later
 * check-out creates them again. Safe to repeat.
 */
export async function withdrawUndone(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  const { teamId, bookingId } = booking;
  const made = { teamId, bookingId, madeBy: { $like: `rule:%:${bookingId}:${CHECK_OUT_OCCURRENCE}%` } };
  if ((await reader(ctx).count(TaskEntity, { ...made, status: { $in: [...OUTSTANDING] } })) === 0) return;
  const asked = { teamId: String(teamId), bookingId: String(bookingId) };
  const { ruledStay } = await ctx.execute(ruledStayDocument, asked, ctx);
  if (!ruledStay || ruledStay.state === 'departed') return;
  await inTransaction(ctx, async (em) => {
    for (const task of await lockTasks(em, booking)) {
      const { madeBy } = task;
      if (
        !madeBy?.startsWith('rule:') ||
        !madeBy.includes(`:${CHECK_OUT_OCCURRENCE}`) ||
        !isOpenWork(task.status)
      )
        continue;
      await saveChange(ctx, em, task, {
        by: 'platform',
        apply: (it) => {
          setStatus(it, 'CANCELLED');
          it.madeBy = `undone:${task.id}`;
        },
      });
    }
  });
}
