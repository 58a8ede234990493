import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import ICAL from 'ical.js';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeWork } from '#db/limits/work-budget.ts';
import { newUuid } from '#kit/ids.ts';
import { createMissingExports } from '#subgraphs/catalog/calendars/commands/create-missing-exports.ts';
import { readDueFeeds } from '#subgraphs/catalog/calendars/commands/read-due-feeds.ts';
import { addProperty, openStorefront } from '#subgraphs/catalog/index.ts';
import { ROOM } from '../support/catalog.ts';
import { ask, contextOf, type Developer, newDeveloper } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { tries } from '../support/seeded.ts';

// docs/interface/ical.md: a server with one behavior per test serves the feeds over real HTTP.

/** Responses from the other platform's server, by path. */
const answers = new Map<
  string,
  {
    status?: number;
    body?: string | (() => string);
    headers?: Record<string, string>;
    slow?: boolean;
    cut?: boolean;
    /** Responds once this resolves. */
    until?: Promise<void>;
  }
>();
const asked: { path: string; ifNoneMatch: string | undefined }[] = [];
let server: Server;
let platform: TestPlatform;

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '';
    const answer = answers.get(path) ?? { status: 404 };
    asked.push({ path, ifNoneMatch: incoming.headers['if-none-match'] });
    if (answer.slow) return;
    await answer.until;
    const body = typeof answer.body === 'function' ? answer.body() : (answer.body ?? '');
    outgoing.writeHead(
      answer.status ?? 200,
      answer.cut ? { 'content-length': '9999' } : (answer.headers ?? {}),
    );
    if (answer.cut) {
      outgoing.write(body);
      outgoing.destroy();
    } else outgoing.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', ICAL_TIMEOUT: 'PT2S' });
});
afterAll(async () => {
  expect(await brokenInvariants(platform.database)).toEqual({});
  await platform.close();
  server.closeAllConnections();
  server.close();
});

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const day = (from: number) => Temporal.Now.plainDateISO('Europe/Zurich').add({ days: from });
const compact = (from: number) => day(from).toString().replaceAll('-', '');

/** Builds a calendar with these events by UID: first night and departure in days from now. */
const calendar = (events: Readonly<Record<string, readonly [from: number, to: number]>>) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...Object.entries(events).flatMap(([uid, [from, to]]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      `DTEND;VALUE=DATE:${compact(to)}`,
      'SUMMARY:Ada Lovelace (HMABC)',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const serve = (path: string, body: string | (() => string), headers: Record<string, string> = {}) =>
  answers.set(path, { body, headers });

interface Feed {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
  readonly events: number;
  readonly problemText: string | null;
  readonly missingEvents: number;
  readonly echoes: number;
  readonly nextReadAt: string;
  readonly exportUrl: string;
  readonly overbooked: readonly { readonly from: string; readonly until: string; readonly units: number }[];
}
interface Payload {
  readonly icalFeed: Feed | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] }[];
}

/** A unit type with its own host. */
interface Shop {
  readonly host: Developer['host'];
  readonly teamId: number;
  readonly storefrontId: number;
  readonly unitTypeId: number;
}

async function newShop(units = 1): Promise<Shop> {
  const { host, teamId } = await newDeveloper(platform);
  const ctx = contextOf(platform);
  const storefrontId = await openStorefront(ctx, {
    teamId,
    domain: `${newUuid()}.localhost`,
    name: 'Seehof',
    agentBookings: true,
    instantBooking: true,
  });
  const { unitTypeIds } = await addProperty(ctx, {
    storefrontId,
    name: 'Seehof',
    timeZone: 'Europe/Zurich',
    currency: 'EUR',
    unitTypes: [{ ...ROOM, units }],
  });
  return { host, teamId, storefrontId, unitTypeId: unitTypeIds[0] ?? 0 };
}

const FEED =
  'icalFeed { id status problem problemText events missingEvents echoes nextReadAt exportUrl overbooked { from until units } } userErrors { code field }';
const run = async (shop: Shop, mutation: string) => {
  const [payload] = Object.values(
    await ask<Record<string, Payload>>(platform, shop.host, `mutation { ${mutation} { ${FEED} } }`),
  );
  return payload ?? expect.unreachable();
};
const add = async (shop: Shop, url: string, more = '') => {
  const { icalFeed, userErrors } = await run(
    shop,
    `icalFeedAdd(input: { unitTypeId: ${shop.unitTypeId}, name: "Airbnb", url: "${url}" ${more} })`,
  );
  expect(userErrors).toEqual([]);
  return afterReading(shop, icalFeed ?? expect.unreachable());
};
const refresh = async (shop: Shop, { id }: Pick<Feed, 'id'>) =>
  afterReading(shop, (await run(shop, `icalFeedRefresh(id: ${id})`)).icalFeed ?? expect.unreachable());

/** Waits for a reading that continues in the background on a busy machine, then returns the feed. */
async function afterReading(shop: Shop, feed: Feed): Promise<Feed> {
  const reading = platform.services.catalog.feedReadings.get(Number(feed.id));
  if (!reading) return feed;
  await reading;
  return (await feedsOf(shop)).find(({ id }) => id === feed.id) ?? expect.unreachable();
}

