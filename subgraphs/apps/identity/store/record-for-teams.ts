import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type Doer, type NewTeamEvent, recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';

/** Keeps what concerns an account in the audit trail of every team it belongs to now, in the caller's transaction. */
export async function recordForTeamsOf(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  event: NewTeamEvent,
  doer?: Doer,
): Promise<void> {
  const { rows } = await sql<{ readonly teamId: number }>`
    SELECT team_id AS "teamId" FROM apps.memberships WHERE account_id = ${accountId}`.execute(
    em.getKysely<unknown>(),
  );
  await recordTeamEvent(
    ctx,
    em,
    rows.map(({ teamId }) => teamId),
    event,
    doer,
  );
}
