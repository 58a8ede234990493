interface Product {
  readonly id: string;
  readonly title: string;
}

interface Session {
  readonly id: string;
  readonly order?: { readonly id: string; readonly permalink_url: string };
}

type Arguments = Readonly<Record<string, unknown>> & { readonly meta?: object };

interface Answer<Result> {
  readonly error?: object;
  readonly result?: { readonly isError?: boolean; readonly structuredContent: Result };
}

const PROFILE = 'https://agent.example/.well-known/ucp';
const DAYS_AHEAD = 21;
const NIGHTS = 3;

/**
 * Books a stay at the storefront served at `localhost`, as an agent does over MCP: search, checkout,
 * complete.
 */
export async function bookStay(origin: string) {
  const dates = { check_in: day(DAYS_AHEAD), check_out: day(DAYS_AHEAD + NIGHTS) };
  const { products } = await call<{ products: readonly Product[] }>(origin, 'search_catalog', {
    catalog: dates,
  });
  const [stay] = products;
  if (!stay) throw new Error(`Nothing is free from ${dates.check_in}.`);
  const { id } = await call<Session>(origin, 'create_checkout', {
    checkout: {
      line_items: [{ item: { id: stay.id }, quantity: 1 }],
      buyer: { first_name: 'Ada', last_name: 'Byron', email: `ada+${Date.now()}@example.com` },
    },
  });
  const { order } = await call<Session>(origin, 'complete_checkout', { id, meta: { 'idempotency-key': id } });
  if (!order) throw new Error(`${stay.title} was taken meanwhile.`);
  return { reference: order.id, title: stay.title, permalink: order.permalink_url };
}

const day = (ahead: number) => Temporal.Now.plainDateISO().add({ days: ahead }).toString();

async function call<Result>(origin: string, name: string, args: Arguments): Promise<Result> {
  const meta = { 'ucp-agent': { profile: PROFILE }, ...args.meta };
  const response = await fetch(`${origin}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { ...args, meta } },
    }),
  });
  const { result, error } = (await response.json()) as Answer<Result>; // its tools guarantee these shapes
  if (!result || result.isError) throw new Error(`${name}: ${JSON.stringify(error ?? result)}`);
  return result.structuredContent;
}
