import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvoice } from '#subgraphs/checkout/invoices/commands/create-invoice.ts';
import { contextOf } from '../support/developer.ts';
import { type InvoiceWorld, openInvoiceWorld, type Place } from '../support/invoice-world.ts';

// Invoices' numbers: without gaps for each team and year, in the property's time zone.

let world: InvoiceWorld;
let place: Place;
beforeAll(async () => {
  world = await openInvoiceWorld();
  place = await world.addPlace({ currency: 'EUR', baseRate: 10_000 });
});
afterAll(() => world.close());

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  world.platform.database.query<Row>(text, values);

const agreed = () => world.enter(place, { nights: 1 });

describe('Money 6: invoice numbers at New Year', () => {
  const before = new Date('2026-12-31T22:59:59Z');
  const after = new Date('2026-12-31T23:30:00Z');

  const series = () =>
    sql<{ number: string; year: number; sequence: number; issued: string }>(
      `SELECT number, year, sequence, issued_on::text AS issued FROM checkout.invoices
       WHERE kind = 'invoice' AND team_id = $1 ORDER BY year, sequence`,
      [world.host.teamId],
    );

  test('the last invoice before midnight at the property belongs to 2026, and the next is number 1 of 2027', async () => {
    expect(await world.createAt(await agreed(), before)).toBe('2026-0001');
    expect(await world.createAt(await agreed(), after)).toBe('2027-0001');
    expect(await series()).toMatchObject([
      { number: '2026-0001', issued: '2026-12-31' },
      { number: '2027-0001', issued: '2027-01-01' },
    ]);
  });

  test('50 requests at once across midnight leave no gap, even if one fails', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => agreed()));
    const [failing] = ids;
    const made = await Promise.allSettled(
      ids.map(async (bookingId, at) => {
        const ctx = { ...contextOf(world.platform), viewer: world.host.host };
        const now = () => {
          if (bookingId === failing) throw new Error('The machine failed.');
          return at % 2 === 0 ? before : after;
        };
        return (await createInvoice({ ...ctx, clock: { now } }, { bookingId })).invoice?.number;
      }),
    );
    expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const rows = await series();
    for (const year of [2026, 2027]) {
      const numbers = rows.filter((row) => row.year === year).map(({ sequence }) => sequence);
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    }
    for (const { number, year, issued } of rows) {
      expect(number.slice(0, 4)).toBe(String(year));
      expect(issued.slice(0, 4)).toBe(String(year));
    }
    expect(rows.filter(({ issued }) => issued === '2026-12-31')).not.toHaveLength(0);
    expect(rows.filter(({ issued }) => issued === '2027-01-01')).not.toHaveLength(0);
  });

  test('a request that fails after its number was given leaves the number to the next one', async () => {
    const [bookingId, other] = [await agreed(), await agreed()];
    const rows = await series();
    const last = rows.filter(({ year }) => year === 2027).at(-1)?.sequence ?? 0;
    await sql(`
      CREATE FUNCTION checkout.fail_once() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'The disk is full.'; END $$;
      CREATE TRIGGER fail_once AFTER INSERT ON checkout.invoices FOR EACH ROW EXECUTE FUNCTION checkout.fail_once()`);
    await expect(world.createAt(bookingId, after)).rejects.toThrow();
    await sql('DROP TRIGGER fail_once ON checkout.invoices; DROP FUNCTION checkout.fail_once()');
    expect(await world.createAt(other, after)).toBe(`2027-${String(last + 1).padStart(4, '0')}`);
  });
});
