import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { drive, openAgent } from './agent.ts';
import { installApps } from './installs.ts';
import { METRICS_HEADERS, openWorld } from './world.ts';

/**
 * Measures the server's heap over many requests, after a collection at each fifth. A flat result means that
 * the server retains nothing per request. `node bench/heap.ts` calls `search_catalog` 50,000 times; `node
 * bench/heap.ts texts` sends 10,000 distinct documents to the developer API: half differ only in their
 * literals, and the other half have unique names.
 */
const TEXTS = process.argv[2] === 'texts';
const CALLS = TEXTS ? 10_000 : 50_000;
const STEPS = 5;
const CLIENTS = TEXTS ? 4 : 16;
const COLLECTIONS = 8;

const world = await openWorld();
/**
 * Forces full collections: otherwise the process leaves garbage while memory is free. With an argument, `gc`
 * collects only the young generation.
 */
const server = await world.startServer({
  NODE_OPTIONS: "--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>gc())",
});
const ask = TEXTS ? await textsThatDoNotRepeat() : callsOfAnAgent();

async function heapMb(): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`, { headers: METRICS_HEADERS })).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1e6;
}

/**
 * Collects several times: V8 drops unused code only after some collections, and each collection can free
 * memory for the next.
 */
async function heapMbAfterCollection(): Promise<number> {
  for (let collection = 0; collection < COLLECTIONS; collection += 1) {
    process.kill(server.pid, 'SIGUSR2');
    await setTimeout(700);
  }
  return heapMb();
}

await drive(CLIENTS, 2_000, ask);
const heaps = [await heapMbAfterCollection()];
for (let step = 0; step < STEPS; step += 1) {
  await drive(CLIENTS, CALLS / STEPS, ask);
  heaps.push(await heapMbAfterCollection());
}
process.stdout.write(`heap after 0..${CALLS} calls, MB: ${heaps.map((mb) => mb.toFixed(1)).join(' ')}\n`);
await world.close();

function callsOfAnAgent(): () => Promise<void> {
  const agent = openAgent(server.address, 'lakeside.localhost', CLIENTS);
  return async () => void (await agent.call('search_catalog', { catalog: { adults: 2 } }));
}

async function textsThatDoNotRepeat(): Promise<() => Promise<void>> {
  const pool = new Pool(server.address, { connections: CLIENTS, pipelining: 1 });
  const installs = await installApps({ ...server, database: world.database }, 40, ['read_tasks']);
  let asked = 0;
  return async () => {
    const n = asked++;
    const since = new Date(1_577_836_800_000 + n * 1_000).toISOString();
    const name = n % 2 ? `t${n}: ` : '';
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/developer/api/unstable/graphql',
      headers: {
        authorization: `Bearer ${installs.at(n % installs.length)?.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        query: `{ ${name}tasks(first: 1, filter: { updatedSince: "${since}" }) { nodes { id taskType } } }`,
      }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
  };
}
