import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { hashPassword, verifyPassword } from '#kit/passwords.ts';
import { mintToken } from '#kit/secrets.ts';
import { isEmail, normaliseEmail } from '../domain/credentials.ts';
import { SESSION_TTL_MS, SIGN_IN_FAILURES, SIGN_IN_WINDOW_MS } from '../domain/sessions.ts';
import { Account } from '../entities/accounts.ts';
import { HostSession } from '../entities/oauth.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Network address of who signs in. */
  readonly address: string;
  /** SHA-256 of the session the browser had before, which ends. */
  readonly replaces?: string | null;
}

/** A new session; or nobody's, with the seconds to wait where attempts are held back. */
export interface SignedIn {
  readonly token: string | null;
  readonly expiresAt: Date | null;
  readonly retryAfterSeconds: number | null;
}

/** Verified instead of nobody's hash, so that an unknown e-mail takes as long as a wrong password. */
const nobody = hashPassword('nobody signs in with this');

/**
 * Signs somebody in to the host panel: a session of its own every time, the browser's earlier one ends. Takes the same time
 * for an unknown e-mail and a wrong password. After 5 failures in 15 minutes for an account and address nothing is looked at
 * until the window ends, nor is a right password that was tried at the same time as the wrong ones (running.md "limits").
 */
export async function signIn(ctx: IslandContext, given: Credentials): Promise<SignedIn> {
  const email = normaliseEmail(given.email);
  const key = createHash('sha256').update(`${email} ${given.address}`).digest('base64url');
  const held = await heldBackMs(ctx, key);
  if (held !== null) return heldBack(held);
  const account = isEmail(email) ? await reader(ctx).findOne(Account, { email }) : null;
  const verified = await verifyPassword(
    given.password.slice(0, 1_000),
    account?.passwordHash ?? (await nobody),
  );
  if (!account || !verified) {
    await noteFailure(ctx, key);
    return { token: null, expiresAt: null, retryAfterSeconds: null };
  }
  const heldMeanwhile = await heldBackMs(ctx, key);
  return heldMeanwhile === null
    ? startSession(ctx, account.id, given.replaces ?? null)
    : heldBack(heldMeanwhile);
}

async function startSession(
  ctx: IslandContext,
  accountId: number,
  replaces: string | null,
): Promise<SignedIn> {
  const { plain, hash } = mintToken('');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_TTL_MS);
  await inTransaction(ctx, async (em) => {
    if (replaces !== null) await em.nativeDelete(HostSession, { tokenHash: replaces });
    em.create(HostSession, { accountId, tokenHash: hash, createdAt, expiresAt });
  });
  return { token: plain, expiresAt, retryAfterSeconds: null };
}

/** How long attempts are still held back; null where they are not. */
async function heldBackMs(ctx: IslandContext, key: string): Promise<number | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ readonly endsAt: Date | string }>`
    SELECT ends_at AS "endsAt" FROM apps.sign_in_failures
    WHERE key = ${key} AND ends_at > ${now} AND failures >= ${SIGN_IN_FAILURES}`.execute(statements(ctx));
  const [row] = rows;
  return row ? new Date(row.endsAt).getTime() - now.getTime() : null;
}

const heldBack = (ms: number): SignedIn => ({
  token: null,
  expiresAt: null,
  retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
});

async function noteFailure(ctx: IslandContext, key: string): Promise<void> {
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + SIGN_IN_WINDOW_MS);
  await sql`
    INSERT INTO apps.sign_in_failures AS f (key, failures, ends_at) VALUES (${key}, 1, ${endsAt})
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.ends_at <= ${now} THEN 1 ELSE f.failures + 1 END,
      ends_at = CASE WHEN f.ends_at <= ${now} THEN excluded.ends_at ELSE f.ends_at END`.execute(
    statements(ctx),
  );
}
