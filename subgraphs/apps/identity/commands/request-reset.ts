import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { isEmail } from '#kit/email.ts';
import { newUuid } from '#kit/ids.ts';
import { normaliseEmail } from '../domain/credentials.ts';
import { FORGOT, type Forgotten } from '../store/forgot-job.ts';

/**
 * Takes the request of someone who forgot their password. Whether the address has an account is looked up by a job afterwards: the
 * answer, and the time it takes, are the same for every address.
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
