import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { TOOLS } from '#adapters/mcp/tools/tools.ts';

/** Runs one of the product's tools. */
export type CallTool = (name: string, args: unknown) => Promise<object>;

/**
 * Returns a server with the product's seven tools for one request, wired like the SDK's own stateless example
 * (`simpleStatelessStreamableHttp`): `getServer` creates everything, including the schemas. It declares no
 * output schemas, so the SDK doesn't validate results.
 */
export function getServer(call: CallTool): McpServer {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  const agent = z.object({ profile: z.string().max(2048).optional() });
  const key = z.string().min(1).max(255).describe('Makes a retry safe.');
  const meta = z.object({ 'ucp-agent': agent.optional(), 'idempotency-key': key.optional() }).optional();
  const metaWithKey = z.object({ 'ucp-agent': agent.optional(), 'idempotency-key': key });
  const id = z.string().min(1).max(255).describe('Id of the checkout session.');
  const lineItems = z
    .array(
      z.object({
        item: z.object({ id: z.string().min(1).max(255) }),
        quantity: z.int().min(1).max(100).default(1),
      }),
    )
    .min(1)
    .max(20);
  const buyer = z.object({
    first_name: z.string().max(100).optional(),
    last_name: z.string().max(100).optional(),
    email: z.string().max(254).optional(),
    phone_number: z.string().max(40).optional(),
  });

  register('search_catalog', {
    meta,
    catalog: z.object({
      check_in: z.string().max(40).optional().describe('First night, YYYY-MM-DD.'),
      check_out: z.string().max(40).optional().describe('Day of departure, YYYY-MM-DD.'),
      adults: z.int().min(1).max(1000).default(2),
      children: z.int().min(0).max(1000).default(0),
      units: z.int().min(1).max(100).default(1),
      query: z.string().max(200).optional(),
      pagination: z
        .object({ limit: z.int().min(1).max(100).default(20), cursor: z.string().max(500).optional() })
        .optional(),
    }),
  });
  register('lookup_catalog', {
    meta,
    id: z.string().max(255).optional(),
    catalog: z.object({ ids: z.array(z.string().max(255)).max(50) }).optional(),
  });
  register('create_checkout', {
    meta,
    checkout: z.object({ line_items: lineItems, buyer: buyer.optional() }),
  });
  register('get_checkout', { meta, id });
  register('update_checkout', {
    meta,
    id,
    checkout: z.object({ line_items: lineItems.optional(), buyer: buyer.optional() }),
  });
  register('complete_checkout', { meta: metaWithKey, id });
  register('cancel_checkout', { meta: metaWithKey, id });
  return server;

  function register(name: string, inputSchema: z.ZodRawShape): void {
    const listing = TOOLS.get(name)?.listing;
    server.registerTool(
      name,
      { title: String(listing?.title), description: String(listing?.description), inputSchema },
      async (args: unknown) => {
        const content = { ...(await call(name, args)) };
        return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
      },
    );
  }
}
