import { request } from 'undici';
import { today } from './today.ts';

/** A stay found by an agent. */
export interface FoundStay {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly currency: string;
  readonly available_units: number;
  readonly max_guests: number;
}

/** The date this many days from today as `YYYY-MM-DD`, in the test properties' time zone. */
export const daysAhead = (days: number): string => today().add({ days }).toString();

/** A storefront's stays for these dates, found like an agent does: over MCP. */
export async function searchStays(
  address: string,
  host: string,
  catalog: {
    readonly check_in: string;
    readonly check_out: string;
    readonly adults?: number;
    readonly units?: number;
  },
): Promise<readonly FoundStay[]> {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_catalog', arguments: { catalog: { ...catalog, pagination: { limit: 100 } } } },
  };
  const { body } = await request(`${address}/api/mcp`, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(call),
  });
  const answer = (await body.json()) as {
    readonly result?: { readonly structuredContent?: { readonly products?: readonly FoundStay[] } };
  };
  const products = answer.result?.structuredContent?.products;
  if (!products) throw new Error(`The search failed: ${JSON.stringify(answer)}`);
  return products;
}
