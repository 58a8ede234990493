import type { FastifyReply } from 'fastify';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { problem } from './problems.ts';
import type { Route } from './route.ts';

/** Requests a minute per access token, counted apart for `forward` (docs/interface/management.md#limits). */
export const REQUESTS_PER_MINUTE = 120;

/** Takes one request from the budget of a token, or of an unauthenticated address, and sets the headers with what is left. Throws `rate_limited` if nothing is. */
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
  throw problem('rate_limited', `Too many requests: try again in ${retryAfterSeconds} s.`);
}
