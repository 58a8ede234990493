import { buildSchema, getIntrospectionQuery } from 'graphql';
import { apiSdl } from '#schema/sdl.ts';
import { hostileDocument } from '../test/faults/hostile-documents.ts';
import { chanceOf } from '../test/support/seeded.ts';
import { percentile } from './agent.ts';
import { openWorld } from './world.ts';

/**
 * Documents made to hurt, sent to the developer GraphQL one after another: how long each takes to be answered or refused; then
 * hostile documents drawn at random, as many as its argument is (200).
 */
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
const server = await world.startServer();
await (await fetch(`${server.address}/healthz`)).text(); // what the client loads on first use is not the server's
/** Sends a body again and again: how long its answers took. */
async function measure(body: string, repeats: number) {
  const durations: number[] = [];
  const statuses = new Set<number>();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
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
  return { statuses, p50: percentile(durations, 0.5), slowest: percentile(durations, 1) };
}

for (const [name, body] of Object.entries(ATTACKS)) {
  const { statuses, p50, slowest } = await measure(body, REPEATS);
  process.stdout.write(
    `${name}: ${[...statuses].join(' ')}, p50 ${p50.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms\n`,
  );
}

const drawn = Number(process.argv[2] ?? 200);
const schema = buildSchema(apiSdl('2026-01'));
const all: { readonly ms: number; readonly number: number }[] = [];
for (let number = 0; number < drawn; number += 1) {
  const query = hostileDocument(chanceOf(number), schema);
  all.push({ ms: (await measure(JSON.stringify({ query }), 1)).slowest, number });
}
all.sort((a, b) => b.ms - a.ms);
const over = all.filter(({ ms }) => ms > 100).length;
process.stdout.write(
  `${drawn} hostile documents: slowest ${all[0]?.ms.toFixed(1)} ms (seed ${all[0]?.number}), ${over} over 100 ms\n`,
);
await world.close();
