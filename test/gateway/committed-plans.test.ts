import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Operation } from '#kit/execute.ts';
import { committedPlans } from '#schema/plans.ts';
import { OPERATIONS } from '#server/operations.ts';

const planOf = committedPlans();

test('every internal operation has a committed plan', () => {
  expect(OPERATIONS.map(({ text }) => text).filter((text) => !planOf(text))).toEqual([]);
});

test("an operation that wasn't planned ahead has no committed plan", () => {
  expect(planOf('{ apiVersion }')).toBeUndefined();
});

test('every operation available to the server is prepared at startup', async () => {
  const known = new Set(OPERATIONS.map(({ text }) => text));
  const missing: string[] = [];
  for (const file of globSync('{subgraphs/*/operations,gateway/**,adapters/**,server/**}/generated.ts')) {
    const operations: Record<string, Operation<never, never>> = await import(`../../${file}`);
    for (const [name, { text }] of Object.entries(operations)) {
      if (!known.has(text)) missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
