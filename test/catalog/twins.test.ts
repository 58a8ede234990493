import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { statements } from '#db/transaction.ts';
import { holdCap, takeableUnits } from '#subgraphs/catalog/rates/domain/availability.ts';
import { amountDue, viewPayment } from '#subgraphs/checkout/bookings/domain/booking-payment.ts';
import { isOverdue } from '#subgraphs/checkout/bookings/queries/list-host-bookings.ts';
import { AMOUNT_DUE } from '#subgraphs/checkout/bookings/store/booking-event.ts';
import { sumsOf } from '#subgraphs/checkout/folio/domain/folio-sums.ts';
import { FOLIO_BALANCE } from '#subgraphs/checkout/folio/store/folio-sums.ts';
import { openCatalog } from '../support/catalog.ts';
import { useTestDatabase } from '../support/database.ts';

const count = (max: number) => fc.integer({ min: 0, max });

/**
 * Nights, often with few units: total, closed, held, confirmed, held by agents, and the percentage that
 * agents may hold unpaid.
 */
const nights = fc.array(
  fc.constantFrom(3, 12, 100, 10_000).chain((most) => {
    const few = count(Math.ceil(most / 3));
    return fc.tuple(count(most), few, few, few, few, fc.integer({ min: 1, max: 100 }));
  }),
  { minLength: 1, maxLength: 300 },
);

/** Bookings in every status, with small and large parts of the confirming and of the whole amount paid. */
const BOOKINGS = (['held', 'confirmed', 'released', 'cancelled'] as const).flatMap((status) =>
  [0, 1, 30, 100, 2 ** 40 + 1].flatMap((total) =>
    [0, 1, 29, 30, 31, 99, 100, 101, 2 ** 40].flatMap((paid) =>
      [0, 1, 30, 100, 2 ** 40 + 1].flatMap((dueNow) =>
        [null, 20, 130].map((charged) => ({ status, total, paid, dueNow, charged })),
      ),
    ),
  ),
);

/** Folios of bookings in each of these statuses, with and without stored charges and refunds. */
const FOLIOS = (['held', 'confirmed', 'released', 'cancelled'] as const).flatMap((status) =>
  [0, 100].flatMap((paid) =>
    [null, 0, 40, 130].flatMap((charged) =>
      [null, 0, 30].flatMap((refundDue) =>
        [0, 50].flatMap((excessPaid) =>
          [0, 30].map((refunded) => ({ status, total: 100, paid, charged, refundDue, excessPaid, refunded })),
        ),
      ),
    ),
  ),
);

/** The same at both ends of the world, with and without a balance due date, around that date and check-in. */
const BALANCES = (['held', 'confirmed', 'released', 'cancelled'] as const).flatMap((status) =>
  [0, 30, 99, 100, 101].flatMap((paid) =>
    [null, '2027-07-06'].flatMap((balanceDueOn) =>
      ['Pacific/Kiritimati', 'Europe/Zurich', 'Pacific/Pago_Pago'].map((timeZone) => ({
        status,
        paid,
        balanceDueOn,
        timeZone,
        total: 100,
        dueNow: 30,
        checkIn: '2027-07-07',
        paymentMode: 'deposit' as const,
      })),
    ),
  ),
);
const INSTANTS = Array.from({ length: 24 }, (_, n) => new Date(Date.UTC(2027, 6, 5, 4 * n)));

