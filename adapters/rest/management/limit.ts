import type { FastifyReply } from 'fastify';
import { problem } from './problems.ts';
import type { Route } from './route.ts';

/** What this adapter needs of a rate limiter. */
export interface RateLimiter {
  readonly take: (key: string) => Taken | Promise<Taken>;
}

interface Taken {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
}

/** Requests a minute per access token, counted apart for `forward` (decisions.md section 6). */
export const REQUESTS_PER_MINUTE = 120;

/** Takes one request from a token's budget and says in the headers what is left. Throws `rate_limited` where nothing is. */
export async function limit(
  limiter: RateLimiter,
  bucket: Route['bucket'],
  tokenHash: string,
  reply: FastifyReply,
): Promise<void> {
  const { allowed, remaining, retryAfterSeconds } = await limiter.take(`management:${bucket}:${tokenHash}`);
  reply.header('ratelimit-policy', `"${bucket}";q=${REQUESTS_PER_MINUTE};w=60`);
  reply.header(
    'ratelimit',
    `"${bucket}";r=${Math.max(0, Math.floor(remaining))}${allowed ? '' : `;t=${retryAfterSeconds}`}`,
  );
  if (allowed) return;
  reply.header('retry-after', String(retryAfterSeconds));
  throw problem('rate_limited', `Too many requests: try again in ${retryAfterSeconds} s.`);
}
