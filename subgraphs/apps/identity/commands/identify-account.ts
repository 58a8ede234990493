import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { LAST_USED_EVERY_MS } from '../domain/tokens.ts';

/** The account a personal access token stands for. */
export interface AccountIdentity {
  readonly accountId: number;
  readonly accessTokenId: number;
  readonly abilities: readonly string[];
}

/** The account of a personal access token, by the token's SHA-256; null if it is unknown or revoked. Notes its use once a minute. */
export async function identifyAccount(
  ctx: SubgraphContext,
  tokenHash: string,
): Promise<AccountIdentity | null> {
  const now = ctx.clock.now();
  const stale = new Date(now.getTime() - LAST_USED_EVERY_MS);
  const db = statements(ctx);
  const { rows } = await sql<AccountIdentity & { readonly unnoted: boolean }>`
    SELECT account_id AS "accountId", id AS "accessTokenId", to_jsonb(abilities) AS abilities,
      coalesce(last_used_at < ${stale}, true) AS unnoted
    FROM apps.access_tokens WHERE token_hash = ${tokenHash} AND revoked_at IS NULL`.execute(db);
  const [row] = rows;
  if (row?.unnoted) {
    await sql`
      UPDATE apps.access_tokens SET last_used_at = ${now}
      WHERE id = ${row.accessTokenId} AND coalesce(last_used_at < ${stale}, true)`.execute(db);
  }
  return row ?? null;
}
