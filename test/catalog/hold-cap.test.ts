import { expect, test } from 'vitest';
import { holdCap } from '#subgraphs/catalog/domain/availability.ts';
import { useTestDatabase } from '../support/database.ts';

test('the cap on unpaid holds is the same in PostgreSQL and in TypeScript', async () => {
  const { query } = await useTestDatabase();
  const caps = await query<{ total: number; percent: number; cap: number }>(
    `SELECT total, percent, catalog.hold_cap(total, percent) AS cap
     FROM generate_series(0, 60) AS total, generate_series(1, 100) AS percent`,
  );
  expect(caps).toHaveLength(61 * 100);
  expect(caps.filter(({ total, percent, cap }) => cap !== holdCap(total, percent))).toEqual([]);
});
