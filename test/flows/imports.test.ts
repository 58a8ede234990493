import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { importSchema } from '#server/docs/import-schema.ts';
import { anyCatalog } from '../support/any-catalog.ts';
import { ask, type Developer, hostOf, newDeveloper } from '../support/developer.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { patience, SEED, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import {
  beginImport,
  checkFile,
  exportCatalog,
  importFile,
  seeImport,
  sendFile,
  startApplying,
} from '../support/transfers.ts';

// docs/interface/import.md: a storefront's catalog as a file, exported and imported.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT0.2S' });
});
afterAll(() => platform.close());

let opened = 0;
/** Creates a team whose storefront sells nothing. */
async function newHost(at: TestPlatform = platform): Promise<Developer> {
  const developer = await newDeveloper(at);
  const slug = `import-${++opened}`;
  await ask(
    at,
    developer.host,
    `mutation { storefrontCreate(input: { name: "${slug}", slug: "${slug}" }) { storefront { id } } }`,
  );
  return developer;
}

const PROPERTY = { externalId: 'seehof', name: 'Seehof', currency: 'EUR', timeZone: 'Europe/Zurich' };
const ROOM = { externalId: 'lake', name: 'Lake room', units: 2, baseRate: 12_000, maxGuests: 2 };
const fileOf = (...properties: readonly object[]) =>
  JSON.stringify({ format: 'platform_catalog', version: 1, properties }, null, 2);

test('the JSON Schema of the format is current: run `npm run docs`', () => {
  expect(readFileSync('docs/reference/import.schema.json', 'utf8')).toBe(importSchema());
});

describe('an export', () => {
  test('an export reports how many of its properties are written', async () => {
    const demo = { host: hostOf(1) };
    await exportCatalog(platform, demo);
    const [{ id = 0 } = {}] = await platform.database.query<{ id: number }>(
      "SELECT max(id) AS id FROM catalog.transfer WHERE direction = 'export' AND team_id = 1",
    );
    const { export: done } = await ask<{ export: object }>(
      platform,
      demo.host,
      'query ($id: ID!) { export(id: $id) { status written total } }',
      { id: String(id) },
    );
    expect(done).toEqual({ status: 'done', written: 3, total: 3 });
  });

  test('an export from the demo world is unchanged after an import into an empty team', async () => {
    const demo = { host: hostOf(1) };
    const file = await exportCatalog(platform, demo);
    expect(file.length).toBeGreaterThan(5_000);
    const empty = await newHost();
    expect(await importFile(platform, empty, file)).toMatchObject({ status: 'done', counts: { error: 0 } });
    expect(await exportCatalog(platform, empty)).toBe(file);
    const again = await checkFile(platform, demo, file);
    expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
  });

  test(
    'an export from any catalog is unchanged after an import into an empty team',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyCatalog, async (given) => {
          const [first, second] = [await newHost(), await newHost()];
          expect(await importFile(platform, first, given)).toMatchObject({ status: 'done' });
          const file = await exportCatalog(platform, first);
          await importFile(platform, second, file);
          expect(await exportCatalog(platform, second)).toBe(file);
          const again = await checkFile(platform, second, file);
          expect(again.rows.nodes.filter(({ action }) => action !== 'same')).toEqual([]);
        }),
        { numRuns: tries(8), seed: SEED, endOnFailure: true },
      );
    },
    patience(60_000),
  );
});

test('an export contains the time zone and tax rates exactly as imported', async () => {
  const taxes = [
    { externalId: 'qst', name: 'QST', percent: 9.975, collect: 'booking' },
    { externalId: 'city', name: 'City tax', amountPerNight: 250, maxNights: 21, collect: 'property' },
    { externalId: 'vat', name: 'VAT', basisPoints: 810, collect: 'booking' },
  ];
  const host = await newHost();
  const file = fileOf({ ...PROPERTY, timeZone: 'Asia/Kolkata', taxes });
  expect(await importFile(platform, host, file)).toMatchObject({ status: 'done', counts: { error: 0 } });
  const exported = JSON.parse(await exportCatalog(platform, host));
  expect(exported.properties[0]).toMatchObject({ timeZone: 'Asia/Kolkata', taxes });
  const again = await checkFile(platform, host, file);
  expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
});

