import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { patience, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';

/**
 * Apps concurrently enter, change and cancel bookings, including agents' expiring holds: no night is
 * oversold, and the nights add up. A failing run prints its seed and path.
 */
let platform: TestPlatform;
let app: InstalledApp;
let unitTypes: readonly { readonly id: string; readonly units: number }[];
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1S' });
  app = await installNewApp(platform, await demoHost(platform, 'lakeside'), { scopes: ['write_bookings'] });
  unitTypes = await platform.database.query<{ id: string; units: number }>(
    `SELECT u.id::text, u.units FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.domain = 'lakeside.localhost' ORDER BY u.units, u.id LIMIT 2`,
  );
  await platform.database.query(
    `UPDATE catalog.night SET closed_to_arrival = false, closed_to_departure = false, stop_sell = false, min_stay = NULL
     WHERE unit_type_id = ANY ($1::int[])`,
    [unitTypes.map(({ id }) => id)],
  );
});
afterAll(() => platform.close());

const PAYLOAD = '{ applied booking { id version } userErrors { code } }';
const DOCUMENTS = {
  create: `mutation ($input: BookingCreateInput!) { it: bookingCreate(input: $input) ${PAYLOAD} }`,
  update: `mutation ($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) ${PAYLOAD} }`,
  cancel: `mutation ($input: BookingCancelInput!) { it: bookingCancel(input: $input) ${PAYLOAD} }`,
} as const;
const EXPECTED = new Set([
  'NIGHTS_TAKEN',
  'NOT_FOUND',
  'BOOKING_CANCELLED',
  'BOOKING_RELEASED',
  'CONFLICT',
  'PARTY_TOO_LARGE',
]);

const step = fc.record({
  does: fc.constantFrom('create', 'create', 'update', 'update', 'cancel', 'overdue'),
  of: fc.nat({ max: 4 }),
  revision: fc.integer({ min: 1, max: 6 }),
  unitType: fc.nat({ max: 1 }),
  from: fc.nat({ max: 4 }),
  nights: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 2 }),
});

let round = 0;

/** Creates an agent's hold for two of the nights; returns its id. */
async function holdByAgent(base: number): Promise<string> {
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  const item = `stay:${unitTypes[1]?.id}:${daysAhead(base)}:${daysAhead(base + 2)}:1:0`;
  const session = await agent.call('create_checkout', {
    checkout: {
      line_items: [{ item: { id: item }, quantity: 1 }],
      buyer: { first_name: 'Ada', last_name: 'Agent', email: `ada${base}@example.com` },
    },
  });
  const { order } = await agent.call('complete_checkout', {
    id: session.id,
    meta: { 'idempotency-key': session.id },
  });
  await agent.close();
  const [booking] = await platform.database.query<{ id: number }>(
    'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
    [order?.id],
  );
  if (!booking) throw new Error(`Nothing was held: ${JSON.stringify(session.messages)}`);
  return String(booking.id);
}

test(
  'random concurrent entries, changes and cancellations never oversell',
  async () => {
    const scripts = fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 3, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(scripts, async (actors) => {
        const base = 100 + (round++ % 60) * 8;
        const held = await holdByAgent(base);
        await Promise.all(
          actors.map(async (steps) => {
            for (const one of steps) await perform(one, base, held);
          }),
        );
        expect(await brokenInvariants(platform.database)).toEqual({});
        const twice = await platform.database.query(
          `SELECT source_external_id FROM checkout.bookings WHERE entered_by IS NOT NULL
         GROUP BY entered_by, source_external_id HAVING count(*) > 1`,
        );
        expect(twice).toEqual([]);
      }),
      { numRuns: tries(8), timeout: 30_000, endOnFailure: true },
    );
  },
  patience(120_000),
);

