import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { attachmentKey, UNUSED_MS } from '../domain/attachment.ts';

/** Maximum files removed per run; the next run continues. */
const AT_ONCE = 500;

/**
 * Deletes unused files a day after their announcement, redacted guests' files, and removed task photos. Deletes
 * bytes before rows, so an interrupted run can be resumed. See docs/interface/conversations.md#attachments.
 */
export async function purgeAttachments(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const db = statements(ctx);
  await sql`
    UPDATE checkout.attachments SET removed_at = ${now} WHERE id IN (
      SELECT id FROM checkout.attachments
      WHERE message_id IS NULL AND removed_at IS NULL AND created_at < ${new Date(now.getTime() - UNUSED_MS)}
      LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(db);
  const removed = await tables(reader(ctx))
    .selectFrom('attachments')
    .select('id')
    .where('removedAt', 'is not', null)
    .orderBy('removedAt')
    .limit(AT_ONCE)
    .execute();
  const photos = await tables(reader(ctx))
    .selectFrom('task_photos')
    .select('id')
    .where('removedAt', 'is not', null)
    .orderBy('removedAt')
    .limit(AT_ONCE)
    .execute();
  for (const { id } of photos) {
    await ctx.services.checkout.objects.remove([attachmentKey(id)]);
    await sql`DELETE FROM checkout.task_photos WHERE id = ${id} AND removed_at IS NOT NULL`.execute(db);
  }
  for (const { id } of removed) {
    await ctx.services.checkout.objects.remove([attachmentKey(id)]);
    await sql`DELETE FROM checkout.attachments WHERE id = ${id} AND removed_at IS NOT NULL`.execute(db);
  }
}