test('an export in an unknown format is refused', async () => {
  const { host } = await newHost();
  const refused = await ask(
    platform,
    host,
    'mutation { exportCreate(input: { kind: csv }) { export { id } userErrors { code field } } }',
  );
  expect(refused).toEqual({
    exportCreate: { export: null, userErrors: [{ code: 'INVALID', field: ['input', 'kind'] }] },
  });
});

describe('a dry run', () => {
  test('a dry run refuses rate plans without a default', async () => {
    const ratePlans = [{ externalId: 'flex', title: 'Flexible' }];
    const file = fileOf({ ...PROPERTY, unitTypes: [{ ...ROOM, ratePlans }] });
    const checked = await checkFile(platform, await newHost(), file);
    const wrong = checked.rows.nodes.filter(({ action }) => action === 'error');
    expect(wrong).toMatchObject([{ kind: 'unit_type', error: { field: 'ratePlans', code: 'INVALID' } }]);
  });

  test('a dry run shows what happens to every row', async () => {
    const host = await newHost();
    const nights = [{ from: '2020-01-01', until: '2020-01-03', rate: 1 }];
    const file = fileOf({ ...PROPERTY, unitTypes: [{ ...ROOM, nights }] });
    const checked = await checkFile(platform, host, file);
    expect(checked).toMatchObject({ status: 'checked', properties: 1 });
    expect(checked.rows.nodes.map(({ line, path, kind, action }) => [line, path, kind, action])).toEqual([
      [5, 'properties[0]', 'property', 'create'],
      [11, 'properties[0].unitTypes[0]', 'unit_type', 'create'],
      [11, 'properties[0].unitTypes[0]', 'nights', 'same'],
    ]);
    expect(await exportCatalog(platform, host)).toBe(`${fileOf()}\n`);
    await importFile(platform, host, file);
    const changed = await checkFile(platform, host, file.replace('Lake room', 'Lake suite'));
    expect(changed.counts).toEqual({ create: 0, update: 1, same: 2, error: 0 });
  });

  test("a dry run names each error's line, field and code", async () => {
    const host = await newHost();
    const file = fileOf(
      { ...PROPERTY, currency: 'XYZ' },
      { ...PROPERTY, externalId: 'b', colour: 'red' },
      { ...PROPERTY, externalId: 'c', unitTypes: [ROOM, ROOM] },
      { ...PROPERTY, externalId: 'd', unitTypes: [{ ...ROOM, units: 0 }] },
      { ...PROPERTY, externalId: 'e', unitTypes: [{ ...ROOM, maxGuests: 'two' }] },
      { ...PROPERTY, externalId: 'f', fees: [{ externalId: 'x', name: '', basis: 'per_stay', amount: 1 }] },
      {
        ...PROPERTY,
        externalId: 'g',
        unitTypes: [{ ...ROOM, nights: [{ from: '2999-01-01', until: '2999-01-01', rate: 1 }] }],
      },
    );
    const { id, rows, status } = await checkFile(platform, host, file);
    expect(status).toBe('checked');
    const errors = rows.nodes.flatMap(({ line, path, error }) =>
      error ? [[line, path, error.field, error.code]] : [],
    );
    expect(errors).toEqual([
      [11, 'properties[1]', null, 'UNKNOWN_FIELD'],
      [18, 'properties[2]', 'externalId', 'DUPLICATE'],
      [61, 'properties[4].unitTypes[0]', 'maxGuests', 'INVALID'],
      [5, 'properties[0]', 'currency', 'INVALID'],
      [46, 'properties[3].unitTypes[0]', 'units', 'INVALID'],
      [70, 'properties[5].fees[0]', 'name', 'INVALID'],
      [90, 'properties[6].unitTypes[0]', 'until', 'INVALID'],
    ]);
    expect(await startApplying(platform, host, id)).toMatchObject([{ code: 'INVALID' }]);
  });

  test.each([
    ['no JSON', '{', 'The file isn’t JSON.'],
    ['another format', '{}', 'The file doesn’t begin with "format": "platform_catalog".'],
    [
      'another version',
      '{"format":"platform_catalog","version":2}',
      'This version of the format isn’t known. Use 1.',
    ],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0xfd]), 'The file isn’t UTF-8 text.'],
  ])('a dry run with %s fails and explains why', async (_what, file, problem) => {
    expect(await checkFile(platform, await newHost(), file)).toMatchObject({ status: 'failed', problem });
  });
});

