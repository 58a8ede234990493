import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { ViewerOf } from '#kit/viewer.ts';

/** Session tokens that a person has for the page of one app: the page needs one when it opens and one every few minutes. */
export const APP_SESSION_BUDGET: BudgetSize = { capacity: 20, restoredPerSecond: 0.5 };

/**
 * Spends one session token of what a person has for an app's page, so that a page which asks without pause does not keep
 * other people's pages from their tokens. Throws a `ProtocolError` 429 with `retryAfter` in seconds when there is none.
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
    `This app's page has requested too many session tokens: try again in ${retryAfterSeconds} s.`,
    { retryAfter: retryAfterSeconds },
  );
}
