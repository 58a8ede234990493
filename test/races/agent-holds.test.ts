import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AcpAgent, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { ask, hostOf } from '../support/developer.ts';
import { type Guest, openReception } from '../support/guests.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// Agents without a token hold nights for two hours at a time. From any number of addresses, a host keeps
// units to sell.

let platform: TestPlatform;
let acp: AcpAgent;
beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1', AGENT_HOLD_NIGHTS: '200' });
  acp = acpAgent(acpSurfaceTo(platform, 'instant'));
});
afterAll(async () => {
  await acp.close();
  await platform.close();
});

interface Released {
  readonly agentHoldsRelease: {
    readonly released: number | null;
    readonly userErrors: readonly { readonly code: string }[];
  };
}
const release = (storefrontId: string, teamId = 1) =>
  ask<Released>(
    platform,
    hostOf(teamId),
    'mutation($id: ID!) { agentHoldsRelease(storefrontId: $id) { released userErrors { code } } }',
    { id: storefrontId },
  );
const agentHolds = async () =>
  (
    await ask<{ agentHolds: readonly Record<string, unknown>[] }>(
      platform,
      hostOf(1),
      '{ agentHolds { storefront { id } holds heldPercent tightened until } }',
    )
  ).agentHolds;

const FIRST_DAY = 40;
const NIGHTS = 30;
const CALLS = 29;