describe('the file of an import', () => {
  test('an import link accepts one file up to 20 MB', async () => {
    const host = await newHost();
    const { import: begun } = await beginImport(platform, host);
    const url = begun?.uploadUrl ?? '';
    expect(await sendFile(platform, `${url.slice(0, -2)}xx`, '{}')).toBe(404);
    expect(await sendFile(platform, url, Buffer.alloc(20_000_001))).toBe(413);
    expect(await sendFile(platform, url, '')).toBe(400);
    expect(await sendFile(platform, url, Buffer.alloc(1_500_000, ' '))).toBe(200);
    expect(await sendFile(platform, url, '{}')).toBe(404);
  });

  test("another team can't see or apply an import's file", async () => {
    const [host, other] = [await newHost(), await newHost()];
    const { id } = await checkFile(platform, host, fileOf(PROPERTY));
    const seen = await ask(platform, other.host, 'query ($id: ID!) { import(id: $id) { id } }', { id });
    expect(seen).toEqual({ import: null });
    expect(await startApplying(platform, other, id)).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('attempts at an import', () => {
  const attemptsAt = async (id: string) => {
    const [row] = await platform.database.query<{ attempts: number; status: string }>(
      'SELECT attempts, status FROM catalog.transfer WHERE id = $1',
      [id],
    );
    return row;
  };

  test('an import counts an attempt when the attempt starts', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => asked.resolve(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const host = await newHost();
    const { import: begun } = await beginImport(platform, host, {
      kind: 'platform_json',
      url: `http://127.0.0.1:${port}/`,
    });
    const response = await asked.promise;
    expect(await attemptsAt(begun?.id ?? '')).toEqual({ attempts: 1, status: 'uploaded' });
    response.end(fileOf(PROPERTY));
    await eventually(
      () => seeImport(platform, host, begun?.id ?? ''),
      ({ status }) => status === 'checked',
    );
  });

  /** Creates an import whose processes died in this many attempts; its claim has expired. */
  async function abandoned(host: Developer, attempts: number, status: 'uploaded' | 'applying') {
    const { id } = await checkFile(platform, host, fileOf(PROPERTY));
    await platform.database.query(
      "UPDATE catalog.transfer SET status = $2, attempts = $3, claimed_until = now() - interval '1 second' WHERE id = $1",
      [id, status, attempts],
    );
    return id;
  }

  test.each([
    ['uploaded', 'The file couldn’t be read in three attempts. Split it into several.'],
    [
      'applying',
      'Applying the import failed three times after 0 properties. Import the rest as a separate file.',
    ],
  ] as const)(
    'an import fails permanently after three attempts whose process died while the import was %s',
    async (status, problem) => {
      const host = await newHost();
      const id = await abandoned(host, 3, status);
      const failed = await eventually(
        () => seeImport(platform, host, id),
        (seen) => seen.status === 'failed',
      );
      expect(failed.problem).toBe(problem);
    },
  );

  test('an import can succeed on its third attempt after two processes died', async () => {
    const host = await newHost();
    const id = await abandoned(host, 2, 'uploaded');
    await eventually(
      () => seeImport(platform, host, id),
      ({ status }) => status === 'checked',
    );
  });

  test('an import resets its attempts after every property it applies', async () => {
    const host = await newHost();
    const { id } = await importFile(platform, host, fileOf(PROPERTY, { ...PROPERTY, externalId: 'second' }));
    expect(await attemptsAt(id)).toEqual({ attempts: 0, status: 'done' });
  });
});

test("one team's imports from an unresponsive address don't delay another team's import", async () => {
  const asked: ServerResponse[] = [];
  const server = createServer((_request, response) => void asked.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  onTestFinished(() => {
    for (const response of asked) response.destroy();
    server.close();
  });
  const [slow, quick] = [await newHost(), await newHost()];
  const url = `http://127.0.0.1:${port}/`;
  for (let count = 0; count < 5; count++) await beginImport(platform, slow, { kind: 'platform_json', url });
  await eventually(
    async () => asked.length,
    (many) => many > 0,
  );
  const { status } = await checkFile(platform, quick, fileOf(PROPERTY));
  expect(status).toBe('checked');
  expect(asked).toHaveLength(1);
  const open = await platform.database.query(
    "SELECT 1 FROM catalog.transfer WHERE team_id = $1 AND status = 'uploaded'",
    [slow.teamId],
  );
  expect(open).toHaveLength(5);
});

test('an import waits for the next hour once its team has used up its fetching time', async () => {
  const site = await hostSite({ '/file.json': ['application/json', fileOf(PROPERTY)] });
  const host = await newHost();
  await platform.database.query(
    "INSERT INTO rate_limits (key, used, ends_at) VALUES ($1, 600000, now() + interval '1 hour')",
    [`work files:${host.teamId}`],
  );
  const input = { kind: 'platform_json', url: `${site}/file.json` };
  const { import: begun } = await beginImport(platform, host, input);
  const [waiting] = await eventually(
    () =>
      platform.database.query<{ status: string; attempts: number; minutes: number }>(
        `SELECT status, attempts, extract(epoch FROM claimed_until - now())::float8 / 60 AS minutes
         FROM catalog.transfer WHERE id = $1`,
        [begun?.id],
      ),
    ([row]) => (row?.minutes ?? 0) > 1,
  );
  expect(waiting).toMatchObject({ status: 'uploaded', attempts: 0 });
  expect(waiting?.minutes).toBeGreaterThan(50);
});

describe('applying', () => {
  test('an import skips a property that has become invalid since the check', async () => {
    const host = await newHost();
    const sold = { ...PROPERTY, unitTypes: [ROOM] };
    await importFile(platform, host, fileOf(sold));
    const nights = [{ from: daysAhead(3), until: daysAhead(3), units: 0 }];
    const changed = { ...sold, name: 'Other name', unitTypes: [{ ...ROOM, nights }] };
    const { id } = await checkFile(platform, host, fileOf(changed, { ...PROPERTY, externalId: 'second' }));
    await platform.database.query(
      `UPDATE catalog.night SET held = 1 WHERE night = $1::date AND unit_type_id =
         (SELECT max(id) FROM catalog.unit_type WHERE external_id = 'lake')`,
      [daysAhead(3)],
    );
    expect(await startApplying(platform, host, id)).toEqual([]);
    const failed = await eventually(
      () => seeImport(platform, host, id),
      ({ status }) => status === 'failed',
    );
    const errors = failed.rows.nodes.flatMap(({ kind, error }) =>
      error ? [[kind, error.field, error.code]] : [],
    );
    expect(errors).toEqual([['nights', 'units', 'INVALID']]);
    const { properties } = JSON.parse(await exportCatalog(platform, host));
    expect(
      properties.map(({ name, externalId }: { name: string; externalId: string }) => [externalId, name]),
    ).toEqual([
      ['seehof', 'Seehof'],
      ['second', 'Seehof'],
    ]);
  });
});

/** Starts a server for a host's website, with its pages by path. */
async function hostSite(pages: Readonly<Record<string, readonly [type: string, body: string | Buffer]>>) {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = pages[url] ?? [];
    if (url === '/moved') return response.writeHead(301, { location: '/page' }).end();
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return `http://127.0.0.1:${port}`;
}

const POLICY = {
  externalId: 'flexible',
  name: 'Flexible',
  isDefault: true,
  timeOfDay: '16:00',
  tiers: [{ hoursBefore: 168, refundPercent: 100 }],
  afterLast: { feeNights: 1 },
};

describe('cancellation policies of a file', () => {
  test('an import adds and changes cancellation policies and reports their errors', async () => {
    const host = await newHost();
    const file = (...policies: readonly object[]) =>
      JSON.stringify(
        { format: 'platform_catalog', version: 1, cancellationPolicies: policies, properties: [] },
        null,
        2,
      );
    await importFile(platform, host, file(POLICY));
    expect(JSON.parse(await exportCatalog(platform, host)).cancellationPolicies).toEqual([POLICY]);
    const changed = await checkFile(platform, host, file({ ...POLICY, name: 'Free for a week' }));
    expect(changed.counts).toEqual({ create: 0, update: 1, same: 0, error: 0 });
    const late = { ...POLICY, externalId: 'late', tiers: [{ hoursBefore: 0, refundPercent: 50 }] };
    const { rows } = await checkFile(platform, host, file(POLICY, POLICY, late));
    expect(
      rows.nodes.map(({ line, kind, action, error }) => [line, kind, action, error?.field ?? null]),
    ).toEqual([
      [20, 'cancellation_policy', 'error', 'externalId'],
      [5, 'cancellation_policy', 'same', null],
      [35, 'cancellation_policy', 'error', 'tiers.0'],
    ]);
  });
});

describe('photos of a file', () => {
  test('an import fetches photos once, with their descriptions and order', async () => {
    const [one, two] = [await plainPhoto(640, 480), await plainPhoto(480, 640)];
    const site = await hostSite({ '/one.jpg': ['image/jpeg', one], '/two.jpg': ['image/jpeg', two] });
    const host = await newHost();
    const media = [
      { url: `${site}/one.jpg`, alt: 'The lake', focus: { x: 0.25, y: 0.5 } },
      { url: `${site}/two.jpg` },
    ];
    const file = fileOf({ ...PROPERTY, media, unitTypes: [{ ...ROOM, media: media.slice(1) }] });
    expect(await importFile(platform, host, file)).toMatchObject({ status: 'done' });
    const [shown] = await eventually(
      () =>
        platform.database.query<{ alts: (string | null)[]; x: number; ready: number; unit: number }>(
          `SELECT array_agg(m.alt ORDER BY array_position(p.media_ids, m.id)) AS alts, min(m.focus_x) AS x,
             count(*) FILTER (WHERE m.status = 'ready')::int AS ready,
             (SELECT cardinality(u.media_ids) FROM catalog.unit_type u WHERE u.property_id = p.id) AS unit
           FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
           JOIN catalog.media m ON m.id = ANY (p.media_ids) WHERE s.team_id = $1 GROUP BY p.id`,
          [host.teamId],
        ),
      ([row]) => row?.ready === 2,
    );
    expect(shown).toMatchObject({ alts: ['The lake', null], x: 0.25, unit: 1 });
    expect((await checkFile(platform, host, file)).counts).toEqual({
      create: 0,
      update: 0,
      same: 4,
      error: 0,
    });
  });

  test("an import that can't fetch a property's photos creates no part of that property", async () => {
    const site = await hostSite({ '/text.jpg': ['image/jpeg', 'no picture'] });
    const host = await newHost();
    const media = [{ url: `${site}/text.jpg` }];
    const { id } = await checkFile(platform, host, fileOf({ ...PROPERTY, media, unitTypes: [ROOM] }));
    expect(await startApplying(platform, host, id)).toEqual([]);
    const failed = await eventually(
      () => seeImport(platform, host, id),
      ({ status }) => status === 'failed',
    );
    expect(failed.rows.nodes.flatMap(({ kind, error }) => (error ? [[kind, error.field]] : []))).toEqual([
      ['photos', 'media'],
    ]);
    expect(JSON.parse(await exportCatalog(platform, host)).properties).toEqual([]);
  });
});

describe('a table', () => {
  const csv = { kind: 'csv' };
  const rooms = [
    'unit_type;name;units;base_rate;max_guests;amenities;description_de',
    'lake;"Lake ""suite""";3;189,50;2;wifi balcony;"Mit Blick,\n und Balkon"',
  ];

  test('a table of unit types adds new unit types and changes existing ones', async () => {
    const host = await newHost();
    await importFile(platform, host, fileOf(PROPERTY));
    await importFile(platform, host, rooms.join('\r\n'), csv);
    const { properties } = JSON.parse(await exportCatalog(platform, host));
    expect(properties[0].unitTypes).toMatchObject([
      {
        externalId: 'lake',
        name: 'Lake "suite"',
        units: 3,
        baseRate: 18_950,
        maxGuests: 2,
        amenities: ['wifi', 'balcony'],
        descriptions: [{ locale: 'de', markdown: 'Mit Blick,\n und Balkon' }],
      },
    ]);
    const again = await checkFile(platform, host, rooms.join('\n'), csv);
    expect(again.counts).toEqual({ create: 0, update: 0, same: 2, error: 0 });
  });

  test('importing a table of nights changes only the values given in its cells', async () => {
    const host = await newHost();
    await importFile(platform, host, fileOf({ ...PROPERTY, unitTypes: [ROOM] }));
    const table = (line: string) => `unit_type,from,until,rate,min_stay,stop_sell\n${line}\n`;
    await importFile(platform, host, table(`lake,${daysAhead(5)},${daysAhead(9)},210.00,,`), csv);
    await importFile(platform, host, table(`lake,${daysAhead(7)},,,3,yes`), csv);
    const { properties } = JSON.parse(await exportCatalog(platform, host));
    expect(properties[0].unitTypes[0].nights).toEqual([
      { from: daysAhead(5), until: daysAhead(6), rate: 21_000 },
      { from: daysAhead(7), until: daysAhead(7), rate: 21_000, minStay: 3, stopSell: true },
      { from: daysAhead(8), until: daysAhead(9), rate: 21_000 },
    ]);
  });

  test("a table's errors name the line, the column and the fix", async () => {
    const host = await newHost();
    await importFile(platform, host, fileOf({ ...PROPERTY, unitTypes: [ROOM] }));
    const lines = [
      'unit_type,night,rate,units,min_stay',
      `lake,${daysAhead(5)},1.234,,`,
      'lake,2027-02-30,,,',
      `lake,${daysAhead(6)},,,-1`,
      `lake,${daysAhead(7)},120,2,`,
      `lake,${daysAhead(8)},,10001,`,
      `none,${daysAhead(8)},1,,`,
    ];
    const { rows } = await checkFile(platform, host, lines.join('\n'), csv);
    expect(rows.nodes.flatMap(({ line, error }) => (error ? [[line, error.field, error.code]] : []))).toEqual(
      [
        [2, 'rate', 'INVALID'],
        [3, 'night', 'INVALID'],
        [4, 'min_stay', 'INVALID'],
        [6, 'units', 'INVALID'],
        [7, 'unitType', 'NOT_FOUND'],
      ],
    );
  });

  test.each([
    ['an unknown column', 'unit_type,colour\nlake,red', /^The column “colour” isn’t known/],
    ['an open quotation mark', 'unit_type,name\n"lake,x', 'The quotation mark in line 2 is not closed.'],
    ['a line with more cells', 'unit_type,night\nlake,2027-01-01,7', /^Line 2 has 3 cells/],
  ])('a table with %s fails and explains why', async (_what, file, problem) => {
    const host = await newHost();
    await importFile(platform, host, fileOf(PROPERTY));
    const failed = await checkFile(platform, host, file, csv);
    expect(failed.status).toBe('failed');
    expect(failed.problem).toMatch(problem);
  });
});

const PAGE = `<!doctype html><title>Chalet</title>
<script type="application/ld+json">{ broken</script>
<SCRIPT data-x type='application/ld+json'>${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'VacationRental',
  name: 'Chalet Edelweiss',
  identifier: 'chalet',
  description: 'A chalet &amp; a <b>sauna</b>.',
  address: {
    '@type': 'PostalAddress',
    streetAddress: 'Dorf 1',
    addressLocality: 'Wengen',
    addressCountry: 'CH',
  },
  latitude: '46.608',
  longitude: 7.922,
  checkinTime: '15:00:00+02:00',
  amenityFeature: [
    { '@type': 'LocationFeatureSpecification', name: 'Sauna', value: true },
    { '@type': 'LocationFeatureSpecification', name: 'wifi', value: false },
  ],
  containsPlace: {
    '@type': 'Accommodation',
    occupancy: { '@type': 'QuantitativeValue', maxValue: 6 },
    numberOfBedrooms: 3,
    bed: [{ '@type': 'BedDetails', numberOfBeds: 2, typeOfBed: 'King bed' }],
    floorSize: { '@type': 'QuantitativeValue', value: 1000, unitCode: 'FTK' },
  },
})}</SCRIPT>`;

describe('a page of the host’s own site', () => {
  test("a page imported from the host's site is an off-sale draft until the host has reviewed it", async () => {
    const site = await hostSite({ '/page': ['text/html', PAGE] });
    const host = await newHost();
    const seen = await checkFile(platform, host, '', { kind: 'web_page', url: `${site}/page` });
    expect(seen).toMatchObject({ status: 'checked', counts: { create: 2, error: 0 } });
    expect(JSON.parse(seen.draft ?? '').properties).toEqual([
      {
        externalId: 'chalet',
        name: 'Chalet Edelweiss',
        currency: 'CHF',
        timeZone: 'Europe/Zurich',
        address: { street: 'Dorf 1', locality: 'Wengen', country: 'CH' },
        geo: { lat: 46.608, lng: 7.922, show: 'area' },
        checkInFrom: '15:00',
        amenities: ['sauna'],
        descriptions: [{ locale: 'en', markdown: 'A chalet & a sauna .' }],
        unitTypes: [
          {
            externalId: 'unit-1',
            name: 'Chalet Edelweiss',
            kind: 'entire_place',
            units: 1,
            baseRate: 0,
            active: false,
            maxGuests: 6,
            bedrooms: 3,
            areaM2: 93,
            beds: [{ type: 'king', count: 2 }],
          },
        ],
      },
    ]);
    expect(JSON.parse(await exportCatalog(platform, host)).properties).toEqual([]);
    expect(await startApplying(platform, host, seen.id)).toEqual([]);
    await eventually(
      () => seeImport(platform, host, seen.id),
      ({ status }) => status === 'done',
    );
    expect(JSON.parse(await exportCatalog(platform, host)).properties[0].name).toBe('Chalet Edelweiss');
  });

  test.each([
    ['without structured data', '/plain', /^The page has no structured data about a place to stay/],
    ['that is not there', '/none', 'The address returned status 404.'],
    ['that leads on', '/moved', 'The address redirects to /page. Give that one instead.'],
    ['of more than 1 MB', '/large', 'The address cannot be fetched: the file is larger than 1 MB.'],
    ['of nothing but script elements', '/hostile', /^The page has no structured data/],
  ])('importing a page %s fails and explains why', async (_what, path, problem) => {
    const site = await hostSite({
      '/plain': ['text/html', '<p>Chalet</p>'],
      '/large': ['text/html', 'x'.repeat(1_000_001)],
      '/hostile': ['text/html', '<script '.repeat(120_000)],
    });
    const failed = await checkFile(platform, await newHost(), '', {
      kind: 'web_page',
      url: `${site}${path}`,
    });
    expect(failed.status).toBe('failed');
    expect(failed.problem).toMatch(problem);
  });

  test('importing a page from a cloud metadata address fails', async () => {
    const url = 'http://169.254.169.254/latest/meta-data';
    const { status, problem } = await checkFile(platform, await newHost(), '', { kind: 'web_page', url });
    expect({ status, problem }).toEqual({
      status: 'failed',
      problem: "The address cannot be fetched: it isn't reachable.",
    });
  });
});

describe('the source of an import', () => {
  const announce = async (host: Developer, file: string, sha256: string) =>
    (
      await ask<{ mediaUploadCreate: { mediaId: string | null; uploadUrl: string | null } }>(
        platform,
        host.host,
        `mutation ($input: MediaUploadCreateInput!) { mediaUploadCreate(input: $input) { mediaId uploadUrl } }`,
        { input: { kind: 'import', bytes: Buffer.byteLength(file), sha256 } },
      )
    ).mediaUploadCreate;

  test('an import can use an uploaded file', async () => {
    const host = await newHost();
    const file = fileOf(PROPERTY);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const { mediaId, uploadUrl } = await announce(host, file, sha256);
    const input = { kind: 'platform_json', mediaId };
    expect((await beginImport(platform, host, input)).userErrors).toMatchObject([{ code: 'NOT_READY' }]);
    expect(await sendFile(platform, uploadUrl ?? '', file)).toBe(200);
    expect((await beginImport(platform, await newHost(), input)).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
    expect(await checkFile(platform, host, '', input)).toMatchObject({
      status: 'checked',
      counts: { create: 1 },
    });
    expect((await beginImport(platform, host, input)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  test("an import fails if the file's digest differs from the one announced", async () => {
    const host = await newHost();
    const { mediaId, uploadUrl } = await announce(host, '{}', 'a'.repeat(64));
    await sendFile(platform, uploadUrl ?? '', '{}');
    const { problem } = await checkFile(platform, host, '', { kind: 'platform_json', mediaId });
    expect(problem).toMatch(/^The file’s SHA-256 digest differs from the announced one/);
  });

  test.each([
    [{ kind: 'web_page' }, 'url'],
    [{ kind: 'csv', url: 'file:///etc/passwd' }, 'url'],
    [{ kind: 'csv', url: 'https://example.com', mediaId: 'import-1' }, 'url'],
    [{ kind: 'csv', mediaId: '1' }, 'mediaId'],
  ])('an import from %o is refused at %s', async (input, field) => {
    const { userErrors } = await beginImport(platform, await newHost(), input);
    expect(userErrors.map((error) => error.field?.at(-1))).toEqual([field]);
  });
});
