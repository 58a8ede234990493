import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { storefrontByHostDocument } from '#adapters/generated.ts';
import type { PricedFragment } from '#adapters/mcp/tools/generated.ts';
import { TOOLS } from '#adapters/mcp/tools/tools.ts';
import { CAPABILITY } from '#adapters/mcp/transport/protocol.ts';
import { newDescriptions } from '#adapters/mcp/ucp/descriptions.ts';
import { disclosures } from '#adapters/mcp/ucp/disclosures.ts';
import { fitPage } from '#adapters/mcp/ucp/fit-page.ts';
import { rawJson, writeJson } from '#adapters/mcp/ucp/raw-json.ts';
import { ucpOf } from '#adapters/mcp/ucp/to-product.ts';
import { draft } from '#adapters/mcp/ucp/written.ts';
import { agentViewer, openStorefronts, type Storefront } from '#adapters/storefront.ts';
import type { SubgraphContext } from '#db/context.ts';
import { openRateLimiter } from '#db/limits/postgres.ts';
import { readConfig } from '#kit/config.ts';
import { parseDate } from '#kit/dates.ts';
import { openPlatform } from '#server/platform.ts';
import type { StayOffer } from '#subgraphs/catalog/generated.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import { agentOf, openCatalog } from '../test/support/catalog.ts';
import { type CallTool, getServer } from './stateless-server.ts';

/**
 * Peers for `bench/search.ts`, in a separate process. The first is a hand-written JSON-RPC route that queries
 * the catalog subgraph directly, serves one storefront and skips all checks, but writes a result's products
 * as our server does, from cached texts. The others combine our server's tools, storefront look-up and rate
 * limit with the SDK's stateless wiring, which creates a server and a transport per request: once as in the
 * SDK's example, and once with schemas created only once.
 */
const [databaseUrl = '', storefrontId = '1', baseUrl = ''] = process.argv.slice(2);
const catalog = await openCatalog(databaseUrl);
const app = Fastify();

const platform = await openPlatform(readConfig({ ...process.env, ROLE: 'gateway', PORT: '0' }));
// Cached descriptions are keyed by this read model's revisions.
const ctx = { ...catalog.as(agentOf(Number(storefrontId))), services: platform.services };
const storefronts = openStorefronts({ execute: platform.execute, localStorefront: null });
const descriptions = newDescriptions();
const rateLimiter = openRateLimiter({ db: platform.db, name: 'peer', limit: 1e9, windowMs: 60_000 });

/** The hand-written route serves only this storefront. */
const { storefrontByHost: known } = await platform.execute(
  storefrontByHostDocument,
  { host: new URL(baseUrl).hostname },
  { viewer: { kind: 'public' }, requestId: 'peer' },
);
if (!known) throw new Error(`There is no storefront at ${baseUrl}.`);
const storefront: Storefront = { ...known, baseUrl, clientAddress: '127.0.0.1', asked: null };
const viewer = agentViewer(storefront, 'mcp', null);
const describing: Parameters<typeof descriptions.of>[1] = {
  storefront,
  execute: (operation, variables) => platform.execute(operation, variables, { viewer, requestId: 'peer' }),
};

const PAGE = 20;
const UCP = ucpOf(CAPABILITY.search);

/** The product's tools in the SDK's format; schemas are created once, which favors this peer. */
const REGISTERED = [...TOOLS.values()].map((tool) => ({
  name: tool.name,
  title: String(tool.listing.title),
  description: String(tool.listing.description),
  inputSchema: schemaOf(tool.listing.inputSchema),
  outputSchema: schemaOf(successOf(tool.listing.outputSchema)),
}));

type Priced = PricedFragment & { readonly content: { readonly revision: string } };

interface Call {
  readonly id: number;
  readonly params: { readonly arguments: { readonly catalog: Search } };
}

interface Search {
  readonly check_in: string;
  readonly check_out: string;
  readonly adults?: number | undefined;
}

