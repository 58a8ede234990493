import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { bookStay, demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { CHANNEL } from '../support/channel.ts';
import { ask, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// Bookings that apps and hosts enter, change and cancel.

let platform: TestPlatform;
let app: InstalledApp;
let channel: InstalledApp;
let other: InstalledApp;
let host: Developer;
let single: string;
let several: string;
const scopes = ['write_bookings', 'read_contacts', 'read_properties', 'write_rates'];
beforeAll(async () => {
  platform = await startPlatform();
  await recordJobs(platform.database);
  host = await demoHost(platform, 'lakeside');
  app = await installNewApp(platform, host, { name: 'Front Desk', scopes });
  channel = await installNewApp(platform, host, { ...CHANNEL, name: 'Channels', type: 'channel', scopes });
  other = await installNewApp(platform, await demoHost(platform, 'harbour'), { scopes });
  const { data } = await run('{ unitTypes { nodes { id units maxGuests } } }');
  const nodes: { id: string; units: number; maxGuests: number }[] = data.unitTypes.nodes;
  single = nodes.find(({ units }) => units === 1)?.id ?? '';
  several = nodes.find(({ units, maxGuests }) => units >= 3 && maxGuests >= 2)?.id ?? '';
});
afterAll(() => platform.close());

const run = (query: string, variables: Readonly<Record<string, unknown>> = {}, as = app) =>
  graphql(platform.address, query, { token: as.token, variables, version: '2026-10' });

const PAYLOAD = `applied booking { id reference status paymentStatus version checkIn checkOut total guestFirstName guestEmail
  party { adults children } source { kind name externalId } lines { unitTypeId quantity nightly { date } units { id } } }
  userErrors { field message code }`;
const CREATE = `mutation ($input: BookingCreateInput!) { it: bookingCreate(input: $input) { ${PAYLOAD} } }`;
const UPDATE = `mutation ($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { ${PAYLOAD} } }`;
const CANCEL = `mutation ($input: BookingCancelInput!) { it: bookingCancel(input: $input) { ${PAYLOAD} } }`;

const guest = { firstName: 'Ida', lastName: 'Rhodes', email: 'ida@example.com', phone: '+41 44 000 00 00' };
let made = 0;
/** A separate stay for every test: two nights, `from` days ahead. */
const stay = (unitTypeId: string, from: number, more: object = {}) => ({
  externalId: `R-${++made}`,
  revision: 1,
  unitTypeId,
  checkIn: daysAhead(from),
  checkOut: daysAhead(from + 2),
  adults: 2,
  children: 0,
  quantity: 1,
  guest,
  ...more,
});
async function call(document: string, input: object, as?: InstalledApp) {
  const { data, errors } = await run(document, { input }, as);
  expect(errors).toEqual([]);
  return data.it;
}
const codes = (it: { userErrors: { code: string }[] }) => it.userErrors.map(({ code }) => code);
async function free(id: string, from: number, until: number): Promise<number[]> {
  const { data } = await run(
    'query ($id: ID!, $from: Date!, $until: Date!) { rates(unitTypeId: $id, from: $from, until: $until) { nodes { available } } }',
    { id, from: daysAhead(from), until: daysAhead(until) },
  );
  return data.rates.nodes.map(({ available }: { available: number }) => available);
}
/** A booking's events in order, as other subgraphs received them. */
async function told(id: string): Promise<string[]> {
  const rows = await platform.database.query<{ name: string }>(
    `SELECT name FROM booked_jobs WHERE name LIKE 'booking.%/apps' AND data->>'bookingId' = $1
     ORDER BY (data->>'version')::int, name DESC`,
    [id],
  );
  return rows.map(({ name }) => name.replace(/booking\.(.*)\/apps/, '$1')).sort();
}
const clean = async () => expect(await brokenInvariants(platform.database)).toEqual({});

describe('bookingCreate', () => {
  test('bookingCreate confirms a booking immediately, occupies its nights and publishes it', async () => {
    const [before] = await free(several, 200, 200);
    const input = stay(several, 200, { quantity: 2, adults: 3, children: 1 });
    const it = await call(CREATE, input);
    expect(it).toMatchObject({
      applied: true,
      userErrors: [],
      booking: {
        status: 'confirmed',
        paymentStatus: 'paid',
        version: 1,
        checkIn: daysAhead(200),
        checkOut: daysAhead(202),
        guestFirstName: 'Ida',
        party: { adults: 3, children: 1 },
        source: { kind: 'direct', name: 'Front Desk', externalId: input.externalId },
        lines: [
          { unitTypeId: several, quantity: 2, nightly: [{ date: daysAhead(200) }, { date: daysAhead(201) }] },
        ],
      },
    });
    expect(it.booking.total).toBeGreaterThan(0);
    expect(await free(several, 200, 202)).toEqual([(before ?? 0) - 2, (before ?? 0) - 2, before]);
    expect(await told(it.booking.id)).toEqual(['confirmed', 'created']);
    await eventually(
      () => platform.database.query('SELECT id FROM tasks.task WHERE booking_id = $1', [it.booking.id]),
      (tasks) => tasks.length > 0,
    );
    await clean();
  });

  test("a channel app's booking has the channel as its source", async () => {
    const { email: _email, ...nameless } = guest;
    const it = await call(CREATE, stay(several, 204, { guest: nameless }), channel);
    expect(it.booking).toMatchObject({ source: { kind: 'channel', name: 'Channels' }, guestEmail: null });
  });

  test('a higher revision replaces a booking', async () => {
    const input = stay(several, 208);
    const first = await call(CREATE, input);
    const again = await call(CREATE, { ...input, checkOut: daysAhead(211) });
    expect(again).toMatchObject({
      applied: false,
      booking: { id: first.booking.id, checkOut: daysAhead(210), version: 1 },
    });
    const higher = await call(CREATE, {
      ...input,
      revision: 3,
      checkOut: daysAhead(211),
      guest: { ...guest, firstName: 'Ada' },
    });
    expect(higher).toMatchObject({
      applied: true,
      booking: { id: first.booking.id, checkOut: daysAhead(211), guestFirstName: 'Ada', version: 2 },
    });
    const lower = await call(CREATE, { ...input, revision: 2 });
    expect(lower).toMatchObject({ applied: false, booking: { checkOut: daysAhead(211) } });
    expect(await told(first.booking.id)).toEqual(['confirmed', 'created', 'updated']);
    const elsewhere = await call(CREATE, { ...stay(several, 208), externalId: input.externalId }, channel);
    expect(elsewhere).toMatchObject({ applied: true });
    expect(elsewhere.booking.id).not.toBe(first.booking.id);
    await clean();
  });

  test('bookingCreate is refused if no units are free', async () => {
    await run(
      'mutation ($updates: [RatesUpdateEntry!]!) { ratesUpdate(input: { updates: $updates }) { userErrors { code } } }',
      {
        updates: [
          { unitTypeId: single, from: daysAhead(220), until: daysAhead(222), stopSell: true, minStay: 7 },
        ],
      },
    );
    const kept = await call(CREATE, stay(single, 220));
    expect(kept.applied).toBe(true);
    const taken = await call(CREATE, stay(single, 221));
    expect(taken).toMatchObject({ booking: null, applied: false });
    expect(codes(taken)).toEqual(['NIGHTS_TAKEN']);
    await clean();
  });

  test.each<[string, object, string]>([
    ['no external id', { externalId: null }, 'externalId'],
    ['an external id that is too long', { externalId: 'x'.repeat(129) }, 'externalId'],
    ['a negative revision', { revision: -1 }, 'revision'],
    ['no adult', { adults: 0 }, 'adults'],
    ['too many units', { quantity: 101 }, 'quantity'],
    ['dates in the wrong order', { checkOut: daysAhead(229) }, 'checkOut'],
    ['a stay of more than a year', { checkOut: daysAhead(230 + 366) }, 'checkOut'],
    ['a day in the past', { checkIn: '2020-01-01', checkOut: '2020-01-03' }, 'checkIn'],
    ['an unknown unit type', { unitTypeId: '99999999' }, 'unitTypeId'],
    ['a party that does not fit', { adults: 99 }, 'adults'],
    ['an invalid email address', { guest: { ...guest, email: 'ida' } }, 'guest.email'],
    ['a guest without a name', { guest: { ...guest, lastName: ' ' } }, 'guest.lastName'],
  ])('bookingCreate refuses %s and names the field', async (_what, change, field) => {
    const it = await call(CREATE, stay(several, 230, change));
    expect(it.booking).toBeNull();
    expect(it.userErrors.map((error: { field: string[] }) => error.field.slice(1).join('.'))).toEqual([
      field,
    ]);
  });

  test('bookingCreate requires the scope', async () => {
    const reader = await installNewApp(platform, host, { scopes: ['read_bookings'] });
    const { errors } = await run(CREATE, { input: stay(several, 232) }, reader);
    expect(errors).toMatchObject([
      { extensions: { code: 'ACCESS_DENIED', requiredScope: 'write_bookings' } },
    ]);
    expect(codes(await call(CREATE, stay(several, 232), other))).toEqual(['NOT_FOUND']);
  });

  test('20 concurrent bookingCreate calls create one booking', async () => {
    const input = stay(single, 236);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(CREATE, input)));
    expect(new Set(answers.map(({ booking }) => booking?.id)).size).toBe(1);
    expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
    expect(await free(single, 236, 237)).toEqual([0, 0]);
    await clean();
  });

  test("only one request wins when bookingCreate and agents' completions race for the last unit", async () => {
    const item = `stay:${single}:${daysAhead(240)}:${daysAhead(242)}:1:0`;
    const agents = await Promise.all(
      [1, 2, 3, 4].map(async (n) => {
        const agent = await connectAgent(platform.port, 'lakeside.localhost');
        const buyer = { first_name: 'Ada', last_name: 'Agent', email: `race${n}@example.com` };
        const session = await agent.call('create_checkout', {
          checkout: { line_items: [{ item: { id: item }, quantity: 1 }], buyer },
        });
        return { agent, id: session.id };
      }),
    );
    const [entries, sessions] = await Promise.all([
      Promise.all([1, 2, 3, 4].map(() => call(CREATE, stay(single, 240, { adults: 1 })))),
      Promise.all(
        agents.map(({ agent, id }) =>
          agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } }),
        ),
      ),
    ]);
    await Promise.all(agents.map(({ agent }) => agent.close()));
    const won =
      entries.filter(({ applied }) => applied).length + sessions.filter(({ order }) => order).length;
    expect(won).toBe(1);
    for (const it of entries) if (!it.applied) expect(codes(it)).toEqual(['NIGHTS_TAKEN']);
    await clean();
  });
});

