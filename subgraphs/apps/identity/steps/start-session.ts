import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { ELEVATED_MS, FACTOR_TTL_MS, SESSION_TTL_MS } from '../domain/sessions.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { HostSession } from '../store/entities.ts';
import { hasFactor } from '../store/factors.ts';
import { recordForTeamsOf } from './record-for-teams.ts';

/** A session that began: its token, for the browser's cookie. */
export interface Started {
  readonly token: string;
  readonly expiresAt: Date;
  /** The session is no one's until the second factor is shown, within 10 minutes. */
  readonly awaitsFactor: boolean;
}

export interface StartSession {
  /** SHA-256 of the session the browser had before. */
  readonly replaces: string | null;
  /** IP address of the request. */
  readonly address: string;
  /** What the browser calls itself. */
  readonly userAgent?: string | null;
  /** The second factor that was shown, where one was. */
  readonly factor?: 'otp' | 'hwk' | null;
}

const LONGEST_USER_AGENT = 200;

/**
 * Begins a session of the host panel, in its own transaction; the browser's earlier one, by its token's SHA-256, ends. Where the account
 * has a second factor and none was shown, it waits for that first.
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
