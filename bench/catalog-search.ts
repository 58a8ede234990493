import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { statements } from '#db/transaction.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import { agentOf, dayFromNow, openCatalog, sell } from '../test/support/catalog.ts';
import { openBenchPostgres } from './postgres.ts';

/**
 * Catalog search only, 7 nights, a page of 20, at 8 clients: at storefronts with 20 and with 1,000 unit
 * types, idle, and while ten unit types' nights change every 100 ms. Run: node bench/catalog-search.ts
 */
const CLIENTS = 8;
const SECONDS = 3;

const server = await openBenchPostgres();
const catalog = await openCatalog(server.url);

for (const size of [20, 1_000]) {
  const { storefrontId, unitTypeIds } = await sell(
    catalog.as(),
    Array.from({ length: size }, (_, i) => ({ name: `Type ${i}`, units: 4, weekDiscount: 500 })),
  );
  const ctx = catalog.as(agentOf(storefrontId));
  const search = (from: number) =>
    staySearch(ctx, {
      checkIn: dayFromNow(from),
      checkOut: dayFromNow(from + 7),
      adults: 2,
      children: 0,
      units: 1,
      limit: 20,
    });
  const began = performance.now();
  const { totalCount } = await search(30);
  print(`${size} unit types: first search ${(performance.now() - began).toFixed(0)} ms, ${totalCount} found`);
  await measure(`${size} unit types, quiet`, search);
  let writing = true;
  const writer = (async () => {
    while (writing) {
      const some = Array.from({ length: 10 }, () => unitTypeIds[Math.floor(Math.random() * size)]);
      await sql`UPDATE catalog.night SET closed = 1 - closed
        WHERE unit_type_id = ANY (${some}) AND night < ${dayFromNow(40).toString()}::date`.execute(
        statements(ctx),
      );
      await sleep(100);
    }
  })();
  await measure(`${size} unit types, nights changing`, search);
  writing = false;
  await writer;
}
await catalog.close();
await server.close();

async function measure(title: string, search: (from: number) => Promise<unknown>): Promise<void> {
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  const until = started + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let from = 1; performance.now() < until; from = (from % 300) + 1) {
        const asked = performance.now();
        await search(from);
        latencies.push(performance.now() - asked);
        if (latencies.length % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = ((user + system) / 1_000 / latencies.length).toFixed(3);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2);
  print(
    `${title}: ${Math.round(latencies.length / elapsed)} searches/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, CPU ${cpuMs} ms each`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
