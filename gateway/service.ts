import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import mercurius from 'mercurius';
import type { Context } from '#kit/context.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { Keys } from '#kit/secrets.ts';
import type { Subgraph } from '#kit/subgraph.ts';
import { readViewerToken, VIEWER_HEADER, type ViewerClaims } from '#kit/viewer-token.ts';

export interface SubgraphServiceOptions {
  readonly subgraph: Subgraph;
  /** Keys that a gateway signs viewer headers with. */
  readonly viewerKeys: Keys;
  readonly contextFor: (claims: ViewerClaims) => Context;
  /** Answers larger than this are never asked for. */
  readonly bodyLimit?: number;
}

const BODY_LIMIT = 4 * 1024 * 1024;

/**
 * Serves one subgraph on `POST /graphql` for the gateway alone: a request without a valid signed viewer header gets 401,
 * whatever it asks for, `_entities` included.
 */
export async function subgraphService(app: FastifyInstance, options: SubgraphServiceOptions): Promise<void> {
  const { subgraph, viewerKeys, contextFor, bodyLimit = BODY_LIMIT } = options;
  const claims = new WeakMap<FastifyRequest, ViewerClaims>();

  const plugin: FastifyPluginAsync = async (service) => {
    service.addHook('onRequest', async (request) => {
      const token = request.headers[VIEWER_HEADER];
      const known = typeof token === 'string' ? readUnderAny(token, viewerKeys) : null;
      if (!known) throw new ProtocolError(401, 'unauthenticated', 'Only the gateway may ask this service.');
      claims.set(request, known);
    });
    service.addHook('onRoute', (route) => {
      route.bodyLimit = bodyLimit;
    });
    service.setErrorHandler((error, request, reply) => {
      const refused = error instanceof ProtocolError;
      if (!refused) request.log.error({ err: error }, 'the subgraph service failed');
      const message = refused ? error.message : 'The subgraph could not answer.';
      return reply.code(refused ? error.status : 500).send({ errors: [{ message }] });
    });
    await service.register(mercurius, {
      schema: subgraph.schema,
      path: '/graphql',
      graphiql: false,
      allowBatchedQueries: false,
      context: (request: FastifyRequest) => {
        const known = claims.get(request);
        if (!known) throw new ProtocolError(401, 'unauthenticated', 'Only the gateway may ask this service.');
        return contextFor(known);
      },
    });
  };
  await app.register(plugin);
}

/** The claims of a viewer header under whichever of the keys signed it. */
function readUnderAny(token: string, keys: Keys): ViewerClaims | null {
  const now = new Date();
  for (const key of keys) {
    const known = readViewerToken(token, key, now);
    if (known) return known;
  }
  return null;
}
