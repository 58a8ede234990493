import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { ContactRedactedEvent } from '#schema/events.ts';
import { erasePhotosDocument } from '../operations/generated.ts';
import { saveChange } from '../steps/change-task.ts';
import { TaskCommentEntity } from '../store/entities.ts';
import { lockTasks } from '../store/lock-tasks.ts';

/** Types of custom fields that can contain a guest's data. */
const TEXT_TYPES: readonly string[] = ['string', 'url', 'json'];

/**
 * Erases the texts that people and apps wrote on the tasks for a redacted guest's bookings: titles, descriptions,
 * checklists, comments and custom fields with text. Also deletes the tasks' photos. Safe to repeat. See docs/interface/bookings.md#redaction.
 */
export async function eraseGuest(
  ctx: SubgraphContext,
  { teamId, bookingIds }: ContactRedactedEvent,
): Promise<void> {
  for (const bookingId of bookingIds) {
    const taskIds: number[] = [];
    await inTransaction(ctx, async (em) => {
      taskIds.length = 0; // a retried transaction starts again
      for (const task of await lockTasks(em, { bookingId, teamId })) {
        taskIds.push(task.id);
        const comments = await em.nativeDelete(TaskCommentEntity, { taskId: task.id });
        const { title, note, checklist } = task;
        const customFields = task.customFields.filter(({ type }) => !TEXT_TYPES.includes(type));
        const hasFields = customFields.length < task.customFields.length;
        if (comments === 0 && title == null && note == null && checklist.length === 0 && !hasFields) continue;
        await saveChange(ctx, em, task, {
          by: 'platform',
          apply: (it) => Object.assign(it, { title: null, note: null, checklist: [], customFields }),
        });
      }
    });
    if (taskIds.length > 0) await ctx.execute(erasePhotosDocument, { taskIds: taskIds.map(String) }, ctx);
  }
}
