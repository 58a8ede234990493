import type { Selectable } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { LINK_TTL_MS, type LinkPurpose, linkPath, REPLACED } from '../../emails/domain/mail-links.ts';
import { type Tables, tables } from '../../store/tables.ts';

/** A new link: its path for the email, and its expiry. */
export interface MintedLink {
  readonly path: string;
  readonly expiresAt: Date;
}

/** A link to create. */
export interface NewLink {
  readonly accountId: number | null;
  readonly purpose: LinkPurpose;
  /** Address the link concerns. */
  readonly email?: string | null;
  /** The link removes second factors added since then. */
  readonly since?: Date | null;
}

/** A valid link as stored in the database. */
export type OpenLink = Readonly<Pick<Selectable<Tables['mail_tokens']>, (typeof OPEN_LINK)[number]>>;

const OPEN_LINK = ['id', 'accountId', 'email', 'createdAt', 'since'] as const;

/**
 * Creates a link for one purpose and account (null: the platform's setup) with 32 random bytes, stored as
 * SHA-256. A newer `verify`, `change`, `setup` or `recover` link ends the older ones.
 */
export async function mintLink(
  ctx: Pick<SubgraphContext, 'clock'>,
  em: Transaction,
  { accountId, purpose, email = null, since = null }: NewLink,
): Promise<MintedLink> {
  const { plain, hash } = mintToken('');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LINK_TTL_MS[purpose]);
  if (REPLACED.has(purpose)) await endLinks(em, accountId, [purpose]);
  await tables(em)
    .insertInto('mail_tokens')
    .values({ accountId, purpose, tokenHash: hash, email, since, createdAt: now, expiresAt })
    .execute();
  return { path: linkPath(purpose, plain), expiresAt };
}

/** Ends an account's links for the given purposes. */
export async function endLinks(
  em: Transaction,
  accountId: number | null,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await tables(em)
    .deleteFrom('mail_tokens')
    .where('accountId', 'is not distinct from', accountId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** Ends an account's undo links newer than this one. */
export async function endNewerUndoLinks(em: Transaction, accountId: number, id: number): Promise<void> {
  await tables(em)
    .deleteFrom('mail_tokens')
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'undo')
    .where('id', '>', id)
    .execute();
}

/** Returns a valid link by its token's SHA-256, without using it; null if used or ended. */
export async function findLink(
  ctx: SubgraphContext,
  purpose: LinkPurpose,
  tokenHash: string,
): Promise<OpenLink | null> {
  const link = await tables(reader(ctx))
    .selectFrom('mail_tokens')
    .select(OPEN_LINK)
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now())
    .executeTakeFirst();
  return link ?? null;
}

/** Uses a link in the caller's transaction: only one concurrent use succeeds. Null if used or ended. */
export async function useLink(
  ctx: SubgraphContext,
  em: Transaction,
  purpose: LinkPurpose,
  tokenHash: string,
): Promise<OpenLink | null> {
  const now = ctx.clock.now();
  const link = await tables(em)
    .updateTable('mail_tokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(OPEN_LINK)
    .executeTakeFirst();
  return link ?? null;
}
