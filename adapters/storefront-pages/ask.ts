import type { FastifyRequest } from 'fastify';
import type { Execute, Operation } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import type { Storefronts } from '../storefront.ts';

export interface StorefrontPages {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  /** What an address may ask of payment apps at one storefront. */
  readonly paymentLimiter: RateLimiter;
}

/** Runs an operation for a guest of whom nothing is known. */
export const ask = <TResult, TVariables>(
  { execute }: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
) => execute(operation, variables, { viewer: { kind: 'public' }, requestId: request.id });
