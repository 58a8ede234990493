import type { SubgraphContext } from '#db/context.ts';
import type { UserError } from '../../generated.ts';
import { type MediaRecord, mediaOf } from './media.ts';

/** Result for a photo list: all ids, in order; null only if the change was refused. */
export interface ChangedIds {
  readonly mediaIds: readonly number[] | null;
  readonly userErrors: readonly UserError[];
}

/** The same result, together with the photos themselves. */
export interface ChangedPhotos {
  readonly media: readonly MediaRecord[] | null;
  readonly userErrors: readonly UserError[];
}

/** Reads a changed list's photos. */
export const changedPhotos = async (
  ctx: SubgraphContext,
  { mediaIds, userErrors }: ChangedIds,
): Promise<ChangedPhotos> => ({ media: mediaIds && (await mediaOf(ctx, mediaIds)), userErrors });
