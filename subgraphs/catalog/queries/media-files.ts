import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { isWidth, keptWidth, renditionKey, uploadKey } from '../domain/media.ts';
import type { MediaFile, MediaUpload } from '../generated.ts';
import { isTokenFor, mediaOfToken } from '../store/upload-token.ts';

/** What the bearer of a token may upload; null for a token that is unknown, changed or too old. */
export async function findUpload(ctx: SubgraphContext, token: string): Promise<MediaUpload | null> {
  const { rows } = await sql<{ id: number; sha256: string; bytes: number; status: string }>`
    SELECT id, sha256, bytes::float8 AS bytes, status FROM catalog.media
    WHERE id = ${mediaOfToken(token) ?? 0} AND removed_at IS NULL`.execute(statements(ctx));
  const [media] = rows;
  if (!media || !isTokenFor(ctx, media, token)) return null;
  const { id, sha256, bytes, status } = media;
  return { mediaId: id, key: uploadKey(id, sha256), bytes, sha256, received: status !== 'announced' };
}

/** Where a size of a ready photo is kept, of the storefront's team where one is given; null if there is none. */
export async function findMediaFile(
  ctx: SubgraphContext,
  asked: { readonly sha256: string; readonly width: number; readonly storefrontId?: string | null },
): Promise<MediaFile | null> {
  if (!isWidth(asked.width)) return null;
  const storefront = asked.storefrontId == null ? null : (parseId(asked.storefrontId) ?? 0);
  const { rows } = await sql<{ teamId: number; width: number }>`
    SELECT m.team_id AS "teamId", m.width FROM catalog.media m
    WHERE m.sha256 = ${asked.sha256} AND m.status = 'ready' AND m.removed_at IS NULL
      AND (${storefront}::integer IS NULL
        OR m.team_id = (SELECT s.team_id FROM catalog.storefront s WHERE s.id = ${storefront}))
    ORDER BY m.id LIMIT 1`.execute(statements(ctx));
  const [found] = rows;
  return found
    ? { key: renditionKey(found.teamId, asked.sha256, keptWidth(asked.width, found.width)) }
    : null;
}
