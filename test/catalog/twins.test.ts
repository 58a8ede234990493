import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { statements } from '#db/transaction.ts';
import { holdCap, takeableUnits } from '#subgraphs/catalog/rates/domain/availability.ts';
import { amountDue, viewPayment } from '#subgraphs/checkout/bookings/domain/booking-payment.ts';
import { isOverdue } from '#subgraphs/checkout/bookings/queries/list-host-bookings.ts';
import { AMOUNT_DUE } from '#subgraphs/checkout/bookings/store/booking-event.ts';
import { openCatalog } from '../support/catalog.ts';
import { useTestDatabase } from '../support/database.ts';

/** Every state of a night with few units, at caps that round and that do not: total, closed, held, confirmed, held by agents, percent. */
const NIGHTS = upTo(6).flatMap((total) =>
  upTo(3).flatMap((closed) =>
    upTo(6).flatMap((held) =>
      upTo(6).flatMap((confirmed) =>
        upTo(held).flatMap((agentHeld) =>
          [1, 30, 50, 100].map((percent) => [total, closed, held, confirmed, agentHeld, percent]),
        ),
      ),
    ),
  ),
);

/** Bookings of every status, with little and much paid of what confirms them and of the whole. */
const BOOKINGS = (['held', 'confirmed', 'released', 'cancelled'] as const).flatMap((status) =>
  [0, 1, 30, 100, 2 ** 40 + 1].flatMap((total) =>
    [0, 1, 29, 30, 31, 99, 100, 101, 2 ** 40].flatMap((paid) =>
      [0, 1, 30, 100, 2 ** 40 + 1].map((dueNow) => ({ status, total, paid, dueNow })),
    ),
  ),
);

/** The same, at both ends of the world, with and without a day for the balance, around that day and the one of check-in. */
const BALANCES = (['held', 'confirmed', 'released', 'cancelled'] as const).flatMap((status) =>
  [0, 30, 99, 100, 101].flatMap((paid) =>
    [null, '2027-07-06'].flatMap((balanceDueOn) =>
      ['Pacific/Kiritimati', 'Europe/Zurich', 'Pacific/Pago_Pago'].map((timeZone) => ({
        ...{ status, paid, balanceDueOn, timeZone, total: 100, dueNow: 30, checkIn: '2027-07-07' },
        paymentMode: 'deposit' as const,
      })),
    ),
  ),
);
const INSTANTS = Array.from({ length: 24 }, (_, n) => new Date(Date.UTC(2027, 6, 5, 4 * n)));

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
      `SELECT least(catalog.takeable_units((n->>0)::int, (n->>1)::int, (n->>2)::int, (n->>3)::int, NULL),
         catalog.agent_units((n->>0)::int, (n->>4)::int, (n->>5)::int)) AS units
       FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS night (n, place) ORDER BY place`,
      [JSON.stringify(NIGHTS)],
    );
    const here = NIGHTS.map(([total = 0, closed = 0, held = 0, confirmed = 0, agentHeld = 0, percent = 0]) =>
      takeableUnits(total, closed, held, confirmed, agentHeld, percent),
    );
    expect(rows.map(({ units }) => units)).toEqual(here);
    expect(new Set(here).size).toBeGreaterThan(3);
  });

  test('ask guests for the same amount', async () => {
    const { url } = await useTestDatabase();
    const catalog = await openCatalog(url);
    const { rows } = await sql<{ due: number }>`SELECT ${AMOUNT_DUE} AS due
      FROM jsonb_array_elements(${JSON.stringify(BOOKINGS)}::jsonb) WITH ORDINALITY AS given (it, place)
      CROSS JOIN LATERAL (SELECT it->>'status' AS status, (it->>'total')::bigint AS total,
        (it->>'paid')::bigint AS paid, (it->>'dueNow')::bigint AS due_now) AS b
      ORDER BY place`
      .execute(statements(catalog.as()))
      .finally(catalog.close);
    const here = BOOKINGS.map(amountDue);
    expect(rows.map(({ due }) => due)).toEqual(here);
    expect(new Set(here).size).toBeGreaterThan(10);
  });

  test('call the same balances overdue', async () => {
    const { url } = await useTestDatabase();
    const catalog = await openCatalog(url);
    const found = await Promise.all(
      INSTANTS.map((now) =>
        sql<{ late: boolean }>`SELECT ${isOverdue(now)} AS late
          FROM jsonb_array_elements(${JSON.stringify(BALANCES)}::jsonb) WITH ORDINALITY AS given (it, place)
          CROSS JOIN LATERAL (SELECT it->>'status' AS status, (it->>'total')::bigint AS total, (it->>'paid')::bigint AS paid,
            (it->>'balanceDueOn')::date AS balance_due_on, (it->>'checkIn')::date AS check_in, it->>'timeZone' AS time_zone) AS b
          ORDER BY place`.execute(statements(catalog.as())),
      ),
    ).finally(catalog.close);
    const here = INSTANTS.map((now) => BALANCES.map((booking) => viewPayment(booking, now).isOverdue));
    expect(found.map(({ rows }) => rows.map(({ late }) => late))).toEqual(here);
    expect(new Set(here.map((late) => late.filter(Boolean).length)).size).toBeGreaterThan(3);
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
