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
  /** What the browser calls itself. */
  readonly userAgent?: string | null;
  /** SHA-256 of the session the browser had before, which ends. */
  readonly replaces?: string | null;
}

/** Why no one signed in: wrong credentials, too many of them before, too many people at once, or an account that is suspended. */
export type SignInRefusal = 'wrong' | 'held_back' | 'busy' | 'locked';

/** A new session; or why there is none, with the seconds to wait where waiting helps. */
export interface SignedIn {
  readonly token: string | null;
  readonly expiresAt: Date | null;
  /** Whether the second factor is still to be shown. */
  readonly awaitsFactor: boolean;
  readonly refusal: SignInRefusal | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * Signs someone in to the host panel: a session of its own every time, the browser's earlier one ends. Takes the same time
 * for an unknown e-mail and a wrong password. After too many failures of the account and address together, of the address, or
 * of the account, nothing is looked at until the window ends; a password that was tried at the same time as the wrong ones is
 * answered like them, right or wrong (docs/reference/platform-settings.md#sign-in-limits).
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

/** Belongs to no team, so that a refusal costs the same for an account there is not. */
const NOBODY = 0;

/** Counts a refused sign-in and keeps it in the audit trail of the account's teams. */
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
