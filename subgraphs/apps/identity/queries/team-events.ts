import type { SubgraphContext } from '#db/context.ts';
import { findTeamEvents as readTeamEvents, type TeamEventRow } from '#db/team-events.ts';
import { reader } from '#db/transaction.ts';
import { emptyPage, type Listing, type Page } from '#kit/connection.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import { tables } from '../../store/tables.ts';
import { Membership } from '../store/entities.ts';
import { findAccountsById } from './accounts.ts';
import { batched } from './loaders.ts';

/** Returns a page of the selected team's audit trail, newest first; empty for non-members. */
export async function findTeamEvents(ctx: SubgraphContext, listing: Listing): Promise<Page<TeamEventRow>> {
  const teamId = chosenTeamId(ctx);
  const own = { teamId, accountId: panelUserId(ctx) };
  if ((await reader(ctx).count(Membership, own)) === 0) return emptyPage();
  return readTeamEvents(ctx, teamId, listing);
}

/** Returns the actor's current name; null for the platform itself. */
export async function actorName(
  ctx: SubgraphContext,
  { accountId, installId }: Pick<TeamEventRow, 'accountId' | 'installId'>,
): Promise<string | null> {
  if (accountId !== null) return (await loadAccount(ctx, accountId))?.name ?? null;
  return installId === null ? null : ((await loadInstalledApp(ctx, installId))?.name ?? null);
}

const findAppNames = (ctx: SubgraphContext, installIds: readonly number[]) =>
  tables(reader(ctx))
    .selectFrom('installs as i')
    .innerJoin('apps as a', 'a.id', 'i.appId')
    .select(['i.id', 'a.name'])
    .where('i.id', 'in', installIds)
    .execute();

const loadAccount = batched(findAccountsById);
const loadInstalledApp = batched(findAppNames);
