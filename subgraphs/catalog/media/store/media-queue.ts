import type { SubgraphContext } from '#db/context.ts';
import type { LeftOut, TeamItem } from '#db/team-turns.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Queue that wakes a process when a photo is uploaded. */
export const PROCESS_MEDIA_QUEUE = 'catalog/process-media';

/**
 * If a process dies, it holds a photo up to this long, which is more than rendering (`RENDER_TIMEOUT_MS`) and
 * storing a photo takes.
 */
const LEASE_MS = 45_000;

/** Photos in processing, unchanged since this time, are left over from a dead process. */
export const leftBefore = ({ clock }: Pick<SubgraphContext, 'clock'>): Date =>
  new Date(clock.now().getTime() - LEASE_MS);

/** Each team's first photo waiting to be processed. */
export async function photosToProcess(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { teams, ids }: LeftOut,
): Promise<readonly TeamItem[]> {
  return tables(reader(ctx))
    .selectFrom('media')
    .select(['id', 'teamId'])
    .distinctOn('teamId')
    .where('status', 'in', ['uploaded', 'processing'])
    .where('removedAt', 'is', null)
    .where((is) => is.or([is('status', '=', 'uploaded'), is('updatedAt', '<', leftBefore(ctx))]))
    .$if(teams.length > 0, (due) => due.where('teamId', 'not in', [...teams]))
    .$if(ids.length > 0, (due) => due.where('id', 'not in', [...ids]))
    .orderBy('teamId')
    .orderBy('id')
    .limit(1_000)
    .execute();
}
