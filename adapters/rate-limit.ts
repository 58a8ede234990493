import type { FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import type { Storefront } from './storefront.ts';

/**
 * Counts a request against an address's limit at a storefront: MCP and ACP share a limit, and guests choosing
 * how to pay have a separate limit (docs/interface/storefronts.md#limits). `part` selects between several
 * limits with the same size. Throws a `ProtocolError` 429 with `retryAfter` in seconds if the limit is
 * reached.
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
    `Too many requests from this address. Try again in ${retryAfterSeconds} s.`,
    { retryAfter: retryAfterSeconds },
  );
}
