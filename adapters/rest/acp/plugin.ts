import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { MAX_BODY } from '#schema/limits.ts';
import { watchMethods } from '../../other-methods.ts';
import { spendBudget } from '../../rate-limit.ts';
import type { Storefront, Storefronts } from '../../storefront.ts';
import { requireKey, requireSignature } from './authenticate.ts';
import { sendError } from './errors.ts';
import { codecFor, requireKnownVersion } from './negotiate.ts';
import { addRoutes } from './routes.ts';
import type { AcpSurface } from './surface.ts';

/** Options for the ACP adapter. */
export interface AcpRoutes {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  readonly rateLimiter: RateLimiter;
}

/**
 * Serves the ACP REST checkout. Register it in its own scope under `/api/acp`
 * (docs/interface/acp.md#endpoints). The checks run in this order: rate limit, key, signature, version, body
 * (docs/interface/acp.md#order-of-checks).
 */
export async function acpRoutes(
  app: FastifyInstance,
  { execute, storefronts, rateLimiter }: AcpRoutes,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, raw, done) =>
    done(null, raw),
  );
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new ProtocolError(404, 'not_found', "This endpoint doesn't exist; ACP uses /checkout_sessions.");
  });
  app.decorateRequest('acp', null);

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('api-version', codecFor(request).version).header('cache-control', 'no-store');
    for (const name of ['request-id', 'idempotency-key']) {
      const given = request.headers[name];
      if (given !== undefined) void reply.header(name, given);
    }
    const storefront = await storefronts.of(request);
    await spendBudget(rateLimiter, request, storefront);
    const { signingRequired } = await requireKey(execute, request, storefront);
    if (!isOffered(storefront, request.method)) {
      throw new ProtocolError(404, 'not_found', "This storefront doesn't offer the ACP checkout.");
    }
    request.setDecorator<AcpSurface>('acp', { storefront, signingRequired });
  });

  app.addHook('preHandler', async (request) => {
    const { storefront, signingRequired } = request.getDecorator<AcpSurface>('acp');
    if (signingRequired) await requireSignature(execute, request, storefront);
    requireKnownVersion(request);
  });

  const refuseOtherMethods = watchMethods(app);
  addRoutes(app, execute);
  refuseOtherMethods(
    (allowed) => new ProtocolError(405, 'method_not_allowed', `This endpoint accepts ${allowed}.`),
  );
}

/** Sessions and their bookings stay readable after the host turns instant bookings off. */
function isOffered({ agentBookings, instantBooking, acpEnabled }: Storefront, method: string): boolean {
  return agentBookings && acpEnabled && (instantBooking || method === 'GET');
}
