import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { connectAgent, type McpAgent, type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { ask, hostOf } from '../support/developer.ts';
import { openGuestForm } from '../support/guest-form.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';

// docs/interface/checkout.md#completing: a total of zero needs no payment.

let mailbox: Mailbox;
let platform: TestPlatform;
let agent: McpAgent;
let lakeside: StorefrontHttp;
let free: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, SWEEP_INTERVAL: 'PT1S' });
  agent = await connectAgent(platform.port, 'lakeside.localhost');
  lakeside = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  free = await freeUnitType(1);
});
afterAll(async () => {
  await agent.close();
  await lakeside.close();
  await platform.close();
  await mailbox.close();
});

/** Creates a free unit type at a new property without fees and taxes. */
async function freeUnitType(teamId: number): Promise<string> {
  const { propertyCreate } = await ask<{ propertyCreate: { property: { id: string } } }>(
    platform,
    hostOf(teamId),
    'mutation ($input: PropertyCreateInput!) { propertyCreate(input: $input) { property { id } userErrors { message } } }',
    { input: { name: 'Garden', currency: 'EUR', timeZone: 'Europe/Zurich' } },
  );
  const { unitTypeCreate } = await ask<{ unitTypeCreate: { unitType: { id: string } } }>(
    platform,
    hostOf(teamId),
    'mutation ($input: UnitTypeCreateInput!) { unitTypeCreate(input: $input) { unitType { id } userErrors { message } } }',
    { input: { propertyId: propertyCreate.property.id, name: 'Tent', maxGuests: 2, units: 3, baseRate: 0 } },
  );
  return unitTypeCreate.unitType.id;
}

let day = 20;
/** Dates that no other test uses. */
const freshDates = () => {
  day += 3;
  return { checkIn: daysAhead(day), checkOut: daysAhead(day + 2) };
};
const freshItem = () => {
  const { checkIn, checkOut } = freshDates();
  return { item: { id: `stay:${free}:${checkIn}:${checkOut}:2:0` }, quantity: 1 };
};
const buyer = (name: string) => ({
  first_name: 'Mara',
  last_name: 'Test',
  email: `${name}@example.com`,
});
const bookingOf = async (email: string) => {
  const [booking] = await platform.database.query<{ id: string; status: string; confirmed: number }>(
    `SELECT b.id, b.status, (SELECT min(n.confirmed)::int FROM catalog.night n
       WHERE n.unit_type_id = $2 AND n.night >= b.check_in AND n.night < b.check_out) AS confirmed
     FROM checkout.bookings b WHERE b.guest_email = $1`,
    [email, free],
  );
  return booking;
};

describe('a stay that costs nothing', () => {
  test('completing a free checkout over MCP confirms it without a message that requests payment', async () => {
    const { id } = await agent.call('create_checkout', {
      checkout: { line_items: [freshItem()], buyer: buyer('mcp') },
    });
    const done = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': 'free' } });
    expect(done).toMatchObject({
      status: 'completed',
      order: { payment_status: 'paid' },
      messages: [{ type: 'info', code: 'confirmed', param: '$.order' }],
    });
    expect(done.order).not.toHaveProperty('hold_expires_at');
    expect(done.totals.find(({ type }) => type === 'total')?.amount).toBe(0);
    expect(await agent.call('get_checkout', { id })).toMatchObject({ messages: done.messages });
    expect(await bookingOf('mcp@example.com')).toMatchObject({ status: 'confirmed', confirmed: 1 });
    expect((await mailbox.mailTo('mcp@example.com', /is confirmed/)).text).not.toMatch(/pay/i);
  });

  test('completing a free session over ACP confirms it', async () => {
    const acp = acpAgent(acpSurfaceTo(platform, 'instant'));
    const { body } = await acp.create({ line_items: [freshItem()], buyer: buyer('acp') });
    const done = await acp.complete(body.id, 'free');
    await acp.close();
    expect(done.body).toMatchObject({
      status: 'completed',
      messages: [{ type: 'info', code: 'confirmed', content_type: 'plain' }],
    });
    expect(await bookingOf('acp@example.com')).toMatchObject({ status: 'confirmed', confirmed: 1 });
  });

  test('a free stay booked on its page is confirmed on the page', async () => {
    const { checkIn, checkOut } = freshDates();
    const path = `/stays/${free}/book?check_in=${checkIn}&check_out=${checkOut}&adults=2&children=0&units=1`;
    const { send } = await openGuestForm(lakeside, path);
    const { status, headers } = await send(buyer('page'));
    expect(status).toBe(303);
    const { text } = await lakeside.get(headers.location ?? '', { accept: 'text/html' });
    expect(text).toContain('Mara, your stay is confirmed.');
    expect(text).not.toMatch(/Awaiting payment|>Pay<|>Paid</);
    expect(text.match(/<li[^>]*>(?:Reserved|Pay|Confirmed)<\/li>/g)).toHaveLength(2);
    expect(await bookingOf('page@example.com')).toMatchObject({ status: 'confirmed', confirmed: 1 });
  });
});

test('a free request becomes a booking without a payment when its host accepts it', async () => {
  const requests = await openRequests(platform, 'alpine');
  const unitTypeId = await freeUnitType(requests.team);
  const { id } = await requests.request({ unitTypeId, ...freshDates() });
  const { bookingRequest, userErrors } = await requests.accept(id);
  expect(userErrors).toEqual([]);
  expect(bookingRequest).toMatchObject({ status: 'booked', booking: { status: 'confirmed', total: 0 } });
  const [settled] = await platform.database.query<{ confirmed: number }>(
    'SELECT max(confirmed)::int AS confirmed FROM catalog.night WHERE unit_type_id = $1',
    [unitTypeId],
  );
  expect(settled).toEqual({ confirmed: 1 });
});

test('a held booking is confirmed when its price becomes zero', async () => {
  const { id } = await agent.call('create_checkout', {
    checkout: {
      line_items: [{ item: { id: `stay:7:${daysAhead(200)}:${daysAhead(202)}:2:0` }, quantity: 1 }],
      buyer: buyer('moved'),
    },
  });
  await agent.call('complete_checkout', { id, meta: { 'idempotency-key': 'moved' } });
  const held = await bookingOf('moved@example.com');
  expect(held?.status).toBe('held');
  const { checkIn, checkOut } = freshDates();
  const { bookingUpdate } = await ask<{ bookingUpdate: unknown }>(
    platform,
    hostOf(1),
    `mutation ($input: BookingUpdateInput!) { bookingUpdate(input: $input) {
       booking { status total } userErrors { code message } } }`,
    { input: { id: held?.id, unitTypeId: free, checkIn, checkOut } },
  );
  expect(bookingUpdate).toMatchObject({ booking: { status: 'confirmed', total: 0 }, userErrors: [] });
});