async function perform(
  one: typeof step extends fc.Arbitrary<infer T> ? T : never,
  base: number,
  held: string,
): Promise<void> {
  const externalId = `round ${base} no ${one.of}`;
  if (one.does === 'overdue') {
    const overdue = "hold_expires_at = now() - interval '1 second' WHERE id = $1 AND status = 'held'";
    await platform.database.query(`UPDATE checkout.bookings SET ${overdue}`, [held]);
    return;
  }
  const stay = {
    unitTypeId: unitTypes[one.unitType]?.id,
    checkIn: daysAhead(base + one.from),
    checkOut: daysAhead(base + one.from + one.nights),
    adults: 1,
    quantity: one.quantity,
  };
  const guest = { firstName: 'Ida', lastName: 'Rhodes' };
  const named = one.of === 4 && one.does !== 'create' ? { id: held } : { externalId, revision: one.revision };
  const input =
    one.does === 'create'
      ? { ...named, ...stay, guest }
      : one.does === 'update'
        ? { ...named, ...stay }
        : named;
  const { it } = await ask<{ it: { booking: object | null; userErrors: { code: string }[] } }>(
    platform,
    { ...app.viewer, scopes: ['write_bookings'] },
    DOCUMENTS[one.does],
    { input },
  );
  expect(it.booking === null).toBe(it.userErrors.length > 0);
  for (const { code } of it.userErrors) expect(EXPECTED).toContain(code);
}

const ENTER =
  'mutation ($input: BookingCreateInput!) { it: bookingCreate(input: $input) { booking { id } userErrors { code } } }';
const CLOSE =
  'mutation ($id: ID!) { it: teamDelete(id: $id, confirm: "harbour") { team { status } userErrors { code } } }';

test('only one of a booking and a simultaneous closing of its team takes effect', async () => {
  const { host } = await demoHost(platform, 'harbour');
  const sql = platform.database.query;
  await sql('DELETE FROM checkout.bookings WHERE team_id = $1', [host.teamId]);
  await sql(
    'DELETE FROM catalog.stay_holds h USING catalog.storefront s WHERE s.id = h.storefront_id AND s.team_id = $1',
    [host.teamId],
  );
  const [sold] = await sql<{ id: string }>(
    `SELECT u.id::text FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1 ORDER BY u.units DESC, u.id LIMIT 1`,
    [host.teamId],
  );
  const run = <T>(document: string, variables: Readonly<Record<string, unknown>> = {}) =>
    ask<{ it: T }>(platform, host, document, variables).then(({ it }) => it);
  const enter = () =>
    run<{ booking: { id: string } | null; userErrors: readonly { code: string }[] }>(ENTER, { input });
  const close = () =>
    run<{ team: { status: string } | null; userErrors: readonly { code: string }[] }>(CLOSE, {
      id: host.teamId,
    });
  const reopen = () => run(`mutation { it: teamReopen(id: "${host.teamId}") { team { status } } }`);
  const input = {
    unitTypeId: sold?.id,
    checkIn: daysAhead(40),
    checkOut: daysAhead(42),
    adults: 1,
    guest: { firstName: 'Ada', lastName: 'Late', email: 'ada.late@example.com' },
  };
  await reopen();
  const happened = { booked: 0, closed: 0 };
  for (let turn = 0; turn < 2 + tries(48); turn++) {
    // In the first two turns, one finishes before the other begins. After that both run concurrently: the
    // order and the delay differ from turn to turn.
    const lead = ((turn * 7) % 12) * 10 - 60;
    const entered = turn === 0 ? await enter() : null;
    const closed = turn === 1 ? await close() : null;
    const [entry, closing] = await Promise.all([
      entered ?? sleep(Math.max(0, lead)).then(enter),
      closed ?? sleep(Math.max(0, -lead)).then(close),
    ]);
    const outcome = { booked: entry.booking !== null, closed: closing.team?.status === 'closing' };
    expect(outcome.booked, JSON.stringify({ turn, entry, closing })).toBe(!outcome.closed);
    expect(entry.userErrors.concat(closing.userErrors)).toEqual([
      { code: outcome.booked ? 'TEAM_IN_USE' : 'NIGHTS_TAKEN' },
    ]);
    happened[outcome.booked ? 'booked' : 'closed'] += 1;
    if (entry.booking)
      await run(
        'mutation ($input: BookingCancelInput!) { it: bookingCancel(input: $input) { booking { id } } }',
        { input: { id: entry.booking.id } },
      );
    else await reopen();
  }
  expect(happened.booked * happened.closed, JSON.stringify(happened)).toBeGreaterThan(0);
});
