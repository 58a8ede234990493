import type { FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import type { Storefront } from './storefront.ts';

/**
 * Spends one request of a budget an address has at a storefront: MCP and ACP share one (docs/interface/storefronts.md#limits), guests who
 * choose how to pay have their own. `part` names one of several budgets of the same size. Throws a `ProtocolError` 429 with `retryAfter` in seconds when it is used up.
 */
export async function spendBudget(
  limiter: RateLimiter,
  request: FastifyRequest,
  storefront: Storefront,
  part: string | null = null,
): Promise<void> {
  const key = `${storefront.id} ${budgetAddress(request.ip)}`;
  const { allowed, retryAfterSeconds } = await limiter.take(part === null ? key : `${key} ${part}`);
  if (allowed) return;
  throw new ProtocolError(
    429,
    'rate_limited',
    `Too many requests from this address: try again in ${retryAfterSeconds} s.`,
    { retryAfter: retryAfterSeconds },
  );
}
