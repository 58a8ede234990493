import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { ViewerOf } from '#kit/viewer.ts';

/**
 * Session tokens that a person can request for one app's page: the page needs a token when it opens and
 * another every few minutes.
 */
export const APP_SESSION_BUDGET: BudgetSize = { capacity: 20, restoredPerSecond: 0.5 };

/**
 * Counts a session token against a person's limit for an app's page, so that a page that constantly requests
 * tokens doesn't block other pages. Throws a `ProtocolError` 429 with `retryAfter` in seconds if the limit is
 * reached.
 */
export async function spendAppSession(
  budgets: Budgets,
  { accountId }: ViewerOf<'hostUser'>,
  slug: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await budgets.take(`${accountId} ${slug}`, 1);
  if (allowed) return;
  throw new ProtocolError(
    429,
    'rate_limited',
    `This app's page has requested too many session tokens. Try again in ${retryAfterSeconds} s.`,
    { retryAfter: retryAfterSeconds },
  );
}
