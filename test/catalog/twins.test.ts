import { describe, expect, test } from 'vitest';
import { holdCap, takeableUnits } from '#subgraphs/catalog/domain/availability.ts';
import { useTestDatabase } from '../support/database.ts';

/** Every state of a night with few units, at caps that round and that do not: total, closed, held, confirmed, percent. */
const NIGHTS = upTo(6).flatMap((total) =>
  upTo(3).flatMap((closed) =>
    upTo(6).flatMap((held) =>
      upTo(6).flatMap((confirmed) =>
        [1, 30, 50, 100].map((percent) => [total, closed, held, confirmed, percent]),
      ),
    ),
  ),
);

describe('rules that PostgreSQL and TypeScript both have', () => {
  test('cap unpaid holds alike', async () => {
    const { query } = await useTestDatabase();
    const caps = await query<{ total: number; percent: number; cap: number }>(
      `SELECT total, percent, catalog.hold_cap(total, percent) AS cap
       FROM generate_series(0, 60) AS total, generate_series(1, 100) AS percent`,
    );
    expect(caps).toHaveLength(61 * 100);
    expect(caps.filter(({ total, percent, cap }) => cap !== holdCap(total, percent))).toEqual([]);
  });

  test('let agents take the same units', async () => {
    const { query } = await useTestDatabase();
    const rows = await query<{ units: number }>(
      `SELECT catalog.takeable_units((n->>0)::int, (n->>1)::int, (n->>2)::int, (n->>3)::int, (n->>4)::int) AS units
       FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS night (n, place) ORDER BY place`,
      [JSON.stringify(NIGHTS)],
    );
    const here = NIGHTS.map(([total = 0, closed = 0, held = 0, confirmed = 0, percent = 0]) =>
      takeableUnits(total, closed, held, confirmed, percent),
    );
    expect(rows.map(({ units }) => units)).toEqual(here);
    expect(new Set(here).size).toBeGreaterThan(3);
  });

  test('let hosts take every free unit', async () => {
    const { query } = await useTestDatabase();
    const [row] = await query('SELECT catalog.takeable_units(9, 1, 2, 3, NULL) AS units');
    expect(row).toEqual({ units: 3 });
  });
});

function upTo(most: number): number[] {
  return Array.from({ length: most + 1 }, (_, n) => n);
}
