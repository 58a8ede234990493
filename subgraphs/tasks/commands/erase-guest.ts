import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { ContactRedactedEvent } from '#schema/events.ts';
import { saveChange } from '../steps/change-task.ts';
import { TaskCommentEntity } from '../store/entities.ts';
import { lockTasks } from '../store/lock-tasks.ts';

/**
 * Erases the texts people wrote on the tasks for a redacted guest's bookings: titles, descriptions, checklists and
 * comments. Safe to repeat. See docs/interface/bookings.md#redaction.
 */
export async function eraseGuest(
  ctx: SubgraphContext,
  { teamId, bookingIds }: ContactRedactedEvent,
): Promise<void> {
  for (const bookingId of bookingIds) {
    await inTransaction(ctx, async (em) => {
      for (const task of await lockTasks(em, { bookingId, teamId })) {
        const comments = await em.nativeDelete(TaskCommentEntity, { taskId: task.id });
        const { title, note, checklist } = task;
        if (comments === 0 && title == null && note == null && checklist.length === 0) continue;
        await saveChange(ctx, em, task, {
          by: 'platform',
          apply: (it) => Object.assign(it, { title: null, note: null, checklist: [] }),
        });
      }
    });
  }
}