describe('ten addresses that hold all they can, each within its own limits', () => {
  interface UnitType {
    readonly id: number;
    readonly units: number;
  }
  let unitTypes: readonly UnitType[];
  const texts: string[] = [];

  beforeAll(async () => {
    await platform.database.query(`UPDATE catalog.night SET min_stay = NULL, max_stay = NULL, closed_to_arrival = false,
      closed_to_departure = false, stop_sell = false`);
    unitTypes = await platform.database.query<UnitType>(`SELECT u.id, u.units FROM catalog.unit_type u
      JOIN catalog.property p ON p.id = u.property_id WHERE p.storefront_id = 1 AND u.active ORDER BY u.id`);
    const wishes = unitTypes.flatMap(({ id, units }) =>
      Array.from({ length: NIGHTS / 5 }, (_, block) => ({ id, units, first: FIRST_DAY + 5 * block })),
    );
    const left = wishes.values();
    const attackFrom = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      let calls = 0;
      for (const { id, units, first } of left) {
        for (const quantity of new Set([units, Math.max(1, Math.floor(units / 2)), 1])) {
          if (calls + 2 > CALLS) return;
          const item = `stay:${id}:${daysAhead(first)}:${daysAhead(first + 5)}:1:0`;
          const buyer = {
            first_name: 'Eve',
            last_name: 'Byron',
            email: `eve-${id}-${first}-${quantity}@example.com`,
          };
          const { body } = await acp.create(
            { line_items: [{ item: { id: item }, quantity }], buyer },
            headers,
          );
          calls += 1;
          texts.push(...body.messages.map(({ content = '' }) => content));
          if (body.status !== 'ready_for_payment') continue;
          await acp.send('POST', `/api/acp/checkout_sessions/${body.id}/complete`, { body: {}, headers });
          calls += 1;
          break;
        }
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => attackFrom(`203.0.113.${index + 1}`)));
  });
  test('ten addresses together can hold at most half the units of a larger unit type', async () => {
    const nights = await platform.database.query<{ total: number; held: number }>(
      `SELECT n.total, n.held FROM catalog.night n WHERE n.unit_type_id = ANY ($1) AND n.total > 2`,
      [unitTypes.map(({ id }) => id)],
    );
    expect(nights.filter(({ total, held }) => held > Math.floor(total / 2))).toEqual([]);
    expect(nights.filter(({ held }) => held > 0).length).toBeGreaterThan(0);
  });

  test("agents see that nights are held by others, not that they're sold out", async () => {
    const [large] = unitTypes.filter(({ units }) => units > 2);
    const [night] = await platform.database.query<{ day: string; free: number }>(
      `SELECT night::text AS day, total / 2 - held AS free FROM catalog.night WHERE unit_type_id = $1 AND held > 0
       ORDER BY held DESC LIMIT 1`,
      [large?.id],
    );
    const next = Temporal.PlainDate.from(night?.day ?? '').add({ days: 1 });
    const item = `stay:${large?.id}:${night?.day}:${next}:1:0`;
    const buyer = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
    const quantity = (night?.free ?? 0) + 1;
    const { body } = await acp.create({ line_items: [{ item: { id: item }, quantity }], buyer });
    expect(body.messages.map(({ content }) => content).join()).toMatch(/held by others until \d{4}-/);
    expect(texts.filter((text) => /no longer available|are left/.test(text))).toEqual([]);
  });

  test('the host can still sell a unit on every night while ten addresses hold all they can', async () => {
    const [large] = unitTypes.filter(({ units }) => units > 2);
    const input = {
      unitTypeId: String(large?.id),
      adults: 1,
      guest: { firstName: 'Ada', lastName: 'Byron' },
      payment: 'paid',
      checkIn: daysAhead(FIRST_DAY),
      checkOut: daysAhead(FIRST_DAY + NIGHTS),
    };
    const { bookingCreate } = await ask<{ bookingCreate: { booking: object | null; userErrors: object[] } }>(
      platform,
      hostOf(1),
      'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { code } } }',
      { input },
    );
    expect(bookingCreate.userErrors).toEqual([]);
  });

  test('limits are halved while agents hold more than a quarter of the units', async () => {
    expect(await agentHolds()).toMatchObject([{ storefront: { id: '1' }, tightened: true }]);
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const [large] = unitTypes.filter(({ units }) => units >= 20);
    const item = `stay:${large?.id}:${daysAhead(200)}:${daysAhead(211)}:1:0`;
    const buyer = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
    const { body } = await acp.create({ line_items: [{ item: { id: item }, quantity: 10 }], buyer }, headers);
    expect(body.messages).toMatchObject([
      { code: 'hold_limit', content: expect.stringContaining('at most 100 unpaid') },
    ]);
  });

  test('one call by the host releases all unpaid agent holds', async () => {
    expect(await release('1', 2)).toMatchObject({
      agentHoldsRelease: { released: null, userErrors: [{ code: 'NOT_FOUND' }] },
    });
    const [held] = await platform.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM checkout.bookings WHERE status = 'held' AND storefront_id = 1`,
    );
    expect(held?.count).toBeGreaterThan(20);
    expect(await release('1')).toEqual({ agentHoldsRelease: { released: held?.count, userErrors: [] } });
    expect(await platform.database.query('SELECT FROM catalog.night WHERE held > 0')).toEqual([]);
    expect(await agentHolds()).toEqual([]);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });
});

describe('releasing agent holds while guests pay', () => {
  test('releasing agent holds never releases a paid booking', async () => {
    const reception = await openReception(platform, 'harbour');
    const guest = (place: number): Guest => ({
      firstName: 'Ada',
      lastName: 'Byron',
      email: `payer-${place}@example.com`,
    });
    const booked = [];
    for (let place = 0; place < 24; place++) booked.push(await reception.book(guest(place)));
    const [storefront] = await platform.database.query<{ id: number }>(
      'SELECT storefront_id AS id FROM checkout.bookings WHERE id = $1',
      [booked[0]?.id],
    );
    const pay = (id: string) =>
      ask<{ bookingMarkPaid: { booking: { status: string } | null } }>(
        platform,
        hostOf(reception.teamId),
        'mutation($id: ID!) { bookingMarkPaid(id: $id) { booking { status } } }',
        { id },
      );
    const [first, second, ...paid] = await Promise.all([
      release(String(storefront?.id), reception.teamId),
      release(String(storefront?.id), reception.teamId),
      ...booked.map(({ id }) => pay(id)),
    ]);
    const statuses = await platform.database.query<{ id: string; status: string; state: string }>(
      `SELECT b.id::text, b.status, h.state FROM checkout.bookings b JOIN catalog.stay_holds h ON h.id = b.hold_id
       WHERE b.storefront_id = $1`,
      [storefront?.id],
    );
    const confirmed = new Set(
      booked.filter((_, at) => paid[at]?.bookingMarkPaid.booking).map(({ id }) => id),
    );
    expect(statuses).toHaveLength(24);
    for (const { id, status, state } of statuses) {
      expect([id, status, state]).toEqual(
        confirmed.has(id) ? [id, 'confirmed', 'confirmed'] : [id, 'released', 'released'],
      );
    }
    const released = (first.agentHoldsRelease.released ?? 0) + (second.agentHoldsRelease.released ?? 0);
    expect(released).toBe(24 - confirmed.size);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });
});