describe('rules that PostgreSQL and TypeScript both have', () => {
  test('PostgreSQL and TypeScript compute the same cap on unpaid holds', async () => {
    const { query } = await useTestDatabase();
    const caps = await query<{ total: number; percent: number; cap: number }>(
      `SELECT total, percent, catalog.hold_cap(total, percent) AS cap
       FROM generate_series(0, 60) AS total, generate_series(1, 100) AS percent`,
    );
    expect(caps).toHaveLength(61 * 100);
    expect(caps.filter(({ total, percent, cap }) => cap !== holdCap(total, percent))).toEqual([]);
  });

  test('PostgreSQL and TypeScript compute the same number of available units for random nights', async () => {
    const { query } = await useTestDatabase();
    const found = new Set<number>();
    await fc.assert(
      fc.asyncProperty(nights, async (night) => {
        const rows = await query<{ units: number; free: number; plain: number }>(
          `SELECT catalog.takeable_units(total, closed, held, confirmed, agent_held, percent) AS units,
            catalog.takeable_units(total, closed, held, confirmed, 0, 100) AS free,
            greatest(0, total - closed - held - confirmed) AS plain
           FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[]) WITH ORDINALITY
             AS night (total, closed, held, confirmed, agent_held, percent, place) ORDER BY place`,
          [0, 1, 2, 3, 4, 5].map((place) => night.map((values) => values[place])),
        );
        expect(rows.map(({ units }) => units)).toEqual(night.map((values) => takeableUnits(...values)));
        expect(rows.map(({ free }) => free)).toEqual(
          night.map(([total, closed, held, confirmed]) =>
            takeableUnits(total, closed, held, confirmed, 0, 100),
          ),
        );
        expect(rows.map(({ free }) => free)).toEqual(rows.map(({ plain }) => plain));
        for (const { units } of rows) found.add(units);
      }),
      { numRuns: 60 },
    );
    expect(found.size).toBeGreaterThan(10);
  });

  test('PostgreSQL and TypeScript compute the same amount due from guests', async () => {
    const { url } = await useTestDatabase();
    const catalog = await openCatalog(url);
    const { rows } = await sql<{ due: number }>`SELECT ${AMOUNT_DUE} AS due
      FROM jsonb_array_elements(${JSON.stringify(BOOKINGS)}::jsonb) WITH ORDINALITY AS given (it, place)
      CROSS JOIN LATERAL (SELECT it->>'status' AS status, (it->>'total')::bigint AS total,
        (it->>'paid')::bigint AS paid, (it->>'dueNow')::bigint AS due_now, (it->>'charged')::bigint AS charged) AS b
      ORDER BY place`
      .execute(statements(catalog.as()))
      .finally(catalog.close);
    const here = BOOKINGS.map(amountDue);
    expect(rows.map(({ due }) => due)).toEqual(here);
    expect(new Set(here).size).toBeGreaterThan(10);
  });

  test('PostgreSQL and TypeScript compute the same balance of a folio', async () => {
    const { url } = await useTestDatabase();
    const catalog = await openCatalog(url);
    const { rows } = await sql<{ balance: number }>`SELECT ${FOLIO_BALANCE} AS balance
      FROM jsonb_array_elements(${JSON.stringify(FOLIOS)}::jsonb) WITH ORDINALITY AS given (it, place)
      CROSS JOIN LATERAL (SELECT it->>'status' AS status, (it->>'total')::bigint AS total, (it->>'paid')::bigint AS paid,
        (it->>'charged')::bigint AS charged, (it->>'refundDue')::bigint AS refund_due,
        (it->>'excessPaid')::bigint AS excess_paid, (it->>'refunded')::bigint AS refunded) AS b
      ORDER BY place`
      .execute(statements(catalog.as()))
      .finally(catalog.close);
    const here = FOLIOS.map((folio) => sumsOf(folio).balance);
    expect(rows.map(({ balance }) => balance)).toEqual(here);
    expect(new Set(here).size).toBeGreaterThan(10);
  });

  test('PostgreSQL and TypeScript consider the same balances overdue', async () => {
    const { url } = await useTestDatabase();
    const catalog = await openCatalog(url);
    const found = await Promise.all(
      INSTANTS.map((now) =>
        sql<{ late: boolean }>`SELECT ${isOverdue(now)} AS late
          FROM jsonb_array_elements(${JSON.stringify(BALANCES)}::jsonb) WITH ORDINALITY AS given (it, place)
          CROSS JOIN LATERAL (SELECT it->>'status' AS status, (it->>'total')::bigint AS total, (it->>'paid')::bigint AS paid,
            (it->>'charged')::bigint AS charged, (it->>'balanceDueOn')::date AS balance_due_on, (it->>'checkIn')::date AS check_in, it->>'timeZone' AS time_zone) AS b
          ORDER BY place`.execute(statements(catalog.as())),
      ),
    ).finally(catalog.close);
    const here = INSTANTS.map((now) => BALANCES.map((booking) => viewPayment(booking, now).isOverdue));
    expect(found.map(({ rows }) => rows.map(({ late }) => late))).toEqual(here);
    expect(new Set(here.map((late) => late.filter(Boolean).length)).size).toBeGreaterThan(3);
  });
});
