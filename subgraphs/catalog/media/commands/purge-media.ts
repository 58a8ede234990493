import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { RENDITION_FORMATS } from '#kit/images/rendered.ts';
import { idleSince } from '#kit/images/upload-rules.ts';
import { MEDIA_WIDTHS } from '#schema/limits.ts';
import { tables } from '../../store/tables.ts';
import { renditionKey, uploadKey } from '../domain/media.ts';

/** Photos removed per run; the next run continues. */
const AT_ONCE = 500;

interface Removed {
  readonly id: number;
  readonly teamId: number;
  readonly sha256: string;
}

/**
 * Deletes photos unused for a week unless an invoice shows them, and rejected or never uploaded photos after a day: first their files,
 * then their rows, so that the next run finds anything left by a crash. A command that shows a photo writes
 * its row, so a photo being added right now isn't deleted. See docs/interface/photos.md#deleting.
 */
export async function purgeMedia(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const db = statements(ctx);
  const { unfinished, unused } = idleSince(now);
  await sql`
    UPDATE catalog.media SET removed_at = ${now} WHERE id IN (
      SELECT m.id FROM catalog.media m
      WHERE m.removed_at IS NULL AND NOT m.on_invoices AND m.updated_at <
        CASE WHEN m.status IN ('announced', 'rejected') THEN ${unfinished}::timestamptz ELSE ${unused}::timestamptz END AND NOT EXISTS (
        SELECT FROM catalog.storefront s JOIN catalog.property p ON p.storefront_id = s.id
        LEFT JOIN catalog.unit_type u ON u.property_id = p.id
        WHERE s.team_id = m.team_id AND (m.id = ANY (p.media_ids) OR m.id = ANY (u.media_ids)))
        AND NOT EXISTS (SELECT FROM catalog.storefront_looks l WHERE l.media_ids @> ARRAY[m.id])
      LIMIT ${AT_ONCE} FOR UPDATE OF m SKIP LOCKED)`.execute(db);
  const removed = await tables(reader(ctx))
    .selectFrom('media')
    .select(['id', 'teamId', 'sha256'])
    .where('removedAt', 'is not', null)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  for (const media of removed) {
    await ctx.services.catalog.objects.remove(filesOf(media));
    await sql`DELETE FROM catalog.media WHERE id = ${media.id} AND removed_at IS NOT NULL`.execute(db);
  }
}

const filesOf = ({ id, teamId, sha256 }: Removed): readonly string[] => [
  uploadKey(id, sha256),
  ...MEDIA_WIDTHS.flatMap((width) =>
    RENDITION_FORMATS.map((format) => `${renditionKey(teamId, sha256, width)}.${format}`),
  ),
];