describe('bookingUpdate', () => {
  test('bookingUpdate moves the open cleaning to the new check-out day', async () => {
    const input = stay(several, 244);
    const { booking } = await call(CREATE, input);
    const cleaning = () =>
      platform.database.query<{ due: string }>(
        `SELECT (t.due_at AT TIME ZONE b.time_zone)::text AS due FROM tasks.task t
         JOIN checkout.bookings b ON b.id = t.booking_id WHERE b.id = $1`,
        [booking.id],
      );
    await eventually(cleaning, ([task]) => task?.due === `${daysAhead(246)} 11:00:00`);
    await call(UPDATE, { id: booking.id, checkOut: daysAhead(248) });
    await eventually(
      cleaning,
      ([task, ...more]) => task?.due === `${daysAhead(248)} 11:00:00` && !more.length,
    );
  });

  test('bookingUpdate moves a booking for the last unit by a night and recalculates its price', async () => {
    const input = stay(single, 250);
    const { booking } = await call(CREATE, input);
    const moved = await call(UPDATE, {
      externalId: input.externalId,
      revision: 2,
      checkIn: daysAhead(251),
      checkOut: daysAhead(254),
    });
    expect(moved).toMatchObject({
      applied: true,
      booking: {
        id: booking.id,
        status: 'confirmed',
        checkIn: daysAhead(251),
        checkOut: daysAhead(254),
        version: 2,
      },
    });
    expect(moved.booking.total).toBeGreaterThan(booking.total);
    expect(await free(single, 250, 254)).toEqual([1, 0, 0, 0, 1]);
    expect(await told(booking.id)).toEqual(['confirmed', 'created', 'updated']);
    const again = await call(UPDATE, {
      externalId: input.externalId,
      revision: 2,
      checkIn: daysAhead(260),
      checkOut: daysAhead(261),
    });
    expect(again).toMatchObject({ applied: false, booking: { checkIn: daysAhead(251) } });
    await clean();
  });

  test('bookingUpdate changes nothing if nights are taken', async () => {
    const { booking } = await call(CREATE, stay(single, 270));
    await call(CREATE, stay(single, 272));
    const refused = await call(UPDATE, {
      id: booking.id,
      checkOut: daysAhead(273),
      guest: { ...guest, firstName: 'Eve' },
    });
    expect(codes(refused)).toEqual(['NIGHTS_TAKEN']);
    const { data } = await run('query ($id: ID!) { booking(id: $id) { checkOut version guestFirstName } }', {
      id: booking.id,
    });
    expect(data.booking).toEqual({ checkOut: daysAhead(272), version: 1, guestFirstName: 'Ida' });
    expect(await free(single, 269, 274)).toEqual([1, 0, 0, 0, 0, 1]);
    await clean();
  });

  test("bookingUpdate changes an agent's booking, which stays held until its hold ends", async () => {
    const { reference } = await bookStay(platform, 'lakeside');
    const [row] = await platform.database.query<{ id: number }>(
      'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    const id = String(row?.id);
    const before = await call(UPDATE, { id, guest: { ...guest, firstName: 'Grace' } });
    expect(before).toMatchObject({
      applied: true,
      booking: { status: 'held', guestFirstName: 'Grace', version: 2 },
    });
    const moved = await call(UPDATE, { id, checkIn: daysAhead(280), checkOut: daysAhead(283) });
    expect(moved).toMatchObject({
      applied: true,
      booking: { status: 'held', checkIn: daysAhead(280), version: 3 },
    });
    expect(codes(await call(UPDATE, { id, checkOut: daysAhead(279) }))).toEqual(['INVALID']);
    const same = await call(UPDATE, { id, checkOut: daysAhead(283) });
    expect(same).toMatchObject({ applied: false, booking: { version: 3 } });
    await clean();
  });

  test("bookingUpdate can't find a booking that belongs to another team or install", async () => {
    const input = stay(several, 286);
    const { booking } = await call(CREATE, input);
    expect(codes(await call(UPDATE, { id: booking.id, adults: 1 }, other))).toEqual(['NOT_FOUND']);
    expect(codes(await call(UPDATE, { externalId: input.externalId, adults: 1 }, channel))).toEqual([
      'NOT_FOUND',
    ]);
    expect(codes(await call(UPDATE, { adults: 1 }))).toEqual(['NOT_FOUND']);
    expect(codes(await call(CANCEL, { id: booking.id }, other))).toEqual(['NOT_FOUND']);
  });

  test('the job finishes a bookingUpdate that was interrupted by a crash', async () => {
    const { booking } = await call(CREATE, stay(single, 290));
    const change = {
      holdId: crypto.randomUUID(),
      stay: {
        unitTypeId: Number(single),
        checkIn: daysAhead(291),
        checkOut: daysAhead(293),
        adults: 1,
        children: 0,
        quantity: 1,
      },
      guest: { firstName: 'Ida', lastName: 'Rhodes', email: '', phone: null },
      revision: 2,
    };
    await platform.database.query(
      `UPDATE checkout.bookings SET changing = $1::jsonb || jsonb_build_object('replaces', hold_id),
        changing_since = now() - interval '1 minute' WHERE id = $2`,
      [JSON.stringify(change), booking.id],
    );
    const read = async () => {
      const { data } = await run('query ($id: ID!) { booking(id: $id) { checkIn version } }', {
        id: booking.id,
      });
      return data.booking;
    };
    expect(await eventually(read, ({ version }) => version > 1)).toEqual({
      checkIn: daysAhead(291),
      version: 2,
    });
    expect(await free(single, 290, 293)).toEqual([1, 0, 0, 1]);
    await clean();
  });
});

describe('bookingCancel', () => {
  test('bookingCancel releases the nights once', async () => {
    const input = stay(single, 296, { revision: 4 });
    const { booking } = await call(CREATE, input);
    const late = await call(CANCEL, { externalId: input.externalId, revision: 4 });
    expect(late).toMatchObject({ applied: false, booking: { status: 'confirmed' } });
    const first = await call(CANCEL, { externalId: input.externalId, revision: 5 });
    expect(first).toMatchObject({ applied: true, booking: { status: 'cancelled', version: 2 } });
    const again = await call(CANCEL, { externalId: input.externalId, revision: 6 });
    expect(again).toMatchObject({ applied: false, booking: { status: 'cancelled', version: 2 } });
    expect(codes(await call(CREATE, { ...input, revision: 9 }))).toEqual(['BOOKING_CANCELLED']);
    expect(await free(single, 296, 297)).toEqual([1, 1]);
    expect(await told(booking.id)).toEqual(['cancelled', 'confirmed', 'created']);
    await clean();
  });

  test('hosts can also call bookingCreate, and bookingCancel with an id', async () => {
    const { it } = await ask<{ it: { booking: { id: string; source: object } } }>(
      platform,
      host.host,
      CREATE,
      {
        input: { ...stay(several, 300), externalId: null },
      },
    );
    expect(it.booking.source).toEqual({ kind: 'host', name: null, externalId: null });
    const text =
      'mutation ($id: ID!) { it: bookingCancel(id: $id) { booking { status } userErrors { field code } } }';
    const cancel = (id: string) => ask<{ it: object }>(platform, host.host, text, { id });
    expect((await cancel(it.booking.id)).it).toEqual({ booking: { status: 'cancelled' }, userErrors: [] });
    expect((await cancel('99999999')).it).toEqual({
      booking: null,
      userErrors: [{ field: ['id'], code: 'NOT_FOUND' }],
    });
    const { errors } = await run(text, { id: it.booking.id });
    expect(errors[0]?.message).toContain('Unknown argument "id"');
  });
});
