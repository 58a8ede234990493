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
  await spend(limiter, part === null ? key : `${key} ${part}`);
}

/** Counts a request against an address's limit, regardless of a storefront. Throws the same error. */
export const spendAddressBudget = (limiter: RateLimiter, { ip }: FastifyRequest): Promise<void> =>
  spend(limiter, budgetAddress(ip));

async function spend(limiter: RateLimiter, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(key);
  if (allowed) return;
  throw new ProtocolError(
    429,
    'rate_limited',
    `Too many requests from this address. Try again in ${retryAfterSeconds} s.`,
    { retryAfter: retryAfterSeconds },
  );
}
