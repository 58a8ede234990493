import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Context } from '#kit/context.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { Keys } from '#kit/secrets.ts';
import type { Subgraph } from '#kit/subgraph.ts';
import {
  type ReadToken,
  readViewerToken,
  VIEWER_HEADER,
  VIEWER_LIFETIME_MS,
  type ViewerClaims,
} from '#kit/viewer-token.ts';
import { INTERNAL, rootCause } from '../engine/errors.ts';
import { createCompiledFetches } from './compiled-fetches.ts';

export interface SubgraphServiceOptions {
  readonly subgraph: Subgraph;
  /** Keys for verifying the gateway's viewer headers. */
  readonly viewerKeys: Keys;
  readonly contextFor: (claims: ViewerClaims) => Context;
  /** Largest request body, in bytes. */
  readonly bodyLimit?: number;
}

/** A theme of 5 MB in Base64 has 6.7 MB. */
const BODY_LIMIT = 8 * 1024 * 1024;
const JSON_TYPE = 'application/json';

/**
 * Serves one subgraph on `POST /graphql` for the gateway only: a request without a viewer header signed by
 * the gateway for this subgraph and this body gets 401, whatever it requests, `_entities` included. Repeated query
 * texts run compiled, all others in mercurius.
 */
export async function subgraphService(app: FastifyInstance, options: SubgraphServiceOptions): Promise<void> {
  const { default: mercurius } = await import('mercurius'); // only a subgraph's own process needs it
  const { subgraph, viewerKeys, contextFor, bodyLimit = BODY_LIMIT } = options;
  const tokens = new WeakMap<FastifyRequest, ReadToken>();
  const claims = new WeakMap<FastifyRequest, ViewerClaims>();
  const refusals = new WeakMap<FastifyRequest, ProtocolError>();
  /** Stored, because mercurius requests a context before it prints an error and has no other way to find it. */
  const refuse = (request: FastifyRequest, why = 'Only the gateway can call this service.') => {
    const refusal = new ProtocolError(401, 'unauthenticated', why);
    refusals.set(request, refusal);
    return refusal;
  };

  const plugin: FastifyPluginAsync = async (service) => {
    // Checks everything that doesn't need the body before it's read; GET requests have no body and end here.
    service.addHook('onRequest', async (request) => {
      const header = request.headers[VIEWER_HEADER];
      const token = typeof header === 'string' ? readViewerToken(header, viewerKeys, new Date()) : null;
      if (token?.subgraph !== subgraph.name) throw refuse(request);
      if (Math.abs(token.ageMs) >= VIEWER_LIFETIME_MS) throw refuse(request, outOfTime(token.ageMs));
      tokens.set(request, token);
    });
    const parseJson = service.getDefaultJsonParser('error', 'error');
    service.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
      const token = tokens.get(request);
      if (!token?.isFor(body)) return done(refuse(request));
      claims.set(request, token.claims);
      parseJson(request, body.toString(), done);
    });
    service.addHook('preValidation', async (request) => {
      if (!claims.has(request)) throw refuse(request);
    });
    service.addHook('onRoute', (route) => {
      route.bodyLimit = bodyLimit;
      // The surface has checked the text, or passes it on to the subgraph's own rules, e.g. for manifests.
      route.config = { ...route.config, namesUnstorable: true };
    });
    service.setErrorHandler((error, request, reply) => {
      const refused = error instanceof ProtocolError;
      if (!refused) request.log.error({ err: error }, 'Failed to run a subgraph operation');
      const message = refused ? error.message : "The subgraph couldn't respond.";
      return reply.code(refused ? error.status : 500).send({ errors: [{ message }] });
    });
    const compiled = createCompiledFetches(subgraph);
    service.addHook<{ Body: unknown }>('preHandler', async (request, reply) => {
      const known = claims.get(request);
      const asked = fetchIn(request.body);
      const fetch = known && asked && compiled(asked.query, asked.operationName ?? undefined);
      if (!fetch) return;
      const result = await fetch(asked.variables ?? {}, contextFor(known));
      for (const error of result.errors ?? []) {
        if (error.extensions.code !== INTERNAL) continue;
        request.log.error({ err: rootCause(error) }, 'Failed to run a subgraph operation');
      }
      return reply.type(JSON_TYPE).send(JSON.stringify(result));
    });
    await service.register(mercurius, {
      schema: subgraph.schema,
      path: '/graphql',
      graphiql: false,
      allowBatchedQueries: false,
      context: (request: FastifyRequest) => {
        const known = claims.get(request);
        if (!known) throw refusals.get(request) ?? refuse(request);
        return contextFor(known);
      },
    });
  };
  await app.register(plugin);
}

interface AskedFetch {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

/** Returns the body as the gateway sends it; null for any other body, which mercurius refuses. */
function fetchIn(body: unknown): AskedFetch | null {
  if (typeof body !== 'object' || body === null) return null;
  const { query, operationName, variables } = body as { readonly [name in keyof AskedFetch]: unknown };
  const isOurs =
    typeof query === 'string' &&
    (typeof operationName === 'string' || operationName === null || operationName === undefined) &&
    (typeof variables === 'object' || variables === undefined) &&
    !Array.isArray(variables);
  return isOurs ? (body as AskedFetch) : null;
}

/** A replayed request is too old, and so is any request if the two machines' clocks differ. */
const outOfTime = (ageMs: number) =>
  `The request was signed ${Math.round(Math.abs(ageMs) / 1000)} s ${ageMs > 0 ? 'ago' : 'ahead of this clock'}.`;
