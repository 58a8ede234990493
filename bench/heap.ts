import { drive, openAgent } from './agent.ts';
import { METRICS_HEADERS, openWorld } from './world.ts';

/** Heap of the server over 50,000 MCP calls: after each 10,000 it is collected and read. Flat means nothing is kept per call. */
const CALLS = Number(process.argv[2] ?? 50_000);
const STEPS = 5;

const world = await openWorld();
const server = await world.startServer({});
const agent = openAgent(server.address, 'lakeside.localhost', 16);

async function heapMb(): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`, { headers: METRICS_HEADERS })).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1e6;
}

/** The lowest of several readings: what is left when the collector has just run. */
async function heapMbAfterCollection(): Promise<number> {
  const readings: number[] = [];
  for (let reading = 0; reading < 20; reading += 1) {
    await drive(16, 100, search);
    readings.push(await heapMb());
  }
  return Math.min(...readings);
}

const search = async () => {
  await agent.call('search_catalog', { catalog: { adults: 2 } });
};

await drive(16, 2_000, search);
const heaps = [await heapMbAfterCollection()];
for (let step = 0; step < STEPS; step += 1) {
  await drive(16, CALLS / STEPS, search);
  heaps.push(await heapMbAfterCollection());
}
process.stdout.write(`heap after 0..${CALLS} calls, MB: ${heaps.map((mb) => mb.toFixed(1)).join(' ')}\n`);
await agent.close();
await world.close();
