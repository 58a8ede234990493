import { newUuid } from '#kit/ids.ts';
import { dayFromNow, lineOf, openCatalog, quoteAndHold, sell } from '../test/support/catalog.ts';
import { openBenchPostgres } from './postgres.ts';

/**
 * Measures holds per second at 16 clients on the embedded PostgreSQL (fsync on): spread over 20 unit types,
 * on one hot unit type, and two-item carts in random order. Run: node bench/hold-stay.ts
 */
const CLIENTS = 16;
const SECONDS = 5;

const server = await openBenchPostgres();
const catalog = await openCatalog(server.url);
const ctx = catalog.as();

const many = Array.from({ length: 20 }, (_, i) => ({ name: `Type ${i}`, units: 10_000 }));
const { storefrontId, unitTypeIds } = await sell(ctx, many);
const [hot = 0] = unitTypeIds;
const pick = () => unitTypeIds[Math.floor(Math.random() * unitTypeIds.length)] ?? hot;
const from = () => 1 + Math.floor(Math.random() * 300);

const scenarios = {
  spread: () => {
    const start = from();
    return [lineOf(pick(), start, start + 3)];
  },
  'one hot unit type, same nights': () => [lineOf(hot, 5, 8)],
  'two-item carts, random order': () => {
    const start = 5 + Math.floor(Math.random() * 3);
    return [lineOf(pick(), start, start + 3), lineOf(pick(), start, start + 3)];
  },
};

for (const [name, cart] of Object.entries(scenarios)) {
  const latencies: number[] = [];
  let refused = 0;
  let failed = 0;
  const until = performance.now() + SECONDS * 1_000;
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) {
        const began = performance.now();
        try {
          const { held } = await quoteAndHold(ctx, storefrontId, cart(), { holdId: newUuid() });
          if (!held) refused++;
        } catch {
          failed++;
        }
        latencies.push(performance.now() - began);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  process.stdout.write(
    `${name}: ${Math.round((latencies.length - refused - failed) / elapsed)} holds/s, refused ${refused}, failed ${failed}, ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, node CPU ${((user + system) / 1_000 / latencies.length).toFixed(2)} ms a hold ` +
      `(${dayFromNow(0)})\n`,
  );
}
await catalog.close();
await server.close();
