import { percentile } from './agent.ts';
import { openWorld } from './world.ts';

/** Documents made to hurt, sent to the developer GraphQL one after another: how long each takes to be refused. */
const REPEATS = 50;

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
  '900 directives': JSON.stringify({ query: `{ apiVersion ${'@x '.repeat(900)} }` }),
};

const world = await openWorld();
const server = await world.startServer();
await (await fetch(`${server.address}/healthz`)).text(); // what the client loads on first use is not the server's
for (const [name, body] of Object.entries(ATTACKS)) {
  const durations: number[] = [];
  const statuses = new Set<number>();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${server.address}/developer/api/2026-01/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    durations.push(performance.now() - startedAt);
    statuses.add(answer.status);
  }
  durations.sort((a, b) => a - b);
  process.stdout.write(
    `${name}: ${[...statuses].join(' ')}, p50 ${percentile(durations, 0.5).toFixed(1)} ms, slowest ${percentile(durations, 1).toFixed(1)} ms\n`,
  );
}
await world.close();
