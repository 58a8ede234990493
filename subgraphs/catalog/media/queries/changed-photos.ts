import type { SubgraphContext } from '#db/context.ts';
import type { UserError } from '../../generated.ts';
import { type MediaRecord, mediaOf } from './media.ts';

/** What a change of a list of photos did: the ids of all of them, in order; null exactly when something was refused. */
export interface ChangedIds {
  readonly mediaIds: readonly number[] | null;
  readonly userErrors: readonly UserError[];
}

/** The same with the photos themselves. */
export interface ChangedPhotos {
  readonly media: readonly MediaRecord[] | null;
  readonly userErrors: readonly UserError[];
}

/** Reads the photos of a list that was changed. */
export const changedPhotos = async (
  ctx: SubgraphContext,
  { mediaIds, userErrors }: ChangedIds,
): Promise<ChangedPhotos> => ({ media: mediaIds && (await mediaOf(ctx, mediaIds)), userErrors });
