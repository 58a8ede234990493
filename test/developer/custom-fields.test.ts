import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { bookStay } from '../support/bookings.ts';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

let platform: TestPlatform;
let app: InstalledApp;
let rival: InstalledApp;
let bookingId: string;
let path: string;
beforeAll(async () => {
  platform = await startPlatform();
  const host = await demoHost(platform, 'lakeside');
  app = await installNewApp(platform, host, { scopes: ['write_bookings'] });
  rival = await installNewApp(platform, host, { scopes: ['write_bookings'] });
  const dates = { checkIn: daysAhead(40), checkOut: daysAhead(42) };
  const booked = await bookStay(platform, { ...dates, guest: 'Ada Lovelace' });
  path = booked.path;
  const [row] = await platform.database.query<{ id: number }>(
    'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
    [booked.reference],
  );
  bookingId = String(row?.id);
});
afterAll(() => platform.close());

const run = async (query: string, as: InstalledApp) =>
  (await graphql(platform.address, query, { token: as.token, version: '2026-10' })).data;

const write = (key: string, visibility: string | null, as = app) =>
  run(
    `mutation { bookingSetCustomField(bookingId: ${bookingId}, namespace: "${as.slug}", key: "${key}", type: "string",
      value: "value of ${key}"${visibility ? `, visibility: ${visibility}` : ''}) { userErrors { code } } }`,
    as,
  );

const READ = `{ booking(id: ID) { customFields { key visibility } } }`;
const keysFor = async (as: InstalledApp): Promise<readonly string[]> => {
  const { booking } = await run(READ.replace('ID', bookingId), as);
  return booking.customFields.map(({ key }: { key: string }) => key);
};

describe('custom fields of several visibilities', () => {
  beforeAll(async () => {
    for (const visibility of ['host', 'guest', 'apps']) await write(`for_${visibility}`, visibility);
    await write('private', null);
  });

  test('an app reads all of its own custom fields', async () => {
    expect(await keysFor(app)).toEqual(['for_apps', 'for_guest', 'for_host', 'private']);
  });

  test('another app reads only the custom fields with app visibility', async () => {
    expect(await keysFor(rival)).toEqual(['for_apps']);
  });

  test('the host reads custom fields except private ones', async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const { booking } = await ask<{
      readonly booking: { readonly customFields: readonly { readonly key: string }[] };
    }>(platform, host, `{ booking(id: ${bookingId}) { customFields { key } } }`);
    const keys = booking.customFields.map(({ key }) => key);
    expect(keys).toEqual(['for_apps', 'for_guest', 'for_host']);
  });

  test("the guest's page shows guest-visible custom fields once the booking is paid", async () => {
    const pages = storefrontHttp(platform.address, 'lakeside.localhost');
    const page = async () => (await pages.get(path, { accept: 'text/html' })).text;
    expect(await page()).not.toContain('value of');
    const { host } = await demoHost(platform, 'lakeside');
    await ask(platform, host, `mutation { bookingMarkPaid(id: ${bookingId}) { userErrors { code } } }`);
    const paid = await page();
    await pages.close();
    expect(paid).toContain('<dt>For guest</dt><dd>value of for_guest</dd>');
    expect([...paid.matchAll(/value of/g)]).toHaveLength(1);
  });
});

describe('deleting a custom field', () => {
  const remove = (key: string, namespace: string, as: InstalledApp) =>
    run(
      `mutation { bookingDeleteCustomField(bookingId: ${bookingId}, namespace: "${namespace}", key: "${key}") {
        booking { version } userErrors { code field } } }`,
      as,
    );

  test('deleting a custom field twice removes it once and returns the same response', async () => {
    await write('gone', 'apps');
    const first = await remove('gone', app.slug, app);
    expect(await keysFor(app)).not.toContain('gone');
    expect(await remove('gone', app.slug, app)).toEqual(first);
  });

  test("deleting a custom field in another app's namespace is refused", async () => {
    await write('stays', 'apps');
    const { bookingDeleteCustomField } = await remove('stays', app.slug, rival);
    expect(bookingDeleteCustomField).toEqual({
      booking: null,
      userErrors: [{ code: 'NAMESPACE_NOT_OWNED', field: ['namespace'] }],
    });
    expect(await keysFor(app)).toContain('stays');
  });
});
