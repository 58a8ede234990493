import type { SubgraphContext } from '#db/context.ts';
import type { LeftOut, TeamItem } from '#db/team-turns.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Queue that wakes a process when a listing picture is uploaded. */
export const PROCESS_LISTING_MEDIA = 'apps/process-listing-media';

/**
 * Longest time a dead process blocks a picture; longer than rendering (`RENDER_TIMEOUT_MS`) and storing
 * takes.
 */
const LEASE_MS = 45_000;

/** Returns the time before which an unchanged picture in processing was abandoned by a dead process. */
export const leftBefore = ({ clock }: Pick<SubgraphContext, 'clock'>): Date =>
  new Date(clock.now().getTime() - LEASE_MS);

/** Returns each developer account's first waiting picture; the account acts as the team. */
export async function picturesToProcess(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { teams, ids }: LeftOut,
): Promise<readonly TeamItem[]> {
  return tables(reader(ctx))
    .selectFrom('listing_media')
    .innerJoin('apps', 'apps.id', 'listing_media.appId')
    .select(['listing_media.id', 'apps.accountId as teamId'])
    .distinctOn('apps.accountId')
    .where('listing_media.status', 'in', ['uploaded', 'processing'])
    .where('listing_media.removedAt', 'is', null)
    .where((is) =>
      is.or([
        is('listing_media.status', '=', 'uploaded'),
        is('listing_media.updatedAt', '<', leftBefore(ctx)),
      ]),
    )
    .$if(teams.length > 0, (due) => due.where('apps.accountId', 'not in', [...teams]))
    .$if(ids.length > 0, (due) => due.where('listing_media.id', 'not in', [...ids]))
    .orderBy('apps.accountId')
    .orderBy('listing_media.id')
    .limit(1_000)
    .execute();
}
