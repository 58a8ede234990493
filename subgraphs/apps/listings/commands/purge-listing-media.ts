import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { RENDITION_FORMATS } from '#kit/images/rendered.ts';
import { idleSince } from '#kit/images/upload-rules.ts';
import { tables } from '../../store/tables.ts';
import { renditionKey, uploadKey, WIDTHS } from '../domain/media.ts';
import type { ListingMedia } from '../store/entities.ts';

/** Maximum pictures removed per run; the next run continues. */
const AT_ONCE = 500;

/**
 * Deletes pictures that no listing has used for a week, and rejected or never uploaded pictures after a day:
 * first their files, then their rows, so that an interrupted run is repeated. A command that uses a picture
 * writes its row, so a picture being added isn't idle (docs/interface/listings.md#pictures).
 */
export async function purgeListingMedia(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const db = statements(ctx);
  const { unfinished, unused } = idleSince(now);
  await sql`
    UPDATE apps.listing_media SET removed_at = ${now} WHERE id IN (
      SELECT m.id FROM apps.listing_media m
      WHERE m.removed_at IS NULL AND m.updated_at <
        CASE WHEN m.status IN ('announced', 'rejected') THEN ${unfinished}::timestamptz ELSE ${unused}::timestamptz END AND NOT EXISTS (
        SELECT FROM apps.listings l, LATERAL (VALUES (l.draft), (l.published)) AS said (content)
        WHERE l.app_id = m.app_id AND (content->'icon' = to_jsonb(m.id)
          OR content->'gallery' @> jsonb_build_array(jsonb_build_object('media', m.id))))
      LIMIT ${AT_ONCE} FOR UPDATE OF m SKIP LOCKED)`.execute(db);
  const removed = await tables(reader(ctx))
    .selectFrom('listing_media')
    .select(['id', 'appId', 'kind', 'sha256'])
    .where('removedAt', 'is not', null)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  for (const media of removed) {
    await ctx.services.apps.objects.remove(filesOf(media));
    await sql`DELETE FROM apps.listing_media WHERE id = ${media.id} AND removed_at IS NOT NULL`.execute(db);
  }
}

const filesOf = ({
  id,
  appId,
  kind,
  sha256,
}: Pick<ListingMedia, 'id' | 'appId' | 'kind' | 'sha256'>): readonly string[] => [
  uploadKey(id, sha256),
  ...WIDTHS[kind].flatMap((width) =>
    RENDITION_FORMATS.map((format) => `${renditionKey(appId, sha256, width)}.${format}`),
  ),
];
