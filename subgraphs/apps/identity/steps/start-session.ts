import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { ELEVATED_MS, FACTOR_TTL_MS, SESSION_TTL_MS } from '../domain/sessions.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { HostSession } from '../store/entities.ts';
import { hasFactor } from '../store/factors.ts';
import { recordForTeamsOf } from './record-for-teams.ts';

/** A new session: its token, for the browser's cookie. */
export interface Started {
  readonly token: string;
  readonly expiresAt: Date;
  /** True if the session can't be used until the second factor is given, within 10 minutes. */
  readonly awaitsFactor: boolean;
}

export interface StartSession {
  /** SHA-256 of the browser's previous session token. */
  readonly replaces: string | null;
  /** IP address of the request. */
  readonly address: string;
  /** The browser's User-Agent. */
  readonly userAgent?: string | null;
  /** The second factor used, if any. */
  readonly factor?: 'otp' | 'hwk' | null;
}

const LONGEST_USER_AGENT = 200;

/**
 * Starts a host panel session in a transaction; ends the browser's earlier session, found by its token's
 * SHA-256. If the account has a second factor and it wasn't given, the session waits for it.
 */
export async function startSession(
  ctx: SubgraphContext,
  accountId: number,
  { replaces, address, userAgent = null, factor = null }: StartSession,
): Promise<Started> {
  const { plain, hash } = mintToken('');
  const createdAt = ctx.clock.now();
  const after = (ms: number) => new Date(createdAt.getTime() + ms);
  return inTransaction(ctx, async (em) => {
    if (replaces !== null) await em.nativeDelete(HostSession, { tokenHash: replaces });
    const awaitsFactor = factor === null && (await hasFactor(em, accountId));
    const expiresAt = after(awaitsFactor ? FACTOR_TTL_MS : SESSION_TTL_MS);
    em.create(HostSession, {
      accountId,
      tokenHash: hash,
      amr: ['pwd', ...(factor ? [factor] : [])],
      elevatedUntil: awaitsFactor ? null : after(ELEVATED_MS),
      awaitsFactor,
      address,
      userAgent: userAgent?.slice(0, LONGEST_USER_AGENT).toWellFormed() ?? null,
      createdAt,
      expiresAt,
    });
    if (!awaitsFactor) {
      const doer = { accountId, installId: null, address };
      await recordForTeamsOf(ctx, em, accountId, { kind: 'session.started' }, doer);
      await recordAccountEvent(ctx, em, { accountId, kind: 'session.started', address, detail: factor });
    }
    return { token: plain, expiresAt, awaitsFactor };
  });
}
