import type { SubgraphContext } from '#db/context.ts';
import { storedMoves } from '#db/jobs/lease-states.ts';
import type { LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Queue that wakes a process when a listing picture is uploaded. */
export const PROCESS_LISTING_MEDIA = 'apps/process-listing-media';

/** A picture's moves while it's processed. */
export const PICTURE_MOVES = storedMoves({
  waiting: 'uploaded',
  leased: 'processing',
  done: 'ready',
  given_up: 'rejected',
});

/**
 * Longest time a dead process blocks a picture; longer than rendering (`RENDER_TIMEOUT_MS`) and storing
 * takes.
 */
const LEASE_MS = 45_000;

/** Returns a cutoff: a picture in processing that hasn't changed since then was abandoned by a dead process. */
export const leftBefore = ({ clock }: Pick<SubgraphContext, 'clock'>): Date =>
  new Date(clock.now().getTime() - LEASE_MS);

/** Finds each developer account's first waiting picture; each account has its own share. */
export async function scanPictures(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { shares, ids }: LeftOut<number>,
): Promise<readonly WaitingItem<number>[]> {
  return tables(reader(ctx))
    .selectFrom('listing_media')
    .innerJoin('apps', 'apps.id', 'listing_media.appId')
    .select(['listing_media.id', 'apps.accountId as share'])
    .distinctOn('apps.accountId')
    .where('listing_media.status', 'in', [PICTURE_MOVES.claim.from, PICTURE_MOVES.lapse.from])
    .where('listing_media.removedAt', 'is', null)
    .where((is) =>
      is.or([
        is('listing_media.status', '=', PICTURE_MOVES.claim.from),
        is('listing_media.updatedAt', '<', leftBefore(ctx)),
      ]),
    )
    .$if(shares.length > 0, (due) => due.where('apps.accountId', 'not in', [...shares]))
    .$if(ids.length > 0, (due) => due.where('listing_media.id', 'not in', [...ids]))
    .orderBy('apps.accountId')
    .orderBy('listing_media.id')
    .limit(1_000)
    .execute();
}
