import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { normaliseEmail } from '../domain/credentials.ts';
import { newAccountRow } from '../steps/new-account.ts';
import { SIGN_UP, sealSignUp, type TakenSignUp } from '../store/sign-up-job.ts';

export interface SignUpRequest {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** Network address of the person signing up. */
  readonly address: string;
}

/**
 * Accepts a sign-up. A job later looks up whether the address has an account, so that neither the response
 * nor its timing reveals it. Refuses with `INVALID`, `BUSY`, or `SIGN_UP_CLOSED` if accounts require an
 * invitation.
 */
export async function requestSignUp(ctx: SubgraphContext, given: SignUpRequest): Promise<Refused> {
  if (ctx.config.signUp === 'invited') {
    return refuse('SIGN_UP_CLOSED', 'Accounts are by invitation only here. Ask a team to invite you.');
  }
  const row = await newAccountRow(ctx, given, signUpSalt(ctx, given.email));
  if ('userErrors' in row) return row;
  const { email, name, passwordHash } = row;
  const taken: TakenSignUp = { id: newUuid(), email, name, passwordHash, address: given.address };
  await inTransaction(ctx, (em) => schedule(ctx, em, SIGN_UP, sealSignUp(ctx, taken)));
  return { userErrors: NONE };
}

/**
 * Returns an address's salt, so that two sign-ups with one password share a hash. Different hashes then show
 * that two people signed up with the same address, and neither password is kept.
 */
function signUpSalt({ vault }: SubgraphContext, email: string): Buffer {
  const [key] = vault.derive('sign-up-salt');
  return createHmac('sha256', key).update(normaliseEmail(email)).digest().subarray(0, 16);
}
