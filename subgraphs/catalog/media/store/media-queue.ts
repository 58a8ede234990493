import type { SubgraphContext } from '#db/context.ts';
import { leftBefore, UPLOAD_MOVES } from '#db/jobs/leased-uploads.ts';
import type { LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Queue that wakes a process when a photo is uploaded. */
export const PROCESS_MEDIA_QUEUE = 'catalog/process-media';

/** Finds each team's first photo waiting to be processed. */
export async function scanPhotos(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { shares, ids }: LeftOut<number>,
): Promise<readonly WaitingItem<number>[]> {
  return tables(reader(ctx))
    .selectFrom('media')
    .select(['id', 'teamId as share'])
    .distinctOn('teamId')
    .where('status', 'in', [UPLOAD_MOVES.claim.from, UPLOAD_MOVES.lapse.from])
    .where('removedAt', 'is', null)
    .where((is) => is.or([is('status', '=', UPLOAD_MOVES.claim.from), is('updatedAt', '<', leftBefore(ctx))]))
    .$if(shares.length > 0, (due) => due.where('teamId', 'not in', [...shares]))
    .$if(ids.length > 0, (due) => due.where('id', 'not in', [...ids]))
    .orderBy('teamId')
    .orderBy('id')
    .limit(1_000)
    .execute();
}