app.post<{ Body: Call }>('/hand-written', async ({ body }, reply) => {
  const { plain, escaped } = writeJson(await find(ctx, body.params.arguments.catalog));
  const result = `{"content":[{"type":"text","text":"${escaped}"}],"structuredContent":${plain}}`;
  return reply
    .type('application/json; charset=utf-8')
    .send(Buffer.from(`{"jsonrpc":"2.0","id":${body.id},"result":${result}}`));
});

app.post('/stateless', (request, reply) => serveOnce(request, reply, getServer));

app.post('/stateless-schemas-once', (request, reply) =>
  serveOnce(request, reply, (call) => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' });
    for (const { name, title, description, inputSchema, outputSchema } of REGISTERED) {
      server.registerTool(name, { title, description, inputSchema, outputSchema }, async (args: unknown) => {
        const content = { ...(await call(name, args)) };
        return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
      });
    }
    return server;
  }),
);

/** Creates a server and serves one request with it. */
async function serveOnce(request: FastifyRequest, reply: FastifyReply, make: (call: CallTool) => McpServer) {
  const storefront = await storefronts.forAgents(request);
  await rateLimiter.take(`${storefront.id} ${request.ip}`);
  const server = make(async (name, args) => {
    const tool = TOOLS.get(name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const { content } = await tool.call(args as Record<string, unknown>, (profile) => ({
      storefront,
      descriptions,
      official: false,
      execute: (operation, variables) =>
        platform.execute(operation, variables, {
          viewer: agentViewer(storefront, 'mcp', profile),
          requestId: request.id,
        }),
    }));
    return content;
  });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  reply.hijack();
  reply.raw.on('close', () => {
    void server.close();
  });
  await server.connect(transport as never); // the SDK's types disagree about an optional sessionId
  await transport.handleRequest(request.raw, reply.raw, request.body);
}

app.get('/cpu', async () => process.cpuUsage());

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);

/** Returns only the success shape: the SDK doesn't validate errors against it. */
function successOf(listed: unknown) {
  const { properties, required, anyOf } = listed as Listed; // the format that defineTool writes
  return {
    type: 'object',
    required: [...required, ...(anyOf[0]?.required ?? [])],
    properties: { ...properties, ...anyOf[0]?.properties },
  };
}

interface Listed {
  readonly properties: object;
  readonly required: readonly string[];
  readonly anyOf: readonly { readonly properties: object; readonly required: readonly string[] }[];
}

function schemaOf(listed: unknown) {
  // tool arguments are objects
  return z.fromJSONSchema(listed as Parameters<typeof z.fromJSONSchema>[0]) as z.ZodObject;
}

async function find(ctx: SubgraphContext, { check_in, check_out, adults = 2 }: Search) {
  const { offers, totalCount, hasNextPage, endCursor } = await staySearch(ctx, {
    checkIn: parseDate(check_in),
    checkOut: parseDate(check_out),
    adults,
    children: 0,
    units: 1,
    limit: PAGE,
  });
  const priced = offers.map(asPriced);
  const described = await descriptions.of(priced, describing);
  const found = priced.flatMap((offer, index) => {
    const description = described[index];
    return description ? [{ offer, description }] : [];
  });
  const messages = found.flatMap(({ offer, description }, index) =>
    disclosures(offer, description, `$.products[${index}]`),
  );
  const others = {
    pagination: {
      has_next_page: hasNextPage,
      ...(hasNextPage ? { cursor: endCursor } : {}),
      total_count: totalCount,
    },
    ...(messages.length > 0 ? { messages } : {}),
  };
  const drafts = found.map(({ offer, description }) =>
    draft(offer, description, { storefront, official: false }),
  );
  const room = { limit: PAGE, others: Buffer.byteLength(JSON.stringify(others)) };
  return { ucp: UCP, products: rawJson(fitPage(drafts, room)), ...others };
}

/** Converts the subgraph's offer to GraphQL's form: its id and timestamps become strings. */
function asPriced(offer: StayOffer) {
  const { cancelling, unitTypeId } = offer;
  const freeUntil = cancelling?.freeUntil ? new Date(cancelling.freeUntil).toISOString() : null;
  return {
    ...offer,
    unitTypeId: String(unitTypeId),
    cancelling: cancelling ? { ...cancelling, freeUntil } : null,
  } as Priced; // fields that can be undefined are always set for a stay
}
