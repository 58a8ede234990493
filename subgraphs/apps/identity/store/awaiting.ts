import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** A sign-in whose password was right and whose second factor is to come. */
export interface Awaiting {
  readonly sessionId: number;
  readonly accountId: number;
}

/** The sign-in that awaits its second factor, by its token's SHA-256; null if none does. */
export async function findAwaiting(ctx: SubgraphContext, tokenHash: string): Promise<Awaiting | null> {
  const { rows } = await sql<Awaiting>`
    SELECT s.id AS "sessionId", s.account_id AS "accountId"
    FROM apps.host_sessions s JOIN apps.accounts a ON a.id = s.account_id
    WHERE s.token_hash = ${tokenHash} AND s.awaits_factor AND s.expires_at > ${ctx.clock.now()}
      AND a.status IN ('unverified', 'active')`.execute(statements(ctx));
  return rows[0] ?? null;
}
