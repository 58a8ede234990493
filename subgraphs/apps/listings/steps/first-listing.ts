import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { lacksOf } from '../domain/lacks.ts';
import { AppListing } from '../store/entities.ts';
import { heldPictures } from '../store/listing-pictures.ts';

/** Locks an app's listing; null if it has none. */
export const lockListing = (em: Transaction, appId: number): Promise<AppListing | null> =>
  em.findOne(AppListing, { appId }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** True for a complete draft if the app has never had a published listing. */
export async function isFirst(ctx: SubgraphContext, em: Transaction, listing: AppListing): Promise<boolean> {
  const { appId, draft, draftStatus, published } = listing;
  if (draftStatus !== 'draft' || published != null) return false;
  return lacksOf(draft, await heldPictures(ctx, em, appId, draft)).length === 0;
}
