import { expect, test } from 'vitest';
import type { Changes } from '#subgraphs/catalog/stays/read-model/changes.ts';
import { keepByStorefront } from '#subgraphs/catalog/stays/read-model/kept-by-storefront.ts';

const KEPT = 10_000;

test('a full cache drops only the storefront that was least recently used', async () => {
  const changes = { hear: () => undefined, listening: async () => undefined } as Partial<Changes> as Changes; // only what's used
  const reads: number[] = [];
  const look = keepByStorefront(changes, async (id) => {
    reads.push(id);
    return null;
  });
  for (let id = 1; id <= KEPT; id++) await look(id);
  await look(1);
  await look(KEPT + 1);
  reads.length = 0;
  for (const id of [1, 3, KEPT, KEPT + 1, 2]) await look(id);
  expect(reads).toEqual([2]);
});
