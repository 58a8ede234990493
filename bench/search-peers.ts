import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { TOOLS } from '#adapters/mcp/tools/tools.ts';
import { newDescriptions } from '#adapters/mcp/ucp/descriptions.ts';
import { agentViewer, openStorefronts } from '#adapters/storefront.ts';
import type { SubgraphContext } from '#db/context.ts';
import { openRateLimiter } from '#db/limits/postgres.ts';
import { readConfig } from '#kit/config.ts';
import { parseDate } from '#kit/dates.ts';
import { openPlatform } from '#server/platform.ts';
import { staySearch } from '#subgraphs/catalog/queries/search.ts';
import { agentOf, openCatalog } from '../test/support/catalog.ts';
import { type CallTool, getServer } from './stateless-server.ts';

/**
 * What `bench/search.ts` compares the product with, in a process of its own: a hand-written JSON-RPC route that asks the
 * catalog subgraph directly, knows one storefront and checks nothing; and the product's own tools, storefront lookup and rate
 * limit behind the SDK's stateless wiring, a server and a transport for every request: as the SDK's example has it, and with
 * the schemas made once.
 */
const [databaseUrl = '', storefrontId = '1', baseUrl = ''] = process.argv.slice(2);
const catalog = await openCatalog(databaseUrl);
const ctx = catalog.as(agentOf(Number(storefrontId)));
const app = Fastify();

const platform = await openPlatform(readConfig({ ...process.env, ROLE: 'gateway', PORT: '0' }));
const storefronts = openStorefronts({ execute: platform.execute, localStorefront: null });
const descriptions = newDescriptions();
const rateLimiter = openRateLimiter({ db: platform.db, name: 'peer', limit: 1e9, windowMs: 60_000 });

/** The product's own tools as the SDK takes them; schemas are made once, which favours this peer. */
const REGISTERED = [...TOOLS.values()].map((tool) => ({
  name: tool.name,
  title: String(tool.listing.title),
  description: String(tool.listing.description),
  inputSchema: schemaOf(tool.listing.inputSchema),
  outputSchema: schemaOf(successOf(tool.listing.outputSchema)),
}));

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
  const content = await find(ctx, body.params.arguments.catalog);
  const result = { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', id: body.id, result }));
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

/** Serves one request with a server of its own. */
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
  await server.connect(transport as never); // the SDK's own types disagree about an optional sessionId
  await transport.handleRequest(request.raw, reply.raw, request.body);
}

app.get('/cpu', async () => process.cpuUsage());

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);

/** The shape of a success alone: the SDK checks no errors against it. */
function successOf(listed: unknown) {
  const { properties, required, anyOf } = listed as Listed; // as defineTool writes it
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
  return z.fromJSONSchema(listed as Parameters<typeof z.fromJSONSchema>[0]) as z.ZodObject; // tools take objects
}

async function find(ctx: SubgraphContext, { check_in, check_out, adults = 2 }: Search) {
  const { offers, totalCount, hasNextPage, endCursor } = await staySearch(ctx, {
    checkIn: parseDate(check_in),
    checkOut: parseDate(check_out),
    adults,
    children: 0,
    units: 1,
    limit: 20,
  });
  return {
    ucp: { version: '2026-04-08' },
    products: offers.map((offer) => {
      const price = { amount: offer.price, currency: offer.currency };
      return {
        id: offer.itemId,
        title: offer.title,
        description: offer.description,
        price: offer.price,
        currency: offer.currency,
        price_range: { min: price, max: price },
        available_units: offer.availableUnits,
        check_in: String(offer.checkIn),
        check_out: String(offer.checkOut),
        nights: offer.nights,
        max_guests: offer.maxGuests,
        url: `${baseUrl}/stays/${offer.unitTypeId}`,
        variants: [
          {
            id: offer.itemId,
            title: offer.title,
            description: { plain: offer.description },
            price,
            availability: { available: offer.available },
          },
        ],
      };
    }),
    pagination: {
      has_next_page: hasNextPage,
      ...(hasNextPage ? { cursor: endCursor } : {}),
      total_count: totalCount,
    },
  };
}
