import type { SubgraphContext } from '#db/context.ts';
import { leftBefore, UPLOAD_MOVES } from '#db/jobs/leased-uploads.ts';
import type { LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Queue that wakes a process when a listing picture is uploaded. */
export const PROCESS_LISTING_MEDIA = 'apps/process-listing-media';

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
    .where('listing_media.status', 'in', [UPLOAD_MOVES.claim.from, UPLOAD_MOVES.lapse.from])
    .where('listing_media.removedAt', 'is', null)
    .where((is) =>
      is.or([
        is('listing_media.status', '=', UPLOAD_MOVES.claim.from),
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
