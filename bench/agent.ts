import { Pool } from 'undici';

/** An agent that calls tools by plain HTTP, so that a benchmark measures the server and not a client library. */
export interface BenchAgent {
  /** Calls a tool and returns its structured content. Throws on a status other than 200. */
  readonly call: (tool: string, args: object) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

/** Result fields that benchmarks read. */
export interface ToolAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly order?: { readonly id: string };
  readonly products?: readonly { readonly id: string }[];
  readonly messages?: readonly { readonly code: string }[];
}

const META = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } };

/** Returns the HTTP request for one tool call; `host` is the storefront's domain. */
export function toolRequest(host: string, tool: string, args: object, id = 1) {
  const given: { readonly meta?: object } = args;
  return {
    method: 'POST',
    path: '/api/mcp',
    headers: { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: tool, arguments: { ...args, meta: { ...META, ...given.meta } } },
    }),
  } as const;
}

/** Returns a search for two adults and a week that begins `days` days from today. */
export function weekSearch(days: number) {
  const from = Temporal.Now.plainDateISO('UTC').add({ days });
  return { catalog: { check_in: from.toString(), check_out: from.add({ days: 7 }).toString(), adults: 2 } };
}

/** Opens connections to a server; `host` is the storefront's domain. */
export function openAgent(address: string, host: string, connections: number): BenchAgent {
  const pool = new Pool(address, { connections, pipelining: 1 });
  let requests = 0;
  return {
    async call(tool, args) {
      requests += 1;
      const { statusCode, body } = await pool.request(toolRequest(host, tool, args, requests));
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${tool} answered ${statusCode}: ${text.slice(0, 300)}`);
      // Other tests check the shape against the official schemas; here it's only read.
      return (JSON.parse(text) as { result: { structuredContent: ToolAnswer } }).result.structuredContent;
    },
    close: () => pool.close(),
  };
}

/** Returns the item id for a stay `days` days from today. */
export function stayItem(unitTypeId: number, days: number, nights: number): string {
  const checkIn = Temporal.Now.plainDateISO('UTC').add({ days });
  return `stay:${unitTypeId}:${checkIn}:${checkIn.add({ days: nights })}:2:0`;
}

/** Runs `clients` loops until `count` jobs are done; returns every job's duration in milliseconds, sorted. */
export async function drive(
  clients: number,
  count: number,
  job: (index: number) => Promise<void>,
): Promise<number[]> {
  const durations: number[] = [];
  let next = 0;
  const loop = async () => {
    for (let index = next++; index < count; index = next++) {
      const startedAt = performance.now();
      await job(index);
      durations.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return durations.sort((a, b) => a - b);
}

/** Returns the value below which the given fraction (`share`) of the sorted numbers lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
