import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { Account } from '../store/entities.ts';

/** A person signed in to the host panel. */
export interface HostSessionRow {
  readonly id: number;
  readonly expiresAt: Date | string;
  readonly elevated: boolean;
  readonly unverified: boolean;
  readonly account: Pick<Account, 'id' | 'email' | 'name' | 'operator'>;
}

/** The session of a cookie, by the token's SHA-256; null if there is none, or it has ended. */
export async function findHostSession(
  ctx: SubgraphContext,
  tokenHash: string,
): Promise<HostSessionRow | null> {
  const { rows } = await sql<HostSessionRow>`
    SELECT s.id, s.expires_at AS "expiresAt",
      coalesce(s.elevated_until > ${ctx.clock.now()}, false) AS elevated,
      a.status = 'unverified' AS unverified,
      jsonb_build_object('id', a.id, 'email', a.email, 'name', a.name, 'operator', a.operator) AS account
    FROM apps.host_sessions s JOIN apps.accounts a ON a.id = s.account_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${ctx.clock.now()} AND NOT s.awaits_factor
      AND a.status IN ('unverified', 'active')`.execute(statements(ctx));
  return rows[0] ?? null;
}
