import type { FastifyRequest } from 'fastify';
import type { Budgets } from '#kit/budgets.ts';
import type { Execute, Operation } from '#kit/execute.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { agentViewer, type Storefronts } from '../storefront.ts';
import type { FormTokens } from './form-tokens.ts';
import type { Themes } from './theme/themes.ts';
import type { Visit } from './visit.ts';

export interface StorefrontPages {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  readonly themes: Themes;
  /** Limits an address's page requests at all storefronts. */
  readonly pageBudgets: Budgets;
  /** Limits an address's new sessions for each placed frame. */
  readonly frameLimiter: RateLimiter;
  /** Limits an address's requests to payment apps at one storefront. */
  readonly paymentLimiter: RateLimiter;
  /** Limits an address's booking form submissions. */
  readonly bookingLimiter: RateLimiter;
  /** Limits an address's requests to book at one storefront. */
  readonly requestLimiter: RateLimiter;
  /** Stored files: logos on invoices. */
  readonly objects: ObjectStore;
  /** CSRF tokens for forms on bookings' pages. */
  readonly formTokens: FormTokens;
  /** True if the host name is the platform's own, where hosts preview their looks. */
  readonly isPlatformHost: (hostname: string) => boolean;
  /**
   * Returns the platform's own index for language models if the request reached its API's host name; empty
   * elsewhere.
   */
  readonly platformIndex: (request: FastifyRequest) => Promise<string>;
  /**
   * Returns that index's address if the request reached another host name; null for the API's host name, and if the
   * documentation isn't built.
   */
  readonly docsIndex: (request: FastifyRequest) => string | null;
}

/** Runs an operation for an anonymous guest. */
export const ask = <TResult, TVariables>(
  { execute }: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
) => execute(operation, variables, { viewer: { kind: 'public' }, requestId: request.id });

/** Runs an operation for a guest who searches for or books a stay; the checkout surface is `direct`. */
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
