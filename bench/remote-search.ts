import { parseArgs } from 'node:util';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import type { ServerProcess } from '../test/support/server-process.ts';
import { drive, openAgent, percentile, weekSearch } from './agent.ts';
import { databaseCpuMsOf, finelyCpuMsOf, printTable, untilWarm } from './support.ts';
import { openWorld } from './world.ts';

/**
 * Compares `search_catalog` over MCP on the product in one process with a gateway and five services over HTTP: the
 * CPU of all server processes and of PostgreSQL. `npx node bench/remote-search.ts`, with `--against ../other` to
 * add the services as checked out there, and `--effort 2` to multiply the requests. bench/joins.ts `--remote` does
 * the same for the developer API.
 */
const { values: options } = parseArgs({
  options: { effort: { type: 'string', default: '1' }, against: { type: 'string' } },
});
const CLIENTS = 4;
const CALLS = Math.ceil(300 * Number(options.effort));
/** The sides take turns in each round; the first is a warm-up. */
const ROUNDS = 5;
const FIRST_PORT = 4801;

const world = await openWorld();
const seeding = await world.startServer();
await seeding.stop();
const sides: {
  readonly name: string;
  readonly processes: readonly ServerProcess[];
  readonly costs: number[];
}[] = [];
sides.push({ name: 'in process', processes: [await world.startServer({ ROLE: 'gateway' })], costs: [] });
sides.push({ name: 'over HTTP', processes: await startRemote('.', FIRST_PORT), costs: [] });
if (options.against) {
  const processes = await startRemote(options.against, FIRST_PORT + SUBGRAPH_NAMES.length);
  sides.push({ name: `over HTTP in ${options.against}`, processes, costs: [] });
}
await Promise.all(sides.flatMap(({ processes }) => processes.map(untilWarm)));

for (let round = 0; round <= ROUNDS; round++) {
  for (const { processes, costs } of sides) {
    const cost = await costOf(processes);
    if (round > 0) costs.push(cost);
  }
}
const medians = sides.map(({ costs }) =>
  percentile(
    costs.toSorted((a, b) => a - b),
    0.5,
  ),
);
printTable(
  'search_catalog over MCP',
  ['', 'CPU us', 'to in process'],
  sides.map(({ name }, index) => {
    const cost = medians[index] ?? 0;
    return [name, (cost * 1000).toFixed(0), `${(cost / (medians[0] ?? 1)).toFixed(2)}x`];
  }),
);
await world.close();

/** Starts a gateway and five services; the gateway is first. */
async function startRemote(folder: string, firstPort: number): Promise<readonly ServerProcess[]> {
  const ports = new Map(SUBGRAPH_NAMES.map((name, index) => [name, String(firstPort + index)]));
  const urls = Object.fromEntries(
    [...ports].map(([name, port]) => [`SUBGRAPH_URL_${name.toUpperCase()}`, `http://127.0.0.1:${port}`]),
  );
  const settings = { ...urls, SUBGRAPHS: 'remote' };
  const script = `${folder}/server/main.ts`;
  const services = await Promise.all(
    [...ports].map(([name, PORT]) =>
      world.startServer({ ...settings, ROLE: `subgraph:${name}`, PORT }, script),
    ),
  );
  return [await world.startServer({ ...settings, ROLE: 'gateway' }, script), ...services];
}

/** CPU milliseconds per call, of the processes and PostgreSQL. */
async function costOf(processes: readonly ServerProcess[]): Promise<number> {
  const pids = processes.map(({ pid }) => pid);
  const cpu = async () => (await finelyCpuMsOf(pids)) + (await databaseCpuMsOf(world.databasePid));
  const agent = openAgent(processes[0]?.address ?? '', 'lakeside.localhost', CLIENTS);
  const before = await cpu();
  await drive(CLIENTS, CALLS, async (index) => {
    const { products } = await agent.call('search_catalog', weekSearch(10 + (index % 60)));
    if (!products?.length) throw new Error('The search found nothing.');
  });
  const after = await cpu();
  await agent.close();
  return (after - before) / CALLS;
}
