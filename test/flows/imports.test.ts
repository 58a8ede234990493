import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { importSchema } from '#server/import-schema.ts';
import { anyCatalog } from '../support/any-catalog.ts';
import { ask, type Developer, hostOf, newDeveloper } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { patience, SEED, tries } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';
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

// docs/interface/import.md: what a storefront sells, as a file and back.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

let opened = 0;
/** A team with a storefront that sells nothing. */
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

test('the JSON Schema of the format is fresh: run `npm run docs`', () => {
  expect(readFileSync('docs/import.schema.json', 'utf8')).toBe(importSchema());
});

describe('an export', () => {
  test('of the demo world is the same after it was imported into an empty team', async () => {
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
    'of any catalog is the same after it was imported into an empty team',
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

describe('a dry run', () => {
  test('shows each row with what would be done', async () => {
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

  test('names the line, the field and the code of each error', async () => {
    const host = await newHost();
    const file = fileOf(
      { ...PROPERTY, currency: 'XYZ' },
      { ...PROPERTY, externalId: 'b', colour: 'red' },
      { ...PROPERTY, externalId: 'c', unitTypes: [ROOM, ROOM] },
      { ...PROPERTY, externalId: 'd', unitTypes: [{ ...ROOM, units: 0 }] },
      { ...PROPERTY, externalId: 'e', unitTypes: [{ ...ROOM, maxGuests: 'two' }] },
      { ...PROPERTY, externalId: 'f', fees: [{ externalId: 'x', name: '', basis: 'per_stay', amount: 1 }] },
      {
        ...{ ...PROPERTY, externalId: 'g' },
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
    ['no JSON', '{', 'The file is not JSON.'],
    ['another format', '{}', 'The file does not begin with "format": "platform_catalog".'],
    [
      'another version',
      '{"format":"platform_catalog","version":2}',
      'This version of the format is not known: use 1.',
    ],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0xfd]), 'The file is not text in UTF-8.'],
  ])('of %s fails with the reason', async (_what, file, problem) => {
    expect(await checkFile(platform, await newHost(), file)).toMatchObject({ status: 'failed', problem });
  });
});

describe('the file of an import', () => {
  test('is taken once, up to 20 MB, with the link given out', async () => {
    const host = await newHost();
    const { import: begun } = await beginImport(platform, host);
    const url = begun?.uploadUrl ?? '';
    expect(await sendFile(platform, `${url.slice(0, -2)}xx`, '{}')).toBe(404);
    expect(await sendFile(platform, url, Buffer.alloc(20_000_001))).toBe(413);
    expect(await sendFile(platform, url, '')).toBe(400);
    expect(await sendFile(platform, url, Buffer.alloc(1_500_000, ' '))).toBe(200);
    expect(await sendFile(platform, url, '{}')).toBe(404);
  });

  test('belongs to its team', async () => {
    const [host, other] = [await newHost(), await newHost()];
    const { id } = await checkFile(platform, host, fileOf(PROPERTY));
    const seen = await ask(platform, other.host, 'query ($id: ID!) { import(id: $id) { id } }', { id });
    expect(seen).toEqual({ import: null });
    expect(await startApplying(platform, other, id)).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('applying', () => {
  test(
    'goes on where a killed process has left it',
    async () => {
      const gateway = await startPlatform({ ROLE: 'gateway' });
      const dataDir = await mkdtemp(join(tmpdir(), 'platform-imports-'));
      const startWorker = () =>
        startServerProcess({
          ...{
            ROLE: 'worker',
            DATABASE_URL: gateway.database.url,
            SECRET_KEY: TEST_SECRET_KEY,
            DATA_DIR: dataDir,
          },
          ...{ SWEEP_INTERVAL: 'PT0.2S', SEED: 'none' },
        });
      let worker = await startWorker();
      onTestFinished(async () => {
        await worker.stop();
        await gateway.close();
        await rm(dataDir, { recursive: true, force: true });
      });
      const host = await newHost(gateway);
      const unitTypes = Array.from({ length: 3 }, (_, at) => ({ ...ROOM, externalId: `room-${at}` }));
      const properties = Array.from({ length: 12 }, (_, at) => ({
        ...PROPERTY,
        externalId: `house-${at}`,
        unitTypes,
      }));
      const { id } = await checkFile(gateway, host, fileOf(...properties));
      await startApplying(gateway, host, id);
      await eventually(
        () => seeImport(gateway, host, id),
        ({ applied }) => applied >= 2,
      );
      await worker.stop('SIGKILL');
      const left = await seeImport(gateway, host, id);
      expect(left).toMatchObject({ status: 'applying' });
      // What the dead process claimed lapses after half a minute.
      await gateway.database.query('UPDATE catalog.transfer SET claimed_until = now() WHERE id = $1', [id]);
      worker = await startWorker();
      await eventually(
        () => seeImport(gateway, host, id),
        ({ status }) => status === 'done',
      );
      const houses = await gateway.database.query<{ id: string; rooms: number }>(
        `SELECT p.external_id AS id, count(*)::int AS rooms FROM catalog.property p
       JOIN catalog.storefront s ON s.id = p.storefront_id JOIN catalog.unit_type u ON u.property_id = p.id
       WHERE s.team_id = $1 GROUP BY p.id ORDER BY p.id`,
        [host.teamId],
      );
      expect(houses).toEqual(properties.map(({ externalId }) => ({ id: externalId, rooms: 3 })));
    },
    patience(120_000),
  );

  test('leaves out a property that is refused by now', async () => {
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
