import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { type GuestBooking, openReception } from '../support/guests.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { statementsOf } from '../support/statements.ts';

// An app's view of guests: names with bookings, other personal data with contacts.

let platform: TestPlatform;
let lakeside: Developer;
let booking: GuestBooking;
let reception: Awaited<ReturnType<typeof openReception>>;
const apps = new Map<string, InstalledApp>();
beforeAll(async () => {
  platform = await startPlatform();
  lakeside = await demoHost(platform, 'lakeside');
  reception = await openReception(platform, 'lakeside');
  booking = await reception.book({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'Ada@example.com',
    phoneNumber: '+41 79 123 45 67',
  });
});
afterAll(() => platform.close());

/** Runs a document as an app with these scopes, in this team. */
async function asApp(
  scopes: string,
  query: string,
  variables = {},
  { version = '2026-10', of = lakeside } = {},
) {
  const name = `${of.team} ${scopes}`;
  const app =
    apps.get(name) ?? (await installNewApp(platform, of, { scopes: scopes.split(' '), capabilities: [] }));
  apps.set(name, app);
  return graphql(platform.address, query, { token: app.token, version, variables });
}

const denied = (errors: readonly { path?: readonly unknown[]; extensions: object }[]) =>
  errors.map(({ path, extensions }) => ({ path: path?.join('.'), ...extensions }));
const lacks = (path: string, requiredScope: string) => ({ path, code: 'ACCESS_DENIED', requiredScope });

describe('the guest of a booking', () => {
  const GUEST = `query($id: ID!) { booking(id: $id) {
    id guestFirstName guestLastName guestEmail guestPhone guest { emails bookings { nodes { id } } } } }`;

  test("an app that reads bookings sees only the guest's name", async () => {
    const { data, errors } = await asApp('read_bookings', GUEST, { id: booking.id });
    expect(data.booking).toEqual({
      id: booking.id,
      guestFirstName: 'Ada',
      guestLastName: 'Lovelace',
      guestEmail: null,
      guestPhone: null,
      guest: null,
    });
    const fields = ['booking.guest', 'booking.guestEmail', 'booking.guestPhone'];
    const expected = fields.map((path) => lacks(path, 'read_contacts'));
    expect(denied(errors).sort((a, b) => String(a.path).localeCompare(String(b.path)))).toEqual(expected);
  });

  test.each(['read_contacts', 'write_contacts'])(
    "an app that also has %s sees all of the guest's data",
    async (scope) => {
      const { data, errors } = await asApp(`read_bookings ${scope}`, GUEST, { id: booking.id });
      expect(errors).toEqual([]);
      expect(data.booking).toMatchObject({
        guestEmail: 'Ada@example.com',
        guestPhone: '+41 79 123 45 67',
        guest: { emails: ['ada@example.com'], bookings: { nodes: [{ id: booking.id }] } },
      });
    },
  );

  test("a guest's email address is visible in 2026-01 too", async () => {
    const query = 'query($id: ID!) { booking(id: $id) { guestLastName guestEmail } }';
    const { data, errors } = await asApp('read_bookings', query, { id: booking.id }, { version: '2026-01' });
    expect(data.booking).toEqual({ guestLastName: 'Lovelace', guestEmail: null });
    expect(denied(errors)).toEqual([lacks('booking.guestEmail', 'read_contacts')]);
  });

  test('a page of bookings loads its guests in one statement', async () => {
    const { scopes: _, ...viewer } =
      apps.get('lakeside read_bookings read_contacts')?.viewer ?? expect.unreachable();
    const page = (first: number) =>
      statementsOf(() =>
        platform.execute(
          { text: 'query($first: Int) { bookings(first: $first) { nodes { guest { lastName } } } }' },
          { first },
          { viewer: { ...viewer, scopes: ['read_bookings', 'read_contacts'] }, requestId: 'test' },
        ),
      );
    for (let n = 0; n < 4; n++) {
      await reception.book({ firstName: 'Bo', lastName: `No ${n}`, email: `bo${n}@example.com` });
    }
    const [one, many] = [await page(1), await page(100)];
    expect(many.statements.length).toBe(one.statements.length);
  });
});

describe('contacts', () => {
  const READS = ['{ contacts { nodes { id } } }', `{ contact(id: "CONTACT") { id } }`];
  const WRITES = [
    'mutation { contactUpdate(input: { id: "CONTACT", notes: "x" }) { contact { id } userErrors { code } } }',
    'mutation { contactRedact(id: "CONTACT") { contact { id } userErrors { code } } }',
  ];
  const run = (scopes: string, text: string, of = lakeside) =>
    asApp(scopes, text.replace('CONTACT', String(booking.contactId)), {}, { of });

  test.each(READS)('reading contacts requires read_contacts: %s', async (text) => {
    const { errors } = await run('read_bookings', text);
    expect(errors).toMatchObject([{ extensions: { code: 'ACCESS_DENIED', requiredScope: 'read_contacts' } }]);
    expect((await run('read_contacts', text)).errors).toEqual([]);
  });

  test.each(WRITES)('changing contacts requires write_contacts: %s', async (text) => {
    const { errors } = await run('read_contacts', text);
    expect(errors).toMatchObject([
      { extensions: { code: 'ACCESS_DENIED', requiredScope: 'write_contacts' } },
    ]);
  });

  test("an app that only reads bookings sees a contact's bookings", async () => {
    const query = `{ contact(id: "CONTACT") { lastName bookings { nodes { reference } } } }`;
    const { data, errors } = await run('read_contacts', query);
    expect(data.contact).toEqual({ lastName: 'Lovelace', bookings: null });
    expect(denied(errors)).toEqual([lacks('contact.bookings', 'read_bookings')]);
  });

  test("another team's contacts aren't found", async () => {
    const alpine = await demoHost(platform, 'alpine');
    const before = await platform.database.query('SELECT * FROM checkout.contacts ORDER BY id');
    for (const text of [...READS, ...WRITES]) {
      const { data } = await run('write_contacts', text, alpine);
      expect(JSON.stringify(data)).toMatch(/"nodes":\[\]|"contact":null/);
    }
    expect(await platform.database.query('SELECT * FROM checkout.contacts ORDER BY id')).toEqual(before);
  });

  test('contacts are found by name, email address and phone number', async () => {
    const search = async (text: string) => {
      const query = `query($s: String) { contacts(filter: { search: $s }) { nodes { id } } }`;
      return (await asApp('read_contacts', query, { s: text })).data.contacts.nodes.map(
        ({ id }: { id: string }) => id,
      );
    };
    const own = String(booking.contactId);
    for (const text of ['lovelace', 'ADA@EXAMPLE', '+41 (0)79 123 45 67', '4179123']) {
      expect(await search(text), text).toContain(own);
    }
    for (const order of ['updated', 'newest']) {
      const query = `query($after: String) { contacts(order: ${order}, first: 2, after: $after) {
        nodes { id } pageInfo { hasNextPage endCursor } } }`;
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const {
          data,
        }: {
          data: {
            contacts: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
          };
        } = await asApp('read_contacts', query, { after });
        seen.push(...data.contacts.nodes.map(({ id }) => id));
        after = data.contacts.pageInfo.hasNextPage ? data.contacts.pageInfo.endCursor : null;
      } while (after);
      const all = await platform.database.query<{ id: string }>(
        `SELECT id::text FROM checkout.contacts WHERE team_id = $1 AND merged_into IS NULL
         ORDER BY ${order === 'newest' ? 'id DESC' : 'updated_at, id'}`,
        [lakeside.teamId],
      );
      expect(seen, order).toEqual(all.map(({ id }) => id));
    }
  });
});
