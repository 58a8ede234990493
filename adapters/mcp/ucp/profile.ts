import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { type Faults, refuse, toProtocolError } from '../../errors.ts';
import type { Storefront, Storefronts } from '../../storefront.ts';
import { CAPABILITY, UCP_VERSION } from '../transport/protocol.ts';
import { signingKeyDocument } from './generated.ts';
import { lodgingSchema } from './lodging-schema.ts';
import { LODGING_SCHEMA } from './to-lodging.ts';

export interface ProfileRoutes {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
}

const ACP_VERSIONS = ['2026-01-30', '2026-04-17'] as const;
const CACHE = 'public, max-age=60';
const version = UCP_VERSION;

/** What agents read first: the UCP profile, and ACP's discovery document where the host enabled ACP. */
export async function profileRoutes(
  app: FastifyInstance,
  { execute, storefronts }: ProfileRoutes,
): Promise<void> {
  app.setErrorHandler(answerProblem);

  app.get(LODGING_SCHEMA, async (request, reply) => {
    const { baseUrl } = await storefronts.forAgents(request);
    return reply.header('cache-control', CACHE).type('application/schema+json').send(lodgingSchema(baseUrl));
  });

  app.get('/.well-known/ucp', async (request, reply) => {
    const storefront = await storefronts.forAgents(request);
    const { storefrontByHost } = await execute(
      signingKeyDocument,
      { host: storefront.domain },
      { viewer: { kind: 'public' }, requestId: request.id },
    );
    const key = storefrontByHost?.signingKey;
    reply.header('cache-control', CACHE);
    return {
      ucp: {
        version,
        services: {
          'dev.ucp.shopping': [
            {
              version,
              transport: 'mcp',
              endpoint: `${storefront.baseUrl}/api/mcp`,
              schema: `https://ucp.dev/${version}/services/shopping/mcp.openrpc.json`,
            },
          ],
        },
        capabilities: {
          [CAPABILITY.search]: [{ version }],
          [CAPABILITY.lookup]: [{ version }],
          ...(storefront.instantBooking ? { [CAPABILITY.checkout]: [{ version }] } : {}),
        },
        payment_handlers: {},
      },
      signing_keys: key ? [{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', ...key }] : [],
      ...(offersAcp(storefront)
        ? {
            acp: {
              version: ACP_VERSIONS.at(-1),
              checkout_url: `${storefront.baseUrl}/api/acp/checkout_sessions`,
            },
          }
        : {}),
    };
  });

  app.get('/.well-known/acp.json', async (request, reply) => {
    const storefront = await storefronts.forAgents(request);
    if (!offersAcp(storefront)) {
      throw new ProtocolError(404, 'acp_off', 'This storefront does not offer ACP.');
    }
    reply.header('cache-control', CACHE);
    return {
      protocol: { name: 'acp', version: ACP_VERSIONS.at(-1), supported_versions: ACP_VERSIONS },
      api_base_url: `${storefront.baseUrl}/api/acp`,
      transports: ['rest'],
      capabilities: { services: ['checkout'] },
    };
  });
}

/** Only a host that takes instant bookings has an ACP checkout (docs/interface/storefronts.md#profile). */
const offersAcp = ({ acpEnabled, instantBooking }: Storefront) => acpEnabled && instantBooking;

function answerProblem(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toProtocolError(error, request, FAULTS);
  const { code, message, status } = known;
  return refuse(reply, known).send({ code, message, ...(status === 500 ? { request_id: request.id } : {}) });
}

const FAULTS: Faults = {
  log: 'the profile failed',
  failed: () => new ProtocolError(500, 'internal_error', 'Something went wrong on our side.'),
  refused: ({ statusCode }) => new ProtocolError(statusCode, 'bad_request', 'The request cannot be read.'),
};
