import type { FastifyReply } from 'fastify';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { problem } from './problems.ts';
import type { Route } from './route.ts';

/**
 * Requests per minute for an access token; `forward` has a separate limit
 * (docs/interface/management.md#limits).
 */
export const REQUESTS_PER_MINUTE = 120;

/**
 * Counts a request against the limit for its token, or its address if unauthenticated, and sets the headers
 * with the remaining number. Throws `rate_limited` if the limit is reached.
 */
export async function limit(
  limiter: RateLimiter,
  bucket: Route['bucket'] | 'strangers',
  payer: string,
  reply: FastifyReply,
): Promise<void> {
  const { allowed, remaining, retryAfterSeconds } = await limiter.take(payer);
  reply.header('ratelimit-policy', `"${bucket}";q=${REQUESTS_PER_MINUTE};w=60`);
  reply.header('ratelimit', `"${bucket}";r=${remaining};t=${retryAfterSeconds}`);
  if (allowed) return;
  reply.header('retry-after', String(retryAfterSeconds));
  throw problem('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`);
}
