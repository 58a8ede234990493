import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { LINK_TTL_MS, type LinkPurpose, linkPath } from '../domain/mail-links.ts';

/** A link that was made: its path to mail, and when it ends. */
export interface MintedLink {
  readonly path: string;
  readonly expiresAt: Date;
}

/** A link that works, as the database knows it. */
export interface OpenLink {
  readonly id: number;
  /** Null for the setup link alone. */
  readonly accountId: number | null;
  /** The address that `change` confirms, or `undo` brings back. */
  readonly email: string | null;
}

/**
 * Creates a link for one purpose of an account (null: the platform's setup): 32 random bytes, of which the SHA-256 is kept. A newer
 * one ends the older ones.
 */
export async function mintLink(
  ctx: SubgraphContext,
  em: Transaction,
  {
    accountId,
    purpose,
    email = null,
  }: { readonly accountId: number | null; readonly purpose: LinkPurpose; readonly email?: string | null },
): Promise<MintedLink> {
  const { plain, hash } = mintToken('');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LINK_TTL_MS[purpose]);
  if (purpose !== 'undo') await endLinks(em, accountId, [purpose]);
  await sql`
    INSERT INTO apps.mail_tokens (account_id, purpose, token_hash, email, created_at, expires_at)
    VALUES (${accountId}::int, ${purpose}, ${hash}, ${email}::text, ${now}, ${expiresAt})`.execute(
    em.getKysely<unknown>(),
  );
  return { path: linkPath(purpose, plain), expiresAt };
}

/** Ends the links of some purposes of an account. */
export async function endLinks(
  em: Transaction,
  accountId: number | null,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await sql`
    DELETE FROM apps.mail_tokens
    WHERE account_id IS NOT DISTINCT FROM ${accountId}::int AND purpose = ANY(${[...purposes]}::text[])`.execute(
    em.getKysely<unknown>(),
  );
}

/** A link that still works, by its token's SHA-256, as it is now; null where it was used or ended. */
export async function findLink(
  ctx: SubgraphContext,
  purpose: LinkPurpose,
  tokenHash: string,
): Promise<OpenLink | null> {
  const { rows } = await sql<OpenLink>`
    SELECT id, account_id AS "accountId", email FROM apps.mail_tokens
    WHERE token_hash = ${tokenHash} AND purpose = ${purpose} AND used_at IS NULL
      AND expires_at > ${ctx.clock.now()}`.execute(statements(ctx));
  return rows[0] ?? null;
}

/** Uses a link up in the caller's transaction: of any number at once one gets it. Null where it was used or ended. */
export async function useLink(
  ctx: SubgraphContext,
  em: Transaction,
  purpose: LinkPurpose,
  tokenHash: string,
): Promise<OpenLink | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<OpenLink>`
    UPDATE apps.mail_tokens SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
    RETURNING id, account_id AS "accountId", email`.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}
