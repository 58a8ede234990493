import { buildSchema, getIntrospectionQuery } from 'graphql';
import { apiSdl } from '#schema/sdl.ts';
import { hostileDocument } from '../test/support/hostile-documents.ts';
import { chanceOf } from '../test/support/seeded.ts';
import { percentile } from './agent.ts';
import { METRICS_HEADERS, openWorld } from './world.ts';

/**
 * Sends hostile documents to the developer GraphQL API, one after another. Measures the server process's CPU
 * time until each is served or refused, and the longest event loop delay. Then sends random hostile
 * documents; the argument is their number (200). On a busy machine the event loop also waits for a core,
 * whereas CPU time counts only the product, across all its threads.
 */
const REPEATS = 20;

const deep = (levels: number) =>
  `{ ${'properties { nodes { unitTypes { property { '.repeat(levels)}id${' } } } }'.repeat(levels)} }`;
const aliased = (count: number) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: apiVersion`).join(' ')} }`;
const doubling = Array.from(
  { length: 24 },
  (_, n) => `fragment F${n} on Query { a: apiVersion ...F${n + 1} ...F${n + 1} }`,
).join(' ');

const ATTACKS: Readonly<Record<string, string>> = {
  '50 levels deep': JSON.stringify({ query: deep(50) }),
  '5,000 levels of braces': JSON.stringify({ query: `${'{ a '.repeat(5_000)}${'}'.repeat(5_000)}` }),
  '300 aliases': JSON.stringify({ query: aliased(300) }),
  '6,000 aliases': JSON.stringify({ query: aliased(6_000) }),
  'a batch of 100': JSON.stringify(Array.from({ length: 100 }, () => ({ query: '{ apiVersion }' }))),
  'a fragment cycle': JSON.stringify({
    query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  }),
  'fragments that double 24 times': JSON.stringify({
    query: `{ ...F0 } ${doubling} fragment F24 on Query { apiVersion }`,
  }),
  'a list literal 400 deep': JSON.stringify({
    query: `{ tasks(filter: { updatedSince: ${'['.repeat(400)}${']'.repeat(400)} }) { nodes { id } } }`,
  }),
  'conditions that double 9 times': JSON.stringify({
    query: `query (${Array.from({ length: 9 }, (_, n) => `$v${n}: Boolean = true`).join(' ')}) { ...F0 } ${Array.from({ length: 9 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} @include(if: $v${n}) ...F${n + 1} @skip(if: $v${n}) }`).join(' ')} fragment F9 on Query { apiVersion currentApp { name } }`,
  }),
  'all types 45 times': JSON.stringify({
    query: `{ __schema { types { ${Array.from({ length: 45 }, (_, n) => `a${n}: fields { name description args { name } }`).join(' ')} } } }`,
  }),
  'what tools ask about the schema': JSON.stringify({ query: getIntrospectionQuery() }),
  '900 directives': JSON.stringify({ query: `{ apiVersion ${'@x '.repeat(900)} }` }),
};

const world = await openWorld();
const server = await world.startServer({ TRUSTED_PROXIES: '127.0.0.1' });
let asked = 0;
/** A new client each time: a used-up budget would refuse the document before it's planned. */
const stranger = () => `198.18.${(asked >> 8) & 255}.${asked++ & 255}`;
await (await fetch(`${server.address}/healthz`)).text(); // excludes modules that the client loads on first use

/** Process usage in milliseconds; the delay is the longest since the previous reading. */
async function usage() {
  const text = await (await fetch(`${server.address}/metrics`, { headers: METRICS_HEADERS })).text();
  const read = (name: string) => 1000 * Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    cpuMs: read('process_cpu_seconds_total'),
    delayMs: read('nodejs_eventloop_lag_max_seconds'),
  };
}

/** Cost of reading the metrics, to be subtracted. */
const READING_MS = await (async () => {
  const costs: number[] = [];
  for (let n = 0, before = await usage(); n < 20; n += 1) {
    const after = await usage();
    costs.push(after.cpuMs - before.cpuMs);
    before = after;
  }
  return percentile(
    costs.sort((a, b) => a - b),
    0.5,
  );
})();

/** Sends a body repeatedly and measures each response. */
async function measure(body: string, repeats: number) {
  const cpu: number[] = [];
  const delays: number[] = [];
  const statuses = new Set<number>();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const before = await usage();
    const answer = await fetch(`${server.address}/developer/api/2026-01/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': stranger() },
      body,
    });
    await answer.arrayBuffer();
    const after = await usage();
    cpu.push(Math.max(0, after.cpuMs - before.cpuMs - READING_MS));
    delays.push(after.delayMs);
    statuses.add(answer.status);
  }
  const most = (values: readonly number[]) => Math.max(...values);
  return {
    statuses,
    first: cpu[0] ?? 0,
    p50: percentile(
      cpu.toSorted((a, b) => a - b),
      0.5,
    ),
    most: most(cpu),
    delay: most(delays),
  };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

for (const [name, body] of Object.entries(ATTACKS)) {
  const { statuses, first, p50, most, delay } = await measure(body, REPEATS);
  process.stdout.write(
    `${name}: ${[...statuses].join(' ')}, CPU first ${ms(first)}, p50 ${ms(p50)}, most ${ms(most)}; event loop held ${ms(delay)} at most\n`,
  );
}

const drawn = Number(process.argv[2] ?? 200);
const schema = buildSchema(apiSdl('2026-01'));
const answers = new Map<number, number>();
const all: { readonly cpu: number; readonly delay: number; readonly number: number }[] = [];
for (let number = 0; number < drawn; number += 1) {
  const query = hostileDocument(chanceOf(number), schema);
  const { most, delay, statuses } = await measure(JSON.stringify({ query }), 1);
  for (const status of statuses) answers.set(status, (answers.get(status) ?? 0) + 1);
  all.push({ cpu: most, delay, number });
}
all.sort((a, b) => b.cpu - a.cpu);
const over = all.filter(({ cpu }) => cpu > 100).map(({ number }) => number);
process.stdout.write(
  `${drawn} hostile documents (${[...answers].map(([status, count]) => `${count} x ${status}`).join(', ')}): CPU p50 ${ms(all[Math.floor(drawn / 2)]?.cpu ?? 0)}, most ${ms(all[0]?.cpu ?? 0)} (seed ${all[0]?.number}), ${over.length} over 100 ms${over.length ? ` (seeds ${over.join(' ')})` : ''}; event loop held ${ms(Math.max(...all.map(({ delay }) => delay)))} at most\n`,
);
await world.close();
