import type { SubgraphContext } from '#db/context.ts';
import { storedMoves } from '#db/jobs/lease-states.ts';
import type { LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Queue that wakes a process when a photo is uploaded. */
export const PROCESS_MEDIA_QUEUE = 'catalog/process-media';

/** A photo's moves while it's processed. */
export const PHOTO_MOVES = storedMoves({
  waiting: 'uploaded',
  leased: 'processing',
  done: 'ready',
  given_up: 'rejected',
});

/**
 * If a process dies, its photo stays claimed for at most this long, which is more than rendering
 * (`RENDER_TIMEOUT_MS`) and storing a photo takes.
 */
const LEASE_MS = 45_000;

/** Photos that are still in processing and haven't changed since this time were left behind by a dead process. */
export const leftBefore = ({ clock }: Pick<SubgraphContext, 'clock'>): Date =>
  new Date(clock.now().getTime() - LEASE_MS);

/** Finds each team's first photo waiting to be processed. */
export async function scanPhotos(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { shares, ids }: LeftOut<number>,
): Promise<readonly WaitingItem<number>[]> {
  return tables(reader(ctx))
    .selectFrom('media')
    .select(['id', 'teamId as share'])
    .distinctOn('teamId')
    .where('status', 'in', [PHOTO_MOVES.claim.from, PHOTO_MOVES.lapse.from])
    .where('removedAt', 'is', null)
    .where((is) => is.or([is('status', '=', PHOTO_MOVES.claim.from), is('updatedAt', '<', leftBefore(ctx))]))
    .$if(shares.length > 0, (due) => due.where('teamId', 'not in', [...shares]))
    .$if(ids.length > 0, (due) => due.where('id', 'not in', [...ids]))
    .orderBy('teamId')
    .orderBy('id')
    .limit(1_000)
    .execute();
}
