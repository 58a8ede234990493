import type { FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';

/**
 * Maximum sign-ups and forgotten password requests from an address per hour
 * (docs/interface/accounts.md#limits).
 */
export const ACCOUNT_REQUESTS_PER_HOUR = 20;

/** Counts an account request. Throws a `ProtocolError` 429 if the limit is reached. */
export async function spendAccountRequest(limiter: RateLimiter, { ip }: FastifyRequest): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(budgetAddress(ip));
  if (allowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new ProtocolError(
    429,
    'rate_limited',
    `Too many requests from your network. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
    { retryAfter: retryAfterSeconds },
  );
}

/** Returns a form's sender for the security log. */
export const senderOf = (request: FastifyRequest) => ({
  address: budgetAddress(request.ip),
  userAgent: request.headers['user-agent'] ?? null,
});
