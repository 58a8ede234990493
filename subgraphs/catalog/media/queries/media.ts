import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { RowOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { MEDIA_COLUMNS } from '../../store/columns.ts';
import type { MediaRow } from '../../store/entities.ts';
import { isWidth } from '../domain/media.ts';

/** A photo as a plain value. */
export type MediaRecord = RowOf<typeof MEDIA_COLUMNS>;

/** Converts a photo's row to a plain value. */
export const describeMedia = (row: MediaRow): MediaRecord => {
  const { id, status, sha256, width, height, alt, focusX, focusY, problem } = row;
  return { id, status, sha256, width, height, alt, focusX, focusY, problem };
};

/** The team's photo; null if not found. */
export async function findMedia(ctx: SubgraphContext, id: string): Promise<MediaRecord | null> {
  const [found] = await read(ctx, sql`m.id = ${parseId(id) ?? 0} AND m.team_id = ${teamOf(ctx.viewer)}`);
  return found ?? null;
}

const mediaById = batch<number, MediaRecord>(async (ctx, ids) => {
  const rows = await read(ctx, sql`m.id = ANY (${[...ids]}::integer[])`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** The photos with these ids, in their order; guests and agents see only ready ones. */
export async function mediaOf(ctx: SubgraphContext, ids: readonly number[]): Promise<readonly MediaRecord[]> {
  const found = await Promise.all(ids.map((id) => mediaById(ctx, id)));
  const works = ctx.viewer.kind === 'app' || ctx.viewer.kind === 'hostUser';
  return found.filter((media) => media !== undefined).filter(({ status }) => works || status === 'ready');
}

async function read(ctx: SubgraphContext, condition: RawBuilder<unknown>): Promise<readonly MediaRecord[]> {
  const { rows } = await sql<MediaRecord>`
    SELECT ${MEDIA_COLUMNS} FROM catalog.media m WHERE ${condition} AND m.removed_at IS NULL`.execute(
    statements(ctx),
  );
  return rows;
}

/**
 * A photo's file URL for an app, at the API's origin; null until the photo is ready, and for an unsupported
 * width.
 */
export function mediaUrl(
  { config }: Pick<SubgraphContext, 'config'>,
  { status, sha256 }: Pick<MediaRecord, 'status' | 'sha256'>,
  width: number,
): string | null {
  if (status !== 'ready' || !isWidth(width)) return null;
  return new URL(`/media/${sha256}/${width}`, config.publicOriginApi ?? `http://localhost:${config.port}`)
    .href;
}
