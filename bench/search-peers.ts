import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import Fastify from 'fastify';
import { z } from 'zod';
import type { IslandContext } from '#db/context.ts';
import { parseDate } from '#kit/dates.ts';
import { staySearch } from '#subgraphs/catalog/queries/search.ts';
import { agentOf, openCatalog } from '../test/support/catalog.ts';

/**
 * What `bench/search.ts` compares the product with, in a process of its own: the same search of the same island behind a
 * hand-written JSON-RPC route, and behind the SDK's stateless wiring. Both know one storefront and check nothing else.
 */
const [databaseUrl = '', storefrontId = '1', baseUrl = ''] = process.argv.slice(2);
const catalog = await openCatalog(databaseUrl);
const ctx = catalog.as(agentOf(Number(storefrontId)));
const app = Fastify();

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

app.post('/stateless', async (request, reply) => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool(
    'search_catalog',
    {
      inputSchema: {
        catalog: z.object({ check_in: z.string(), check_out: z.string(), adults: z.number().optional() }),
      },
    },
    async ({ catalog }) => {
      const content = await find(ctx, catalog);
      return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
    },
  );
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  reply.hijack();
  reply.raw.on('close', () => {
    void server.close();
  });
  await server.connect(transport as never); // the SDK's own types disagree about an optional sessionId
  await transport.handleRequest(request.raw, reply.raw, request.body);
});

app.get('/cpu', async () => process.cpuUsage());

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);

async function find(ctx: IslandContext, { check_in, check_out, adults = 2 }: Search) {
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
