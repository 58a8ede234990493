import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { type Faults, refuse, toProtocolError } from '../../errors.ts';
import type { Storefront, Storefronts } from '../../storefront.ts';
import {
  CAPABILITY,
  mcpPath,
  NEWER_UCP_VERSION,
  UCP_VERSION,
  type UcpVersion,
} from '../transport/protocol.ts';
import { lodgingSchema } from './lodging-schema.ts';
import { signingKeys } from './signing-keys.ts';
import { LODGING_SCHEMA } from './to-lodging.ts';

export interface ProfileRoutes {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
}

const ACP_VERSIONS = ['2026-01-30', '2026-04-17'] as const;
const CACHE = 'public, max-age=60';

/**
 * Serves the first documents an agent reads: the UCP profile, and ACP's discovery document if the host
 * enabled ACP.
 */
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
    const keys = await signingKeys(execute, storefront, request.id);
    reply.header('cache-control', CACHE);
    return {
      ucp: {
        version: UCP_VERSION,
        supported_versions: {
          [NEWER_UCP_VERSION]: `${storefront.baseUrl}/.well-known/ucp/${NEWER_UCP_VERSION}`,
        },
        ...offeredIn(UCP_VERSION, storefront),
      },
      signing_keys: keys,
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

  app.get(`/.well-known/ucp/${NEWER_UCP_VERSION}`, async (request, reply) => {
    const storefront = await storefronts.forAgents(request);
    const keys = await signingKeys(execute, storefront, request.id);
    reply.header('cache-control', CACHE);
    return { ucp: { version: NEWER_UCP_VERSION, ...offeredIn(NEWER_UCP_VERSION, storefront) }, keys };
  });

  app.get('/.well-known/acp.json', async (request, reply) => {
    const storefront = await storefronts.forAgents(request);
    if (!offersAcp(storefront)) {
      throw new ProtocolError(404, 'acp_off', "This storefront doesn't offer ACP.");
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

/** Returns a storefront's services and capabilities in a UCP version. */
function offeredIn(version: UcpVersion, { baseUrl, instantBooking }: Storefront) {
  const isNewer = version === NEWER_UCP_VERSION;
  const capabilities = [
    [CAPABILITY.search, 'catalog_search'],
    [CAPABILITY.lookup, 'catalog_lookup'],
    ...(instantBooking ? [[CAPABILITY.checkout, 'checkout'] as const] : []),
  ].map(([name, schema]) => {
    // The newer version composes its validation from the schemas named in a profile.
    const named = isNewer ? { schema: `https://ucp.dev/${version}/schemas/shopping/${schema}.json` } : {};
    return [name, [{ version, ...named }]] as const;
  });
  return {
    services: {
      'dev.ucp.shopping': [
        {
          version,
          transport: 'mcp',
          endpoint: `${baseUrl}${mcpPath(version)}`,
          schema: `https://ucp.dev/${version}/services/shopping/mcp.openrpc.json`,
        },
      ],
    },
    capabilities: Object.fromEntries(capabilities),
    payment_handlers: {},
  };
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
  refused: ({ statusCode }) => new ProtocolError(statusCode, 'bad_request', "The request can't be read."),
};
