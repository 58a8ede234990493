import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { isEmail } from '#kit/email.ts';
import { newUuid } from '#kit/ids.ts';
import { normaliseEmail } from '../domain/credentials.ts';
import { FORGOT, type Forgotten } from '../store/forgot-job.ts';

/**
 * Accepts a forgotten-password request. A job later looks up whether the address has an account, so that
 * every address gets the same response in the same time.
 */
export async function requestReset(
  ctx: SubgraphContext,
  given: { readonly email: string; readonly address: string },
): Promise<boolean> {
  const email = normaliseEmail(given.email);
  const job: Forgotten = { id: newUuid(), email: isEmail(email) ? email : '', address: given.address };
  await inTransaction(ctx, (em) => schedule(ctx, em, FORGOT, job));
  return true;
}
