import type { FastifyRequest } from 'fastify';
import type { Budgets } from '#kit/budgets.ts';
import type { Execute, Operation } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { agentViewer, type Storefronts } from '../storefront.ts';
import type { Visit } from './visit.ts';

export interface StorefrontPages {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  /** Requests of an address for pages, at all storefronts. */
  readonly pageBudgets: Budgets;
  /** New sessions of an address for each placed frame. */
  readonly frameLimiter: RateLimiter;
  /** What an address may ask of payment apps at one storefront. */
  readonly paymentLimiter: RateLimiter;
  /** How often an address may send the form that books. */
  readonly bookingLimiter: RateLimiter;
  /** Requests to book that an address may place at one storefront. */
  readonly requestLimiter: RateLimiter;
  /** The platform's own index for language models, where the request came to its API's name; empty elsewhere. */
  readonly platformIndex: (request: FastifyRequest) => Promise<string>;
}

/** Runs an operation for a guest of whom nothing is known. */
export const ask = <TResult, TVariables>(
  { execute }: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
) => execute(operation, variables, { viewer: { kind: 'public' }, requestId: request.id });

/** Runs an operation for a guest who looks for a stay or books one: their surface of the checkout is `direct`. */
export const askAsGuest = <TResult, TVariables>(
  { execute }: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  { storefront }: Visit,
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
) =>
  execute(operation, variables, {
    viewer: agentViewer(storefront, 'direct', null),
    requestId: request.id,
  });
