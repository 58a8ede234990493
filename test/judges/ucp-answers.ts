import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import type { TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import type { Recorded } from './official-schemas.ts';

/** A UCP version: the path at which a storefront serves it, and the official schemas for its responses. */
export interface Edition {
  readonly profile: string;
  readonly endpoint: string;
  readonly schemas: Readonly<Record<string, string>>;
}

/** The tools' schemas, below a version's schema folder. */
export const toolSchemas = (base: string) => ({
  search_catalog: `${base}shopping/catalog_search.json#/$defs/search_response`,
  lookup_catalog: `${base}shopping/catalog_lookup.json#/$defs/lookup_response`,
  get_product: `${base}shopping/catalog_lookup.json#/$defs/get_product_response`,
  checkout: `${base}shopping/checkout.json`,
});

const BUYER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** Parts of a tool's response needed for the next call. */
interface Answer {
  readonly id?: string;
  readonly ucp?: { readonly status?: string };
  readonly products?: readonly { readonly id: string; readonly max_guests: number }[];
}

/** Records a conversation with three storefronts that covers every tool and every type of response. */
export async function recordUcp(server: TestPlatform, edition: Edition): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const [host, talk] of [
    ['lakeside.localhost', browse],
    ['lakeside.localhost', book],
    ['harbour.localhost', book],
    ['alpine.localhost', book],
  ] as const) {
    const http = storefrontHttp(server.address, host);
    const profile = (await http.get(edition.profile)).json;
    recorded.push({ name: `${host}: profile`, schema: schemaOf('profile', edition), answer: profile });
    await talk(callerAt(http, { host, edition, recorded }));
    await http.close();
  }
  return recorded;
}

type Call = (title: string, tool: string, args: object) => Promise<Answer>;

interface Conversation {
  readonly host: string;
  readonly edition: Edition;
  readonly recorded: Recorded[];
}

/** Calls tools and keeps their responses. */
function callerAt(http: StorefrontHttp, { host, edition, recorded }: Conversation): Call {
  return async (title, tool, args) => {
    const meta = {
      'ucp-agent': { profile: 'https://agent.example/.well-known/ucp' },
      'idempotency-key': `${tool} ${title}`,
    };
    const params = { name: tool, arguments: { meta, ...args } };
    const { json } = await http.send(
      'POST',
      edition.endpoint,
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    );
    const answer: Answer | undefined = json.result?.structuredContent;
    if (!answer) throw new Error(`${tool} did not answer: ${JSON.stringify(json)}`);
    const kind = answer.ucp?.status === 'error' ? 'error' : tool in edition.schemas ? tool : 'checkout';
    recorded.push({ name: `${host}: ${tool}, ${title}`, schema: schemaOf(kind, edition), answer });
    return answer;
  };
}

function schemaOf(kind: string, { schemas }: Edition): string {
  const schema = schemas[kind];
  if (!schema) throw new Error(`No schema is known for ${kind}.`);
  return schema;
}

const stay = (from: number, nights = 4) => ({
  check_in: daysAhead(from),
  check_out: daysAhead(from + nights),
});

async function browse(call: Call): Promise<void> {
  await call('without dates', 'search_catalog', { catalog: {} });
  await call('nothing found', 'search_catalog', { catalog: { query: 'submarine' } });
  await call('dates in the past', 'search_catalog', { catalog: stay(-10) });
  const { products = [] } = await call('a page of two', 'search_catalog', {
    catalog: { ...stay(40), adults: 2, pagination: { limit: 2 } },
  });
  const [first, second] = products;
  await call('one', 'lookup_catalog', { id: first?.id });
  await call('two and one unknown', 'lookup_catalog', {
    catalog: { ids: [first?.id, second?.id, 'unknown'] },
  });
  await call('unknown', 'lookup_catalog', { id: 'unknown' });
  await call('no product', 'create_checkout', { line_items: [{ item: { id: 'unknown' }, quantity: 1 }] });
  await call('malformed', 'create_checkout', { line_items: [] });
  await call('unknown session', 'get_checkout', { id: 'unknown' });
}

async function book(call: Call): Promise<void> {
  const { products = [] } = await call('dated', 'search_catalog', { catalog: { ...stay(60), adults: 1 } });
  const line_items = products.slice(0, 1).map(({ id }) => ({ item: { id }, quantity: 1 }));
  const many = line_items.map((line) => ({ ...line, quantity: 50 }));
  const { id } = await call('without a buyer', 'create_checkout', { line_items });
  await call('incomplete', 'complete_checkout', { id });
  await call('too many units', 'update_checkout', { id, line_items: many, buyer: BUYER });
  await call('as it was', 'update_checkout', { id, line_items, buyer: BUYER });
  await call('ready', 'get_checkout', { id });
  await call('completed', 'complete_checkout', { id });
  await call('completed, read again', 'get_checkout', { id });
  await call('completed already', 'update_checkout', { id, line_items });
  const other = await call('to be canceled', 'create_checkout', { line_items, buyer: BUYER });
  await call('canceled', 'cancel_checkout', { id: other.id });
  await call('canceled already', 'complete_checkout', { id: other.id });
}
