import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { LAST_USED_EVERY_MS } from '../domain/tokens.ts';

/** The account a personal access token belongs to. */
export interface AccountIdentity {
  readonly accountId: number;
  readonly accessTokenId: number;
  readonly abilities: readonly string[];
}

/**
 * Returns a personal access token's account, by the token's SHA-256; null if unknown or revoked. Records its
 * use once a minute.
 */
export async function identifyAccount(
  ctx: SubgraphContext,
  tokenHash: string,
): Promise<AccountIdentity | null> {
  const now = ctx.clock.now();
  const stale = new Date(now.getTime() - LAST_USED_EVERY_MS);
  const db = statements(ctx);
  const { rows } = await sql<AccountIdentity & { readonly unnoted: boolean }>`
    SELECT t.account_id AS "accountId", t.id AS "accessTokenId", to_jsonb(t.abilities) AS abilities,
      coalesce(t.last_used_at < ${stale}, true) AS unnoted
    FROM apps.access_tokens t JOIN apps.accounts a ON a.id = t.account_id
    WHERE t.token_hash = ${tokenHash} AND t.revoked_at IS NULL AND a.status IN ('unverified', 'active')`.execute(
    db,
  );
  const [row] = rows;
  if (row?.unnoted) {
    await sql`
      UPDATE apps.access_tokens SET last_used_at = ${now}
      WHERE id = ${row.accessTokenId} AND coalesce(last_used_at < ${stale}, true)`.execute(db);
  }
  return row ?? null;
}
