import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { addProperty, openStorefront } from '#subgraphs/catalog/index.ts';
import { ROOM } from '../support/catalog.ts';
import { ask, contextOf, type Developer, newDeveloper } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { tries } from '../support/seeded.ts';

// docs/interface/ical.md: feeds are read over real HTTP, from a server that does what each test wants.

/** Answers of the other platform's server, by path. */
const answers = new Map<
  string,
  { status?: number; body?: string; headers?: Record<string, string>; slow?: boolean; cut?: boolean }
>();
const asked: { path: string; ifNoneMatch: string | undefined }[] = [];
let server: Server;
let platform: TestPlatform;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    const answer = answers.get(path) ?? { status: 404 };
    asked.push({ path, ifNoneMatch: incoming.headers['if-none-match'] });
    if (answer.slow) return;
    const body = answer.body ?? '';
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

/** A calendar with these events: first night and departure in days from now, by UID. */
const calendar = (events: Readonly<Record<string, readonly [from: number, to: number]>>) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN'],
    ...Object.entries(events).flatMap(([uid, [from, to]]) => [
      ...[
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `DTSTART;VALUE=DATE:${compact(from)}`,
        `DTEND;VALUE=DATE:${compact(to)}`,
      ],
      ...['SUMMARY:Ada Lovelace (HMABC)', 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const serve = (path: string, body: string, headers: Record<string, string> = {}) =>
  answers.set(path, { body, headers });

interface Feed {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
  readonly events: number;
  readonly missingEvents: number;
  readonly exportUrl: string;
  readonly overbooked: readonly { readonly from: string; readonly until: string; readonly units: number }[];
}
interface Payload {
  readonly icalFeed: Feed | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] }[];
}

/** A unit type of a host of its own. */
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
  'icalFeed { id status problem events missingEvents exportUrl overbooked { from until units } } userErrors { code field }';
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
  return icalFeed ?? expect.unreachable();
};
const refresh = async (shop: Shop, { id }: Pick<Feed, 'id'>) =>
  (await run(shop, `icalFeedRefresh(id: ${id})`)).icalFeed ?? expect.unreachable();

/** Once the mails of every reading are written. */
const allHeard = () =>
  expect
    .poll(() =>
      platform.database.query(
        "SELECT 1 FROM pgboss.job WHERE name LIKE 'ical_feed.overbooked/%' AND state <> 'completed'",
      ),
    )
    .toEqual([]);

/** Free units of the first nights. */
async function free(shop: Shop, nights = 12): Promise<string> {
  const { unitTypes } = await ask<{ unitTypes: { nodes: { calendar: { available: number }[] }[] } }>(
    platform,
    shop.host,
    `{ unitTypes { nodes { calendar(from: "${day(0)}", until: "${day(nights - 1)}") { available } } } }`,
  );
  return unitTypes.nodes[0]?.calendar.map(({ available }) => available).join('') ?? '';
}

/** What an agent is offered from one day to another; null for nothing. */
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
      guest: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" } }) { booking { id } userErrors { code } } }`,
  );
  return bookingCreate;
};
const cancel = (shop: Shop, id: string) =>
  ask(platform, shop.host, `mutation { bookingCancel(input: { id: ${id} }) { userErrors { code } } }`);

/** Reads an export as another platform does. */
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
/** An export's link as the server of another instance reaches it. */
const reached = (url: string) => url.replace(/:\d+\//, `:${platform.port}/`);
const spansOf = (body: string) =>
  [...body.matchAll(/DTSTART;VALUE=DATE:(\d+)\r\nDTEND;VALUE=DATE:(\d+)/g)].map(
    ([, from, to]) => `${from}-${to}`,
  );

describe('a feed', () => {
  test('gives nights back after two readings without their event', async () => {
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

  test('is listed by its events, none of which a stranger sees', async () => {
    const shop = await newShop();
    serve('/blocks.ics', calendar({ one: [2, 4], two: [20, 21] }));
    await add(shop, `${origin()}/blocks.ics`, 'units: 2');
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
      { feedName: 'Airbnb', checkIn: `${day(2)}`, checkOut: `${day(4)}`, units: 2, overbooked: true },
    ]);
    const stranger = await newShop();
    expect(await blocksFor(stranger.host)).toEqual([]);
  });

  test('is read again only where it changed', async () => {
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

  test('is kept without the text of its events', async () => {
    const shop = await newShop();
    serve('/names.ics', calendar({ one: [2, 4] }));
    await add(shop, `${origin()}/names.ics`);
    const [row] = await platform.database.query(
      `SELECT e.*, f.* FROM catalog.ical_event e JOIN catalog.ical_feed f ON f.id = e.feed_id WHERE f.unit_type_id = $1`,
      [shop.unitTypeId],
    );
    expect(JSON.stringify(row)).not.toMatch(/Lovelace|HMABC|names\.ics/);
  });

  test('frees nothing when it loses most of its events, until the host confirms', async () => {
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

  test('that goes wrong in any way frees nothing', async () => {
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

  test('that is slow frees nothing', async () => {
    const shop = await newShop();
    serve('/slow.ics', calendar({ one: [2, 4] }));
    const feed = await add(shop, `${origin()}/slow.ics`);
    answers.set('/slow.ics', { slow: true });
    expect(await refresh(shop, feed)).toMatchObject({ problem: 'TIMED_OUT' });
    expect(await free(shop, 5)).toBe('11001');
  });

  test('that is failing holds units back from agents alone', async () => {
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

  test('that is overbooked gets the next unit that comes free', async () => {
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

  test('that is removed frees its nights', async () => {
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

  test('that is paused keeps its nights and is not read', async () => {
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

  test('is refused with the reason', async () => {
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
  test('has an event for each span without a free unit', async () => {
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

  test('answers under its newest link only', async () => {
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

  test('of a feed leaves out what came from it alone', async () => {
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

  test('that comes back is ignored', async () => {
    const shop = await newShop();
    await book(shop, 2, 4);
    serve('/back.ics', (await read(await exportOf(shop))).body);
    expect(await add(shop, `${origin()}/back.ics`)).toMatchObject({ events: 0, overbooked: [] });
  });

  /** An echo grows with each round. */
  const ROUNDS = tries(10);

  test.each(['unit type', 'feed'])(
    'in a ring by the links of the %s leaves no echo',
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

  test('in a circle of three by the links of their feeds leaves no echo', async () => {
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
