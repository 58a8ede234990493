import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { SESSION_TTL_MS } from '../domain/sessions.ts';
import { HostSession } from './entities.ts';
import { recordForTeamsOf } from './record-for-teams.ts';

/** A session that began: its token, for the browser's cookie. */
export interface Started {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface StartSession {
  /** SHA-256 of the session the browser had before. */
  readonly replaces: string | null;
  /** IP address of the request. */
  readonly address: string;
}

/** Begins a session of the host panel; the browser's earlier one, by its token's SHA-256, ends. */
export async function startSession(
  ctx: SubgraphContext,
  accountId: number,
  { replaces, address }: StartSession,
): Promise<Started> {
  const { plain, hash } = mintToken('');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_TTL_MS);
  await inTransaction(ctx, async (em) => {
    if (replaces !== null) await em.nativeDelete(HostSession, { tokenHash: replaces });
    em.create(HostSession, { accountId, tokenHash: hash, createdAt, expiresAt });
    const doer = { accountId, installId: null, address };
    await recordForTeamsOf(ctx, em, accountId, { kind: 'session.started' }, doer);
  });
  return { token: plain, expiresAt };
}
