import { parseArgs } from 'node:util';
import { openDatabase } from '#db/database.ts';
import { systemClock } from '#kit/clock.ts';
import { addProperty } from '#subgraphs/catalog/index.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import { openChanges } from '#subgraphs/catalog/stays/read-model/changes.ts';
import { openReadModel } from '#subgraphs/catalog/stays/read-model/read-model.ts';
import { ENTITIES } from '#subgraphs/catalog/store/entities.ts';
import { agentOf, dayFromNow, openCatalog, ROOM, sell } from '../test/support/catalog.ts';
import { databaseCpuMsOf, printTable } from './support.ts';
import { openWorld } from './world.ts';

/**
 * Measures a two-night search (`staySearch`) at storefronts that are in memory and at storefronts that aren't, which one
 * statement serves; and the first search at a storefront with many unit types. Run with `npx node
 * bench/cold-storefronts.ts`; `--storefronts 400` and `--large 10000` set the sizes.
 */
const { values: options } = parseArgs({
  options: { storefronts: { type: 'string', default: '400' }, large: { type: 'string', default: '10000' } },
});
const UNIT_TYPES = 3;
/** Unit types per property: the most that one can have. */
const AT_ONCE = 1_000;

const world = await openWorld();
const server = await world.startServer();
await server.stop();
const catalog = await openCatalog(world.databaseUrl);
const many: number[] = [];
for (let index = 0; index < Number(options.storefronts); index++)
  many.push((await sell(catalog.as(), Array.from({ length: UNIT_TYPES }, typeOf))).storefrontId);
const large = await openLarge(Number(options.large));
await catalog.close();
await world.database.query('ANALYZE');

const log = { info: () => {}, warn: () => {}, error: () => {} };
const db = await openDatabase({ url: world.databaseUrl, entities: ENTITIES, queues: [], log });

/** A process's read model with this much memory, as a context for searches. */
function openProcess(bytesKept: number) {
  const readModel = openReadModel({ db, clock: systemClock, log, changes: openChanges(db), bytesKept });
  const base = { db, clock: systemClock, log, services: { catalog: { readModel } } };
  // A search uses nothing else.
  return (storefrontId: number) =>
    ({ ...base, viewer: agentOf(storefrontId) }) as unknown as Parameters<typeof staySearch>[0];
}

const search = { adults: 2, children: 0, units: 1, limit: 20, text: null, after: null, filters: null };
const two = { ...search, checkIn: dayFromNow(20), checkOut: dayFromNow(22) };

const roomy = openProcess(1_000_000_000);
const cramped = openProcess(0);
for (const id of many.slice(0, 50))
  for (let times = 0; times < 2; times++)
    await staySearch(roomy(id), { ...two, checkIn: null, checkOut: null });
const rows: string[][] = [];
for (let round = 0; round < 5; round++) {
  const held = await measure(
    many.slice(0, 50).flatMap((id) => Array(8).fill(id)),
    roomy,
  );
  const cold = await measure(many, cramped);
  rows.push([
    `${held.us} us`,
    `${cold.us} us`,
    `${(cold.us / held.us).toFixed(2)}x`,
    `${cold.postgres} us in PostgreSQL`,
  ]);
}
printTable(
  'A two-night search',
  ['', 'in memory', 'not in memory', 'ratio', ''],
  rows.map((row, i) => [`round ${i + 1}`, ...row]),
);
for (const name of ['first', 'second', 'third']) {
  const at = performance.now();
  const { totalCount } = await staySearch(roomy(large), two);
  process.stdout.write(
    `${name} search among ${options.large} unit types: ${Math.round(performance.now() - at)} ms, ${totalCount} offers\n`,
  );
}
await db.close();
await world.close();
process.exit(0);

/** Microseconds of our CPU and PostgreSQL's per search. */
async function measure(ids: readonly number[], at: ReturnType<typeof openProcess>) {
  const [cpu, postgres] = [process.cpuUsage(), await databaseCpuMsOf(world.databasePid)];
  for (const id of ids) await staySearch(at(id), two);
  const { user, system } = process.cpuUsage(cpu);
  const inPostgres = ((await databaseCpuMsOf(world.databasePid)) - postgres) * 1_000;
  return {
    us: Math.round((user + system + inPostgres) / ids.length),
    postgres: Math.round(inPostgres / ids.length),
  };
}

function typeOf(_: unknown, index: number) {
  const markdown = 'A room with a balcony over the water; breakfast is in the lodge from seven.';
  return { name: `Type ${index}`, description: markdown, units: 4 };
}

async function openLarge(size: number): Promise<number> {
  const { storefrontId } = await sell(catalog.as(), Array.from({ length: Math.min(size, AT_ONCE) }, typeOf));
  const property = { storefrontId, name: 'Seehof', timeZone: 'Europe/Zurich', currency: 'EUR' };
  for (let more = size - AT_ONCE; more > 0; more -= AT_ONCE) {
    const unitTypes = Array.from({ length: Math.min(more, AT_ONCE) }, (_, index) => ({
      ...ROOM,
      ...typeOf(_, index),
    }));
    await addProperty(catalog.as(), { ...property, unitTypes });
  }
  return storefrontId;
}