async function feedsOf(shop: Shop): Promise<readonly Feed[]> {
  const fields = FEED.slice(FEED.indexOf('{') + 1, FEED.lastIndexOf('} userErrors'));
  const { icalFeeds } = await ask<{ icalFeeds: readonly Feed[] }>(
    platform,
    shop.host,
    `{ icalFeeds(unitTypeId: ${shop.unitTypeId}) { ${fields} } }`,
  );
  return icalFeeds;
}

/** Returns a shop's first feed in its current state for the host. */
const feedOf = async (shop: Shop) => (await feedsOf(shop))[0] ?? expect.unreachable();

/** Waits until the emails for every reading are written. */
const allHeard = (event = 'ical_feed.overbooked') =>
  expect
    .poll(() =>
      platform.database.query("SELECT 1 FROM pgboss.job WHERE name LIKE $1 AND state <> 'completed'", [
        `${event}/%`,
      ]),
    )
    .toEqual([]);

const mailsOf = (template: string, { id }: Pick<Feed, 'id'>) =>
  platform.database.query<{ params: object }>(
    'SELECT params FROM apps.mails WHERE template = $1 AND (key LIKE $2 OR key LIKE $3)',
    [template, `ical/${id}/%`, `ical-shrank/${id}/%`],
  );

/** Returns the free units on the first nights, one digit per night. */
async function free(shop: Shop, nights = 12): Promise<string> {
  const { unitTypes } = await ask<{ unitTypes: { nodes: { calendar: { available: number }[] }[] } }>(
    platform,
    shop.host,
    `{ unitTypes { nodes { calendar(from: "${day(0)}", until: "${day(nights - 1)}") { available } } } }`,
  );
  return unitTypes.nodes[0]?.calendar.map(({ available }) => available).join('') ?? '';
}

/** Returns the units offered to an agent between two days; null without an offer. */
async function offered(shop: Shop, from: number, to: number): Promise<number | null> {
  const { stayLookup } = await ask<{
    stayLookup: { offer: { available: boolean; availableUnits: number } }[];
  }>(
    platform,
    {
      kind: 'agent',
      storefrontId: shop.storefrontId,
      teamId: shop.teamId,
      surface: 'mcp',
      profile: null,
      address: null,
    },
    `{ stayLookup(ids: ["stay:${shop.unitTypeId}:${day(from)}:${day(to)}:1:0"]) { offer { available availableUnits } } }`,
  );
  return stayLookup[0]?.offer.availableUnits ?? null;
}

const book = async (shop: Shop, from: number, to: number) => {
  const { bookingCreate } = await ask<{
    bookingCreate: { booking: { id: string } | null; userErrors: { code: string }[] };
  }>(
    platform,
    shop.host,
    `mutation { bookingCreate(input: { externalId: "${newUuid()}", revision: 1, unitTypeId: ${shop.unitTypeId},
      checkIn: "${day(from)}", checkOut: "${day(to)}", adults: 1, children: 0, quantity: 1,
      guest: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }, payment: paid }) { booking { id } userErrors { code } } }`,
  );
  return bookingCreate;
};
const cancel = (shop: Shop, id: string) =>
  ask(platform, shop.host, `mutation { bookingCancel(input: { id: ${id} }) { userErrors { code } } }`);

