import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { RENDITION_FORMATS } from '#kit/images/rendered.ts';
import { teamOf } from '../../access.ts';
import { MediaEntity, type MediaRow } from '../../store/entities.ts';
import { MAX_TEAM_BYTES, MAX_TEAM_PHOTOS, renditionKey, widthsOf } from '../domain/media.ts';

type Found = Pick<MediaRow, 'teamId' | 'width'>;

/**
 * Copies a photo that another of this platform's teams shows publicly. Null if there is no such photo, or if
 * the team is at its limit. Safe to repeat.
 */
export async function copyPhoto(ctx: SubgraphContext, sha256: string): Promise<number | null> {
  const db = statements(ctx);
  const shown = { sha256, status: 'ready', removedAt: null } as const;
  const found = await reader(ctx).findOne(MediaEntity, shown, { orderBy: { id: 'asc' } });
  if (!found) return null;
  const teamId = teamOf(ctx.viewer);
  await copyFiles(ctx, sha256, found, teamId);
  const copied = await sql<{ id: number }>`
    INSERT INTO catalog.media (team_id, sha256, bytes, status, width, height, updated_at)
    SELECT ${teamId}, ${sha256}, ${found.bytes}, 'ready', ${found.width}, ${found.height}, ${ctx.clock.now()}
    WHERE (SELECT coalesce(sum(bytes), 0) + ${found.bytes} <= ${MAX_TEAM_BYTES} AND count(*) < ${MAX_TEAM_PHOTOS}
      FROM catalog.media WHERE team_id = ${teamId})
    ON CONFLICT (team_id, sha256) DO UPDATE SET status = 'ready', problem = NULL, bytes = excluded.bytes,
      width = excluded.width, height = excluded.height, updated_at = excluded.updated_at WHERE media.removed_at IS NULL
    RETURNING id`.execute(db);
  return copied.rows[0]?.id ?? null;
}

async function copyFiles(
  { services }: SubgraphContext,
  sha256: string,
  { teamId, width }: Found,
  to: number,
): Promise<void> {
  const { objects } = services.catalog;
  for (const wide of widthsOf(width ?? 0))
    for (const format of RENDITION_FORMATS) {
      const file = await objects.get(`${renditionKey(teamId, sha256, wide)}.${format}`);
      if (!file) continue;
      const body = await buffer(file.body);
      await objects.put(`${renditionKey(to, sha256, wide)}.${format}`, {
        body,
        bytes: body.length,
        contentType: `image/${format}`,
        sha256: createHash('sha256').update(body).digest('hex'),
      });
    }
}
