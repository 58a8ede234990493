import { createHash } from 'node:crypto';
import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { hashPassword, verifyPassword } from '#kit/passwords.ts';
import { isEmail, normaliseEmail } from '../domain/credentials.ts';
import { Account } from '../entities/accounts.ts';
import { heldBackMs, noteFailure } from './failed-attempts.ts';
import { type Started, startSession } from './start-session.ts';

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
    ? signedIn(await startSession(ctx, account.id, given.replaces ?? null))
    : heldBack(heldMeanwhile);
}

const signedIn = (session: Started): SignedIn => ({ ...session, retryAfterSeconds: null });

const heldBack = (ms: number): SignedIn => ({
  token: null,
  expiresAt: null,
  retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
});
