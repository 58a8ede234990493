import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { findTeamEvents as readTeamEvents, type TeamEventRow } from '#db/team-events.ts';
import { statements } from '#db/transaction.ts';
import { emptyPage, type Listing, type Page } from '#kit/connection.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import { batched } from '../store/loaders.ts';
import { findAccountsById } from './accounts.ts';

/** A page of the chosen team's audit trail, newest first; nothing for anyone who is no member. */
export async function findTeamEvents(ctx: SubgraphContext, listing: Listing): Promise<Page<TeamEventRow>> {
  const teamId = chosenTeamId(ctx);
  const { rows } = await sql`
    SELECT 1 FROM apps.memberships
    WHERE team_id = ${teamId} AND account_id = ${panelUserId(ctx)}`.execute(statements(ctx));
  if (rows.length === 0) return emptyPage();
  return readTeamEvents(ctx, teamId, listing);
}

const loadAccount = batched(findAccountsById);
const loadInstalledApp = batched(findAppNames);

/** Who did it, as they are called now; null for the platform itself. */
export async function actorName(
  ctx: SubgraphContext,
  { accountId, installId }: Pick<TeamEventRow, 'accountId' | 'installId'>,
): Promise<string | null> {
  if (accountId !== null) return (await loadAccount(ctx, accountId))?.name ?? null;
  return installId === null ? null : ((await loadInstalledApp(ctx, installId))?.name ?? null);
}

async function findAppNames(ctx: SubgraphContext, installIds: readonly number[]) {
  const { rows } = await sql<{ readonly id: number; readonly name: string }>`
    SELECT i.id, a.name FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id
    WHERE i.id = ANY(${[...installIds]}::int[])`.execute(statements(ctx));
  return rows;
}
