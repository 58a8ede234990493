import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type ChannelWorld, openChannel, stay } from '../support/channel.ts';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { patience, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';

/**
 * A channel's messages in any order, duplicated and concurrent, next to other people's bookings,
 * cancellations and the host's closed nights: no night is oversold, every promise is confirmed or overbooked,
 * and each reservation's highest revision counts. A failing run prints its seed and path.
 */
let platform: TestPlatform;
let world: ChannelWorld;
let other: InstalledApp;
let connectionId: string;
beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  const host = await demoHost(platform, 'lakeside');
  world = await openChannel(platform, host);
  other = await installNewApp(platform, host, { scopes: ['write_bookings'] });
  connectionId = await world.connect('CH-1');
  await platform.database.query(
    'UPDATE catalog.night SET total = 2, closed = 0 WHERE unit_type_id = ANY ($1::int[]) AND night >= $2::date',
    [world.unitTypes.slice(0, 2).map(({ id }) => id), daysAhead(100)],
  );
});
afterAll(async () => {
  await platform.close();
  await world.server.close();
});

/** A channel's data for a reservation at a revision: deterministic for each pair. */
const definition = fc.record({
  cancelled: fc.boolean(),
  stays: fc.array(
    fc.record({ room: fc.nat({ max: 1 }), from: fc.nat({ max: 3 }), nights: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, maxLength: 2 },
  ),
});
type Definition = typeof definition extends fc.Arbitrary<infer T> ? T : never;

const message = fc.record({ of: fc.nat({ max: 3 }), revision: fc.integer({ min: 1, max: 4 }) });
const beside = fc.record({
  does: fc.constantFrom('enter' as const, 'close' as const, 'cancel' as const),
  room: fc.nat({ max: 1 }),
  from: fc.nat({ max: 4 }),
});

let round = 0;

const inputOf = (base: number, of: number, revision: number, { cancelled, stays }: Definition) => {
  const lines = stays.map(({ room, from, nights }, place) => ({
    ...stay(`room-${room + 1}`, base + from, nights),
    externalId: `${place}`,
  }));
  return {
    connectionId,
    externalId: `round ${base} no ${of}`,
    revision,
    lines,
    status: cancelled ? 'cancelled' : 'booked',
    guest: { firstName: 'Mary', lastName: 'Somerville' },
    total: lines.reduce((sum, { nightly }) => sum + nightly.length * 10_000, 0),
  };
};

async function disturb(
  base: number,
  { does, room, from }: typeof beside extends fc.Arbitrary<infer T> ? T : never,
) {
  const unitTypeId = world.unitTypes[room]?.id;
  const externalId = `beside ${base} ${room} ${from}`;
  const as = { ...other.viewer, scopes: ['write_bookings'] };
  if (does === 'close') {
    const closed = from % 2;
    await platform.database.query(
      'UPDATE catalog.night SET closed = $3 WHERE unit_type_id = $1 AND night = $2::date',
      [unitTypeId, daysAhead(base + from), closed],
    );
    return;
  }
  if (does === 'cancel') {
    const document =
      'mutation ($input: BookingCancelInput!) { bookingCancel(input: $input) { userErrors { code } } }';
    await ask(platform, as, document, { input: { externalId } });
    return;
  }
  const dates = { checkIn: daysAhead(base + from), checkOut: daysAhead(base + from + 1) };
  await ask(
    platform,
    as,
    'mutation ($input: BookingCreateInput!) { bookingCreate(input: $input) { userErrors { code } } }',
    {
      input: { ...dates, externalId, unitTypeId, adults: 1, guest: { firstName: 'Ida', lastName: 'Rhodes' } },
    },
  );
}

test(
  'reservations in any order, duplicated or concurrent, never oversell and keep their highest revision',
  async () => {
    const definitions = fc.array(fc.array(definition, { minLength: 4, maxLength: 4 }), {
      minLength: 4,
      maxLength: 4,
    });
    const actors = fc.array(fc.array(message, { minLength: 1, maxLength: 8 }), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        definitions,
        actors,
        fc.array(beside, { maxLength: 6 }),
        async (defined, scripts, others) => {
          const base = 110 + (round++ % 60) * 8;
          const bring = ({ of, revision }: { of: number; revision: number }) =>
            world.bring(inputOf(base, of, revision, defined[of]?.[revision - 1] as Definition));
          await Promise.all([
            ...scripts.map(async (messages) => {
              for (const one of messages) expect((await bring(one)).userErrors).toEqual([]);
            }),
            (async () => {
              for (const one of others) await disturb(base, one);
            })(),
          ]);
          expect(await brokenInvariants(platform.database)).toEqual({});
          // The booking equals the highest received revision in any arrival order.
          for (let of = 0; of < 4; of++) {
            const brought = scripts.flat().filter((one) => one.of === of);
            const highest = Math.max(0, ...brought.map(({ revision }) => revision));
            const [booking] = await platform.database.query<{
              status: string;
              revision: number;
              total: string;
              nights: string;
            }>(
              `SELECT b.status, b.channel_revision AS revision, b.total::text,
               (SELECT coalesce(sum(wanted), 0)::text FROM catalog.channel_night k WHERE k.hold_id = b.hold_id) AS nights
             FROM checkout.bookings b WHERE b.channel_connection_id = $1 AND b.source_external_id = $2`,
              [connectionId, `round ${base} no ${of}`],
            );
            if (highest === 0) {
              expect(booking).toBeUndefined();
              continue;
            }
            const wanted = defined[of]?.[highest - 1] as Definition;
            const nights = wanted.stays.reduce((sum, one) => sum + one.nights, 0);
            expect(booking).toMatchObject({
              status: wanted.cancelled ? 'cancelled' : 'confirmed',
              revision: highest,
              nights: String(wanted.cancelled ? 0 : nights),
            });
            if (!wanted.cancelled) expect(Number(booking?.total)).toBe(nights * 10_000);
          }
        },
      ),
      { numRuns: tries(12), timeout: 30_000, endOnFailure: true },
    );
  },
  patience(120_000),
);

let reservations = 0;

test('twenty concurrent copies of a reservation create only one booking', async () => {
  reservations += 1;
  const input = inputOf(600, reservations, 1, { cancelled: false, stays: [{ room: 0, from: 0, nights: 2 }] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.bring(input)));
  expect(new Set(answers.map(({ booking }) => booking.id)).size).toBe(1);
  expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
  expect(await brokenInvariants(platform.database)).toEqual({});
});
