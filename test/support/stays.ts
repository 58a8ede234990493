import { request } from 'undici';
import { today } from './today.ts';

/** A stay an agent found. */
export interface FoundStay {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly currency: string;
  readonly available_units: number;
  readonly max_guests: number;
}

/** `YYYY-MM-DD` of the day that is so many days from today, as the houses of the tests count days. */
export const daysAhead = (days: number): string => today().add({ days }).toString();

/** The stays of a storefront for these dates, found the way an agent finds them: over MCP. */
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