/** Reads an export as another platform would. */
async function read(url: string, headers: Readonly<Record<string, string>> = {}) {
  const { pathname, hostname } = new URL(url);
  const answer = await request(`${platform.address}${pathname}`, { headers: { host: hostname, ...headers } });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: text.replaceAll('\r\n ', '') };
}
const exportOf = async (shop: Shop) => {
  const { icalExport } = await ask<{ icalExport: { url: string } }>(
    platform,
    shop.host,
    `{ icalExport(unitTypeId: ${shop.unitTypeId}) { url } }`,
  );
  return icalExport.url;
};
/** The address of an export's link for another instance's server. */
const reached = (url: string) => url.replace(/:\d+\//, `:${platform.port}/`);
const spansOf = (body: string) =>
  [...body.matchAll(/DTSTART;VALUE=DATE:(\d+)\r\nDTEND;VALUE=DATE:(\d+)/g)].map(
    ([, from, to]) => `${from}-${to}`,
  );

describe('a feed', () => {
  test("a feed releases an event's nights after two reads without the event", async () => {
    const shop = await newShop();
    serve('/a.ics', calendar({ one: [2, 4], two: [6, 7], three: [9, 10] }));
    const feed = await add(shop, `${origin()}/a.ics`);
    expect(feed).toMatchObject({ status: 'fresh', problem: null, events: 3, overbooked: [] });
    expect(await free(shop)).toBe('110011011011');
    expect(await offered(shop, 2, 4)).toBe(0);
    serve('/a.ics', calendar({ one: [2, 4], three: [9, 10] }));
    expect(await refresh(shop, feed)).toMatchObject({ problem: null, missingEvents: 1 });
    expect(await free(shop)).toBe('110011011011');
    expect(await refresh(shop, feed)).toMatchObject({ events: 2 });
    expect(await free(shop)).toBe('110011111011');
    expect(await offered(shop, 6, 7)).toBe(1);
  });

  test('a feed lists its events for its own team only', async () => {
    const shop = await newShop(2);
    serve('/blocks.ics', calendar({ one: [2, 4], two: [20, 21] }));
    await add(shop, `${origin()}/blocks.ics`, 'units: 3');
    const [property] = await platform.database.query<{ id: number }>(
      'SELECT property_id AS id FROM catalog.unit_type WHERE id = $1',
      [shop.unitTypeId],
    );
    const blocksFor = async (host: Shop['host']) => {
      const { icalBlocks } = await ask<{ icalBlocks: readonly object[] }>(
        platform,
        host,
        `{ icalBlocks(propertyId: ${property?.id}, from: "${day(3)}", until: "${day(19)}") { feedName checkIn checkOut units overbooked } }`,
      );
      return icalBlocks;
    };
    expect(await blocksFor(shop.host)).toEqual([
      { feedName: 'Airbnb', checkIn: `${day(2)}`, checkOut: `${day(4)}`, units: 3, overbooked: true },
    ]);
    const stranger = await newShop();
    expect(await blocksFor(stranger.host)).toEqual([]);
  });

  test('a feed blocks only one unit of a single-unit unit type, regardless of its event count', async () => {
    const shop = await newShop();
    serve('/single.ics', calendar({ one: [2, 4], two: [3, 5] }));
    await add(shop, `${origin()}/single.ics`, 'units: 3');
    const [property] = await platform.database.query<{ id: number }>(
      'SELECT property_id AS id FROM catalog.unit_type WHERE id = $1',
      [shop.unitTypeId],
    );
    const { icalBlocks } = await ask<{ icalBlocks: readonly object[] }>(
      platform,
      shop.host,
      `{ icalBlocks(propertyId: ${property?.id}, from: "${day(1)}", until: "${day(9)}") { checkIn units overbooked } }`,
    );
    expect(icalBlocks).toEqual([
      { checkIn: `${day(2)}`, units: 1, overbooked: false },
      { checkIn: `${day(3)}`, units: 1, overbooked: false },
    ]);
  });

  test('a feed is processed again only if it changed', async () => {
    const shop = await newShop();
    serve('/etag.ics', calendar({ one: [2, 4] }), { etag: '"v1"' });
    const feed = await add(shop, `${origin()}/etag.ics`);
    answers.set('/etag.ics', { status: 304 });
    expect(await refresh(shop, feed)).toMatchObject({ status: 'fresh', problem: null, events: 1 });
    expect(asked.filter(({ path }) => path === '/etag.ics').map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([
      undefined,
      '"v1"',
    ]);
    expect(await free(shop, 5)).toBe('11001');
  });

  test('a feed is stored without the text of its events', async () => {
    const shop = await newShop();
    serve('/names.ics', calendar({ one: [2, 4] }));
    await add(shop, `${origin()}/names.ics`);
    const [row] = await platform.database.query(
      `SELECT e.*, f.* FROM catalog.ical_event e JOIN catalog.ical_feed f ON f.id = e.feed_id WHERE f.unit_type_id = $1`,
      [shop.unitTypeId],
    );
    expect(JSON.stringify(row)).not.toMatch(/Lovelace|HMABC|names\.ics/);
  });

  test('a feed that loses most of its events releases no nights until the host confirms', async () => {
    const shop = await newShop();
    serve('/shrinks.ics', calendar({ one: [2, 4], two: [6, 7], three: [9, 10] }));
    const feed = await add(shop, `${origin()}/shrinks.ics`);
    serve('/shrinks.ics', calendar({ three: [9, 10], four: [0, 1] }));
    for (const _ of [1, 2, 3])
      expect(await refresh(shop, feed)).toMatchObject({ problem: 'FEED_SHRANK', missingEvents: 2 });
    expect(await free(shop)).toBe('010011011011');
    const { icalFeed } = await run(shop, `icalFeedShrinkConfirm(id: ${feed.id})`);
    expect(icalFeed).toMatchObject({ problem: null, events: 2, missingEvents: 0 });
    expect(await free(shop)).toBe('011111111011');
    expect((await run(shop, `icalFeedShrinkConfirm(id: ${feed.id})`)).userErrors).toMatchObject([
      { code: 'INVALID' },
    ]);
  });

  test('a feed releases no nights after any kind of failure', async () => {
    const shop = await newShop();
    const good = calendar({ one: [2, 4], two: [6, 7] });
    serve('/faults.ics', good);
    const feed = await add(shop, `${origin()}/faults.ics`);
    const million = `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\nEND:VEVENT\r\n'.repeat(1_000_000)}END:VCALENDAR`;
    const faults = [
      ['NOT_A_CALENDAR', { body: '' }],
      ['NOT_A_CALENDAR', { body: '<html>Welcome</html>' }],
      ['NOT_A_CALENDAR', { body: good.slice(0, -20) }],
      ['NOT_A_CALENDAR', { body: good.slice(0, good.indexOf('UID:two')) }],
      ['FEED_SHRANK', { body: calendar({}) }],
      ['REFUSED', { status: 500, body: good }],
      ['REFUSED', { status: 204 }],
      ['UNREACHABLE', { body: good, cut: true }],
      ['TOO_LARGE', { body: million }],
      ['ADDRESS_REFUSED', { status: 302, headers: { location: 'http://169.254.169.254/latest' } }],
      ['ADDRESS_REFUSED', { status: 302, headers: { location: `${origin()}/faults.ics` } }],
    ] as const;
    for (const [problem, answer] of faults) {
      answers.set('/faults.ics', answer);
      for (const _ of [1, 2]) expect(await refresh(shop, feed), problem).toMatchObject({ problem });
      expect(await free(shop), problem).toBe('110011011111');
    }
  }, 60_000);

  test('a slow feed releases no nights', async () => {
    const shop = await newShop();
    serve('/slow.ics', calendar({ one: [2, 4] }));
    const feed = await add(shop, `${origin()}/slow.ics`);
    answers.set('/slow.ics', { slow: true });
    await refresh(shop, feed);
    await expect.poll(async () => (await feedOf(shop)).problem, { timeout: 10_000 }).toBe('TIMED_OUT');
    expect(await free(shop, 5)).toBe('11001');
  });

  test('the platform reads a slow feed at increasing intervals', async () => {
    const shop = await newShop();
    serve('/slower.ics', calendar({ one: [2, 4] }));
    const feed = await add(shop, `${origin()}/slower.ics`);
    await platform.database.query('UPDATE catalog.ical_feed SET slow = 3 WHERE id = $1', [feed.id]);
    answers.set('/slower.ics', { slow: true });
    await refresh(shop, feed);
    await expect.poll(async () => (await feedOf(shop)).problem, { timeout: 10_000 }).toBe('TIMED_OUT');
    const minutes = (Date.parse((await feedOf(shop)).nextReadAt) - Date.now()) / 60_000;
    expect(Math.round(minutes / 48)).toBe(5); // 16 times the interval, plus or minus a tenth
    serve('/slower.ics', calendar({ one: [2, 4] }));
    const { nextReadAt } = await refresh(shop, feed);
    expect(Date.parse(nextReadAt) - Date.now()).toBeLessThan(17 * 60_000);
  });

  test('a new feed has the status late until its server responds', async () => {
    const shop = await newShop();
    let respond = () => {};
    const until = new Promise<void>((resolve) => {
      respond = resolve;
    });
    answers.set('/waits.ics', { body: calendar({ one: [2, 4] }), until });
    const { icalFeed } = await run(
      shop,
      `icalFeedAdd(input: { unitTypeId: ${shop.unitTypeId}, name: "Airbnb", url: "${origin()}/waits.ics" })`,
    );
    expect(icalFeed).toMatchObject({ status: 'late', problem: null, events: 0 });
    expect(await free(shop, 5)).toBe('11111');
    respond();
    await expect.poll(async () => (await feedOf(shop)).status, { timeout: 10_000 }).toBe('fresh');
    expect(await free(shop, 5)).toBe('11001');
  });

  test('a feed with new UIDs in every read blocks each stay only once', async () => {
    const shop = await newShop(5);
    let reading = 0;
    serve('/fresh.ics', () => {
      reading += 1;
      return calendar({ [`a${reading}`]: [2, 4], [`b${reading}`]: [6, 7] });
    });
    const feed = await add(shop, `${origin()}/fresh.ics`);
    for (const _ of [1, 2, 3])
      expect(await refresh(shop, feed)).toMatchObject({ problem: null, events: 2, missingEvents: 0 });
    expect(await free(shop, 8)).toBe('55445545');
  });

  test('a feed with a moving window of blocked nights triggers no email', async () => {
    const shop = await newShop();
    serve('/window.ics', calendar({ stay: [2, 4], window: [6, 9] }));
    const feed = await add(shop, `${origin()}/window.ics`);
    for (const [uid, from, to] of [
      ['x', 7, 10],
      ['y', 8, 11],
    ] as const) {
      serve('/window.ics', calendar({ stay: [2, 4], [uid]: [from, to] }));
      expect(await refresh(shop, feed)).toMatchObject({ problem: null, overbooked: [], missingEvents: 0 });
    }
    expect(await free(shop)).toBe('110011110001');
    await allHeard();
    expect(await mailsOf('host-overbooked', feed)).toEqual([]);
  });

  test('overlapping events block only one unit of a single-unit unit type', async () => {
    const [one, three] = [await newShop(), await newShop(3)];
    serve('/union.ics', calendar({ block: [1, 6], stay: [2, 4], other: [3, 5] }));
    expect(await add(one, `${origin()}/union.ics`)).toMatchObject({ events: 3, overbooked: [] });
    expect(await free(one, 7)).toBe('1000001');
    expect(await add(three, `${origin()}/union.ics`)).toMatchObject({ events: 3, overbooked: [] });
    expect(await free(three, 7)).toBe('3210123');
  });

  test("a feed that's only partly readable releases no nights", async () => {
    const shop = await newShop();
    const good = calendar({ one: [2, 4], two: [6, 7], three: [9, 10] });
    serve('/part.ics', good, { etag: '"v1"' });
    const feed = await add(shop, `${origin()}/part.ics`);
    const part = calendar({ one: [2, 4], four: [11, 12], bad: [6, 7] }).replace(
      `DTSTART;VALUE=DATE:${compact(6)}`,
      'DTSTART;VALUE=DATE:next week',
    );
    serve('/part.ics', part, { etag: '"v2"' });
    for (const status of [200, 200, 304, 304]) {
      if (status === 304) answers.set('/part.ics', { status });
      const { problem, problemText } = await refresh(shop, feed);
      expect(problem).toBe('PARTLY_READ');
      expect(problemText).toContain('DTSTART;VALUE=DATE:next week');
      expect(await free(shop)).toBe('110011011010');
    }
    serve('/part.ics', good);
    expect(await refresh(shop, feed)).toMatchObject({ problem: null, problemText: null });
  });

  test('an unknown time zone is reported with its line', async () => {
    const shop = await newShop();
    const body = calendar({ one: [2, 4] })
      .replace(/DTSTART.*\r\n/, `DTSTART;TZID=Mars/Base:${compact(2)}T160000\r\n`)
      .replace(/DTEND.*\r\n/, `DTEND;TZID=Mars/Base:${compact(4)}T100000\r\n`);
    serve('/mars.ics', body);
    const feed = await add(shop, `${origin()}/mars.ics`);
    expect(feed).toMatchObject({ status: 'fresh', problem: 'UNKNOWN_ZONE' });
    expect(feed.problemText).toContain('TZID=Mars/Base');
    expect(await free(shop, 5)).toBe('11001');
  });

  test('an event that ends after check-in time also blocks the night of its last day', async () => {
    const body = calendar({ one: [2, 4] })
      .replace(/DTSTART.*\r\n/, `DTSTART:${compact(2)}T160000\r\n`)
      .replace(/DTEND.*\r\n/, `DTEND:${compact(4)}T170000\r\n`);
    serve('/evening.ics', body);
    const [usual, later] = [await newShop(), await newShop()];
    await platform.database.query(
      `UPDATE catalog.property p SET check_in_from = '18:00' FROM catalog.unit_type u WHERE u.property_id = p.id AND u.id = $1`,
      [later.unitTypeId],
    );
    await add(usual, `${origin()}/evening.ics`);
    await add(later, `${origin()}/evening.ics`);
    expect([await free(usual, 6), await free(later, 6)]).toEqual(['110001', '110011']);
  });

  test("a booking that reappears in a channel's feed doesn't block a second unit", async () => {
    const shop = await newShop();
    serve('/echo.ics', calendar({}));
    const feed = await add(shop, `${origin()}/echo.ics`);
    const { booking } = await book(shop, 2, 4);
    serve('/echo.ics', calendar({ before: [2, 4] }));
    expect((await refresh(shop, feed)).overbooked).toHaveLength(1);
    serve('/echo.ics', calendar({}));
    await refresh(shop, feed);
    const confirmed = await run(shop, `icalFeedShrinkConfirm(id: ${feed.id})`);
    expect(confirmed.icalFeed).toMatchObject({ events: 0, overbooked: [] });

    expect(spansOf((await read(feed.exportUrl)).body)).toEqual([`${compact(2)}-${compact(4)}`]);
    serve('/echo.ics', calendar({ ours: [2, 4] }));
    const echoed = { echoes: 1, events: 0, overbooked: [], problem: null };
    expect(await refresh(shop, feed)).toMatchObject(echoed);
    serve('/echo.ics', calendar({ again: [2, 4] }));
    expect(await refresh(shop, feed)).toMatchObject(echoed);
    await cancel(shop, booking?.id ?? '');
    expect(await free(shop, 5)).toBe('11111');
    expect(await refresh(shop, feed)).toMatchObject(echoed);
    expect(spansOf((await read(feed.exportUrl)).body)).toEqual([]);
    serve('/echo.ics', calendar({ sold: [2, 4] }));
    expect(await refresh(shop, feed)).toMatchObject({ events: 1, overbooked: [] });
    expect(await free(shop, 5)).toBe('11001');
  });

  test('a feed that lost most of its events triggers one email', async () => {
    const shop = await newShop();
    serve('/lost.ics', calendar({ one: [2, 4], two: [6, 7], three: [9, 10] }));
    const feed = await add(shop, `${origin()}/lost.ics`);
    serve('/lost.ics', calendar({ three: [9, 10] }));
    for (const _ of [1, 2, 3]) expect(await refresh(shop, feed)).toMatchObject({ problem: 'FEED_SHRANK' });
    await allHeard('ical_feed.shrank');
    const mail = { params: expect.objectContaining({ feed: 'Airbnb' }) };
    expect(await mailsOf('host-feed-shrank', feed)).toEqual([mail]);
    const yesterday = `UPDATE catalog.ical_event SET absent_since = absent_since - interval '23 hours' WHERE feed_id = $1`;
    await platform.database.query(yesterday, [feed.id]);
    expect(await refresh(shop, feed)).toMatchObject({ problem: 'FEED_SHRANK' });
    expect(await free(shop)).toBe('110011011011');
    await platform.database.query(yesterday, [feed.id]);
    expect(await refresh(shop, feed)).toMatchObject({ problem: null, events: 1, missingEvents: 0 });
    expect(await free(shop)).toBe('111111111011');
    await allHeard('ical_feed.shrank');
    expect(await mailsOf('host-feed-shrank', feed)).toEqual([mail]);
  });

  test("a team that has used up its hourly reading time doesn't delay another team", async () => {
    const [busy, other] = [await newShop(), await newShop()];
    serve('/budget.ics', calendar({ one: [2, 4] }));
    const feed = await add(busy, `${origin()}/budget.ics`);
    await chargeWork(contextOf(platform), { teamId: busy.teamId, kind: 'calendars' }, 600_000);
    serve('/budget.ics', calendar({ one: [2, 4], two: [6, 7] }));
    expect(await refresh(busy, feed)).toMatchObject({ status: 'fresh', problem: null, events: 1 });
    expect(await add(other, `${origin()}/budget.ics`)).toMatchObject({ status: 'fresh', events: 2 });
    const waits = Date.parse((await feedOf(busy)).nextReadAt) - Date.now();
    expect(waits).toBeGreaterThan(30 * 60_000);
  });

  test('reading due feeds alternates between teams', async () => {
    const [many, one] = [await newShop(), await newShop()];
    const paths = Array.from({ length: 10 }, (_, n) => `/turn-${n}.ics`);
    for (const path of [...paths, '/turn-other.ics']) serve(path, calendar({ one: [2, 4] }));
    for (const path of paths) await add(many, `${origin()}${path}`);
    await add(one, `${origin()}/turn-other.ics`);
    const before = asked.length;
    await platform.database.query(
      `UPDATE catalog.ical_feed SET next_read_at = now() - CASE unit_type_id WHEN $1 THEN interval '2 hours' ELSE interval '1 hour' END
       WHERE unit_type_id IN ($1, $2)`,
      [many.unitTypeId, one.unitTypeId],
    );
    await readDueFeeds(contextOf(platform));
    const order = () =>
      asked
        .slice(before)
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/turn-'));
    await expect.poll(() => new Set(order()).size).toBe(11);
    expect(order().indexOf('/turn-other.ics')).toBeLessThan(9); // the platform reads eight at a time
  });

  test('a failing feed holds units back only from agents', async () => {
    const shop = await newShop(2);
    serve('/fails.ics', calendar({ one: [8, 9] }));
    const feed = await add(shop, `${origin()}/fails.ics`);
    expect(await offered(shop, 2, 4)).toBe(2);
    answers.set('/fails.ics', { status: 500 });
    expect(await refresh(shop, feed)).toMatchObject({ status: 'fresh' });
    expect(await refresh(shop, feed)).toMatchObject({ status: 'late' });
    await platform.database.query(
      `UPDATE catalog.ical_feed SET last_good_at = now() - interval '6 hours' WHERE id = $1`,
      [feed.id],
    );
    expect(await refresh(shop, feed)).toMatchObject({ status: 'failing', problem: 'REFUSED' });
    expect(await offered(shop, 2, 4)).toBe(1);
    expect((await book(shop, 2, 4)).userErrors).toEqual([]);
    expect(await offered(shop, 2, 4)).toBe(0);
    expect((await book(shop, 2, 4)).userErrors).toEqual([]);
    serve('/fails.ics', calendar({ one: [8, 9] }));
    expect(await refresh(shop, feed)).toMatchObject({ status: 'fresh', problem: null });
    expect(await offered(shop, 5, 7)).toBe(2);
  });

  test('an overbooked feed gets the next unit that becomes free', async () => {
    const shop = await newShop();
    const { booking } = await book(shop, 3, 5);
    serve('/over.ics', calendar({ one: [2, 4] }));
    const feed = await add(shop, `${origin()}/over.ics`);
    expect(feed.overbooked).toEqual([{ from: `${day(3)}`, until: `${day(3)}`, units: 1 }]);
    expect(await free(shop, 6)).toBe('110001');
    const { teamEvents } = await ask<{ teamEvents: { nodes: { kind: string; change: string | null }[] } }>(
      platform,
      shop.host,
      '{ teamEvents { nodes { kind change } } }',
    );
    expect(teamEvents.nodes).toContainEqual({ kind: 'ical_feed.overbooked', change: `${day(3)}` });
    const mailed = () =>
      platform.database.query<{ params: object }>(
        "SELECT params FROM apps.mails WHERE template = 'host-overbooked' AND key LIKE $1",
        [`ical/${feed.id}/%`],
      );
    const mail = { params: expect.objectContaining({ feed: 'Airbnb', nights: [`${day(3)}`] }) };
    await expect.poll(mailed).toEqual([mail]);
    await refresh(shop, feed);
    await refresh(shop, feed);
    await allHeard();
    expect(await mailed()).toEqual([mail]);
    await cancel(shop, booking?.id ?? '');
    expect(await free(shop, 6)).toBe('110011');
    expect((await refresh(shop, feed)).overbooked).toEqual([]);
  });

  test('removing a feed releases its nights', async () => {
    const shop = await newShop();
    serve('/gone.ics', calendar({ one: [2, 4] }));
    const feed = await add(shop, `${origin()}/gone.ics`);
    expect(await run(shop, `icalFeedRemove(id: ${feed.id})`)).toEqual({ icalFeed: null, userErrors: [] });
    expect(await free(shop, 5)).toBe('11111');
    expect((await read(feed.exportUrl)).status).toBe(404);
    expect((await run(shop, `icalFeedRefresh(id: ${feed.id})`)).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
  });

  test("a paused feed keeps its nights and isn't read", async () => {
    const shop = await newShop();
    serve('/paused.ics', calendar({ one: [2, 4] }));
    const feed = await add(shop, `${origin()}/paused.ics`);
    expect((await run(shop, `icalFeedPause(id: ${feed.id})`)).icalFeed).toMatchObject({ status: 'paused' });
    serve('/paused.ics', calendar({ one: [2, 4], two: [4, 5] }));
    expect((await run(shop, `icalFeedRefresh(id: ${feed.id})`)).userErrors).toMatchObject([
      { code: 'INVALID' },
    ]);
    expect(await free(shop, 6)).toBe('110011');
    expect((await run(shop, `icalFeedResume(id: ${feed.id})`)).icalFeed).toMatchObject({ status: 'fresh' });
    expect(await free(shop, 6)).toBe('110001');
  });

  test('an invalid feed is refused with the reason', async () => {
    const shop = await newShop();
    const refused = async (name: string, url: string, more = '') =>
      (
        await run(
          shop,
          `icalFeedAdd(input: { unitTypeId: ${shop.unitTypeId}, name: "${name}", url: "${url}" ${more} })`,
        )
      ).userErrors.map(({ code, field }) => `${code} ${field.join('.')}`);
    expect(await refused(' ', 'ftp://example.com', 'units: 0 holdBackUnits: -1')).toEqual([
      'INVALID input.name',
      'INVALID input.url',
      'INVALID input.units',
      'INVALID input.holdBackUnits',
    ]);
    serve('/ten.ics', calendar({}));
    for (const n of Array(10).keys()) await add(shop, `${origin()}/ten.ics?${n}`);
    expect(await refused('Airbnb', `${origin()}/ten.ics?0`)).toEqual(['TAKEN input.url']);
    expect(await refused('Airbnb', `${origin()}/ten.ics`)).toEqual(['LIMIT_REACHED input.unitTypeId']);
    const stranger = await newShop();
    expect((await run({ ...shop, host: stranger.host }, `icalFeedRemove(id: 1)`)).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
  });
});

describe('an export', () => {
  test('an export has an event for every period without a free unit', async () => {
    const shop = await newShop(2);
    for (const [from, to] of [
      [2, 5],
      [3, 5],
      [5, 6],
      [5, 6],
    ] as const)
      expect((await book(shop, from, to)).userErrors).toEqual([]);
    const url = await exportOf(shop);
    const { status, headers, text, body } = await read(url);
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(spansOf(body)).toEqual([`${compact(3)}-${compact(6)}`]);
    expect(body).toMatch(/UID:[0-9a-f]{16}-\d{8}@[\w-]+\.localhost/);
    expect(body).toContain('SUMMARY:Reserved');
    expect(body).not.toContain('Lovelace');
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(headers['cache-control']).toContain('max-age=60');
    const { etag, 'last-modified': changed } = headers;
    expect((await read(url, { 'if-none-match': `${etag}` })).status).toBe(304);
    expect((await read(url, { 'if-modified-since': `${changed}` })).status).toBe(304);
    expect((await read(url)).body).toBe(body);
    await book(shop, 8, 9);
    await book(shop, 8, 9);
    expect((await read(url, { 'if-none-match': `${etag}` })).status).toBe(200);
  });

  test('an export without events still has a calendar component', async () => {
    const [empty, reader] = [await newShop(), await newShop()];
    const { body } = await read(await exportOf(empty));
    expect(spansOf(body)).toEqual([]);
    expect(new ICAL.Component(ICAL.parse(body)).getAllSubcomponents().map(({ name }) => name)).toEqual([
      'vtimezone',
    ]);
    serve('/empty.ics', body);
    expect(await add(reader, `${origin()}/empty.ics`)).toMatchObject({
      status: 'fresh',
      problem: null,
      events: 0,
    });
  });

  test("reading a new unit type's export link writes nothing to the database", async () => {
    const shop = await newShop();
    const [property] = await platform.database.query<{ id: number }>(
      'SELECT property_id AS id FROM catalog.unit_type WHERE id = $1',
      [shop.unitTypeId],
    );
    const { unitTypeCreate } = await ask<{ unitTypeCreate: { unitType: { id: string } } }>(
      platform,
      shop.host,
      `mutation { unitTypeCreate(input: { propertyId: ${property?.id}, name: "Attic", units: 1, maxGuests: 2, baseRate: 9000 }) { unitType { id } } }`,
    );
    for (const unitTypeId of [shop.unitTypeId, Number(unitTypeCreate.unitType.id)]) {
      const rows = () =>
        platform.database.query('SELECT token_hash FROM catalog.ical_export WHERE unit_type_id = $1', [
          unitTypeId,
        ]);
      const before = await rows();
      expect(before).toHaveLength(1);
      expect((await read(await exportOf({ ...shop, unitTypeId }))).status).toBe(200);
      await platform.database.query('DELETE FROM catalog.ical_export WHERE unit_type_id = $1', [unitTypeId]);
      const { icalExport } = await ask<{ icalExport: null }>(
        platform,
        shop.host,
        `{ icalExport(unitTypeId: ${unitTypeId}) { url } }`,
      );
      expect(icalExport).toBeNull();
      expect(await rows()).toEqual([]);
    }
  });

  test('an upgrade adds missing export links and keeps existing ones', async () => {
    const shops = [await newShop(), await newShop(), await newShop()] as const;
    const [kept] = shops;
    const url = await exportOf(kept);
    await platform.database.query('DELETE FROM catalog.ical_export WHERE unit_type_id = ANY ($1)', [
      shops.slice(1).map(({ unitTypeId }) => unitTypeId),
    ]);
    await Promise.all([createMissingExports(contextOf(platform)), createMissingExports(contextOf(platform))]);
    for (const shop of shops) expect((await read(await exportOf(shop))).status).toBe(200);
    expect(await exportOf(kept)).toBe(url);
    expect(
      await platform.database.query(
        'SELECT unit_type_id FROM catalog.ical_export WHERE feed_id IS NULL GROUP BY 1 HAVING count(*) > 1',
      ),
    ).toEqual([]);
  });

  test('an export is available only at its newest link', async () => {
    const shop = await newShop();
    const url = await exportOf(shop);
    expect(await exportOf(shop)).toBe(url);
    const { icalExportRotate } = await ask<{ icalExportRotate: { icalExport: { url: string } } }>(
      platform,
      shop.host,
      `mutation { icalExportRotate(unitTypeId: ${shop.unitTypeId}) { icalExport { url } } }`,
    );
    expect((await read(url)).status).toBe(404);
    expect((await read(icalExportRotate.icalExport.url)).status).toBe(200);
    const other = await newShop();
    const elsewhere = url.replace(/\/ical\/\d+/, `/ical/${other.unitTypeId}`);
    expect((await read(elsewhere)).status).toBe(404);
  });

  test("a feed's export omits only that feed's own events", async () => {
    const shop = await newShop();
    serve('/one.ics', calendar({ one: [2, 4] }));
    serve('/two.ics', calendar({ two: [6, 8] }));
    const one = await add(shop, `${origin()}/one.ics`);
    const two = await add(shop, `${origin()}/two.ics`);
    await book(shop, 9, 10);
    const links = [one.exportUrl, two.exportUrl, await exportOf(shop)];
    const spans = await Promise.all(links.map(async (url) => spansOf((await read(url)).body)));
    const own = `${compact(9)}-${compact(10)}`;
    expect(spans).toEqual([
      [`${compact(6)}-${compact(8)}`, own],
      [`${compact(2)}-${compact(4)}`, own],
      [own],
    ]);
  });

  test("an export that's added as a feed is ignored", async () => {
    const shop = await newShop();
    await book(shop, 2, 4);
    serve('/back.ics', (await read(await exportOf(shop))).body);
    expect(await add(shop, `${origin()}/back.ics`)).toMatchObject({ events: 0, overbooked: [] });
  });

  /** An echo grows with each round. */
  const ROUNDS = tries(10);

  test.each(['unit type', 'feed'])(
    "two platforms that read each other's %s links produce no echo",
    async (by) => {
      const ring = [await newShop(), await newShop()] as const;
      const feeds: Feed[] = [];
      for (const [place, shop] of ring.entries()) {
        const other = ring[1 - place] ?? expect.unreachable();
        feeds.push(await add(shop, reached(await exportOf(other))));
      }
      if (by === 'feed') {
        for (const [place, shop] of ring.entries()) {
          const link = reached(feeds[1 - place]?.exportUrl ?? '');
          const id = feeds[place]?.id ?? '';
          expect(
            (await run(shop, `icalFeedUpdate(input: { id: ${id}, url: "${link}" })`)).userErrors,
          ).toEqual([]);
        }
      }
      const [a, b] = ring;
      const { booking } = await book(a, 2, 4);
      await book(b, 6, 7);
      await book(b, 8, 9);
      await book(b, 10, 11);
      const rounds = async () => {
        for (let round = 0; round < ROUNDS; round++)
          for (const [place, shop] of ring.entries())
            await refresh(shop, feeds[place] ?? expect.unreachable());
      };
      await rounds();
      expect([await free(a), await free(b)]).toEqual(['110011010101', '110011010101']);
      await cancel(a, booking?.id ?? '');
      await rounds();
      expect((await refresh(b, feeds[1] ?? expect.unreachable())).problem).toBe('FEED_SHRANK');
      await run(b, `icalFeedShrinkConfirm(id: ${feeds[1]?.id})`);
      await rounds();
      expect([await free(a), await free(b)]).toEqual(['111111010101', '111111010101']);
    },
    60_000,
  );

  test('three platforms in a circle of feed links produce no echo', async () => {
    const circle = [await newShop(), await newShop(), await newShop()];
    const readers: { shop: Shop; of: Shop; feed: Feed }[] = [];
    for (const shop of circle)
      for (const of of circle)
        if (of !== shop) readers.push({ shop, of, feed: await add(shop, reached(await exportOf(of))) });
    for (const { shop, of, feed } of readers) {
      const back = readers.find((other) => other.shop === of && other.of === shop) ?? expect.unreachable();
      const url = reached(back.feed.exportUrl);
      await run(shop, `icalFeedUpdate(input: { id: ${feed.id}, url: "${url}" })`);
    }
    const stays = [
      [2, 12, 14],
      [6, 16, 18],
      [8, 20, 22],
    ] as const;
    const ids = new Map<string, string>();
    for (const [place, nights] of stays.entries())
      for (const night of nights) {
        const { booking } = await book(circle[place] ?? expect.unreachable(), night, night + 1);
        ids.set(`${place}/${night}`, booking?.id ?? '');
      }
    const rounds = async () => {
      const overbooked = new Set<string>();
      for (let round = 0; round < ROUNDS; round++)
        for (const { shop, feed } of readers)
          for (const { from } of (await refresh(shop, feed)).overbooked) overbooked.add(from);
      expect([...overbooked]).toEqual([]);
    };
    await rounds();
    const taken = (...nights: readonly number[]) =>
      Array.from({ length: 24 }, (_, night) => (nights.includes(night) ? 0 : 1)).join('');
    const everywhere = async () => Promise.all(circle.map((shop) => free(shop, 24)));
    expect(await everywhere()).toEqual(Array(3).fill(taken(...stays.flat())));
    const [first] = circle;
    await cancel(first ?? expect.unreachable(), ids.get('0/2') ?? '');
    await rounds();
    expect(await everywhere()).toEqual(Array(3).fill(taken(...stays.flat().filter((night) => night !== 2))));
  }, 120_000);
});
