import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { isEmail } from '#kit/email.ts';
import { PasswordsBusy } from '#kit/password-threads.ts';
import { HASH_OF_NOBODY, verifyPassword } from '#kit/passwords.ts';
import { normaliseEmail } from '../domain/credentials.ts';
import { recordForTeamsOf } from '../steps/record-for-teams.ts';
import { startSession } from '../steps/start-session.ts';
import { Account } from '../store/entities.ts';
import { type Counted, heldBackMs, recordFailure, signInCounts } from '../store/failed-attempts.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** IP address of the request. */
  readonly address: string;
  /** The browser's User-Agent. */
  readonly userAgent?: string | null;
  /** SHA-256 of the browser's previous session token, to be ended. */
  readonly replaces?: string | null;
}

/**
 * Reason why sign-in failed: wrong credentials, too many earlier failures, too many concurrent sign-ins, or a
 * suspended account.
 */
export type SignInRefusal = 'wrong' | 'held_back' | 'busy' | 'locked';

/** A new session, or why sign-in failed, with the seconds to wait if waiting helps. */
export interface SignedIn {
  readonly token: string | null;
  readonly expiresAt: Date | null;
  /** True if the second factor is still missing. */
  readonly awaitsFactor: boolean;
  readonly refusal: SignInRefusal | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * Signs someone in to the host panel with a new session and ends the browser's earlier one. Takes the same
 * time for an unknown email address and a wrong password. After too many failures for the account and
 * address together, the address, or the account, nothing is checked until the window ends; a password sent
 * concurrently with the wrong ones gets the same response as they do, even if it's correct
 * (docs/reference/platform-settings.md#sign-in-limits).
 */
export async function signIn(ctx: SubgraphContext, given: Credentials): Promise<SignedIn> {
  const email = normaliseEmail(given.email);
  const counts = signInCounts(email, given.address);
  const held = await heldBackMs(ctx, counts);
  if (held !== null) return heldBack(held);
  const account = isEmail(email) ? await reader(ctx).findOne(Account, { email }) : null;
  const hash = account?.passwordHash ?? HASH_OF_NOBODY;
  const verified = await unlessBusy(verifyPassword(given.password.slice(0, 1_000), hash));
  if (verified instanceof PasswordsBusy) return refused('busy', verified.retryAfterSeconds);
  const heldMeanwhile = await heldBackMs(ctx, counts);
  if (!account || !verified) {
    await recordRefusal(ctx, counts, { accountId: account?.id ?? NOBODY, address: given.address });
  }
  if (heldMeanwhile !== null) return heldBack(heldMeanwhile);
  if (!account || !verified) return refused('wrong', null);
  if (account.status === 'locked') return refused('locked', null);
  if (account.status === 'deleted') return refused('wrong', null);
  const session = await startSession(ctx, account.id, {
    replaces: given.replaces ?? null,
    address: given.address,
    userAgent: given.userAgent ?? null,
  });
  return { ...session, refusal: null, retryAfterSeconds: null };
}

/** An account id without any teams, so that a refusal takes just as long for an unknown account. */
const NOBODY = 0;

/** Counts a refused sign-in and records it in the audit trails of the account's teams. */
async function recordRefusal(
  ctx: SubgraphContext,
  counts: readonly Counted[],
  { accountId, address }: { readonly accountId: number; readonly address: string },
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    await recordFailure(ctx, counts, em);
    const doer = { accountId, installId: null, address };
    await recordForTeamsOf(ctx, em, accountId, { kind: 'session.refused' }, doer);
  });
}

const unlessBusy = (verifying: Promise<boolean>): Promise<boolean | PasswordsBusy> =>
  verifying.catch((error: unknown) => {
    if (error instanceof PasswordsBusy) return error;
    throw error;
  });

const refused = (refusal: SignInRefusal, retryAfterSeconds: number | null): SignedIn => ({
  token: null,
  expiresAt: null,
  awaitsFactor: false,
  refusal,
  retryAfterSeconds,
});

const heldBack = (ms: number): SignedIn => refused('held_back', Math.max(1, Math.ceil(ms / 1000)));
