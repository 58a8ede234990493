import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/viewer.ts';
import { type BookedStay, bookStay } from '../support/bookings.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { type Member, newMember } from '../support/team-world.ts';

// The host panel's booking list: `hostBookings` on the internal view.

let platform: TestPlatform;
let ada: BookedStay;
let bea: BookedStay;
let cleo: BookedStay;

beforeAll(async () => {
  platform = await startPlatform();
  ada = await bookStay(platform, { checkIn: daysAhead(9), checkOut: daysAhead(12), guest: 'Ada Lovelace' });
  bea = await bookStay(platform, { checkIn: daysAhead(7), checkOut: daysAhead(14), guest: 'Bea Smith' });
  cleo = await bookStay(platform, { checkIn: daysAhead(8), checkOut: daysAhead(11), guest: 'Cleo Lovell' });
});
afterAll(() => platform.close());

async function host(slug: string): Promise<Viewer> {
  const text = 'SELECT id FROM apps.teams WHERE slug = $1';
  const [row] = await platform.database.query<{ readonly id: number }>(text, [slug]);
  return {
    kind: 'hostUser',
    sessionId: 1,
    accountId: 1,
    teamId: row?.id ?? 0,
    role: 'owner',
    operator: false,
  };
}

interface Listing {
  readonly hostBookings: {
    readonly nodes: readonly { readonly reference: string }[];
    readonly totalCount: number;
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

/** Returns a page of a team's booking references and the next page's cursor. */
async function list(variables: object, team = 'lakeside') {
  const text = `query Q($filter: HostBookingFilter, $order: HostBookingOrder, $first: Int, $after: String) {
    hostBookings(filter: $filter, order: $order, first: $first, after: $after) {
      nodes { reference } totalCount pageInfo { endCursor hasNextPage } } }`;
  const caller = { viewer: await host(team), requestId: 'test' };
  const { hostBookings } = await platform.execute<Listing, object>({ text }, variables, caller);
  const { nodes, totalCount, pageInfo } = hostBookings;
  return { references: nodes.map(({ reference }) => reference), totalCount, ...pageInfo };
}

describe('bookings of a host', () => {
  test('a host can list bookings newest first, by arrival or by departure', async () => {
    const of = (...stays: readonly BookedStay[]) => stays.map(({ reference }) => reference);
    expect((await list({})).references).toEqual(of(cleo, bea, ada));
    expect((await list({ order: 'check_in' })).references).toEqual(of(bea, cleo, ada));
    expect((await list({ order: 'check_out' })).references).toEqual(of(cleo, ada, bea));
  });

  test('a host can sort bookings by when their hold ends', async () => {
    const ends = [
      [ada, '2 hours'],
      [bea, '1 hour'],
      [cleo, '3 hours'],
    ] as const;
    for (const [{ reference }, wait] of ends) {
      await platform.database.query(
        'UPDATE checkout.bookings SET hold_expires_at = now() + $2::interval WHERE reference = $1',
        [reference, wait],
      );
    }
    expect((await list({ order: 'hold_ends' })).references).toEqual(
      [bea, ada, cleo].map((stay) => stay.reference),
    );
  });

  test('a host can sort bookings by total and by guest', async () => {
    const sql = platform.database.query;
    const before = await sql<{ id: string; total: string; name: string }>(
      'SELECT id, total, guest_last_name AS name FROM checkout.bookings',
    );
    const set = (column: string, value: unknown, total: unknown, name: unknown) =>
      sql(`UPDATE checkout.bookings SET total = $2, guest_last_name = $3 WHERE ${column} = $1`, [
        value,
        total,
        name,
      ]);
    await set('reference', ada.reference, 300, 'Zola. É.');
    await set('reference', bea.reference, 100, 'adams');
    await set('reference', cleo.reference, 200, 'Adams');
    const of = (...stays: readonly BookedStay[]) => stays.map(({ reference }) => reference);
    expect((await list({ order: 'total' })).references).toEqual(of(ada, cleo, bea));
    expect((await list({ order: 'guest' })).references).toEqual(of(bea, cleo, ada));
    const { endCursor } = await list({ order: 'guest', first: 2 });
    expect((await list({ order: 'guest', after: endCursor })).references).toEqual(of(ada));
    for (const { id, total, name } of before) await set('id', id, total, name);
  });

  test('the total count covers all pages and follows the filter', async () => {
    expect((await list({ first: 1 })).totalCount).toBe(3);
    expect((await list({ first: 1, filter: { search: 'bea@example' } })).totalCount).toBe(1);
  });

  test.each(['newest', 'check_in', 'check_out', 'hold_ends', 'total', 'guest'])(
    'paging through bookings in the order %s skips no booking',
    async (order) => {
      const all = (await list({ order })).references;
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const page = await list({ order, first: 1, after });
        paged.push(...page.references);
        after = page.hasNextPage ? page.endCursor : null;
      } while (after !== null);
      expect(paged).toEqual(all);
    },
  );

  test.each([
    [{ search: 'LOVEL' }, ['Cleo', 'Ada']],
    [{ search: 'bea@example' }, ['Bea']],
    [{ search: '%' }, []],
    [{ statuses: ['held'] }, ['Cleo', 'Bea', 'Ada']],
    [{ statuses: ['confirmed', 'released'] }, []],
    [{ statuses: [] }, ['Cleo', 'Bea', 'Ada']],
    [{ checkInFrom: daysAhead(8), checkInUntil: daysAhead(8) }, ['Cleo']],
    [{ checkOutFrom: daysAhead(12) }, ['Bea', 'Ada']],
    [{ checkOutUntil: daysAhead(12), checkInFrom: daysAhead(9) }, ['Ada']],
  ])('the filter %j returns the bookings of %j', async (filter, names) => {
    const stays: Readonly<Record<string, BookedStay>> = { Ada: ada, Bea: bea, Cleo: cleo };
    expect((await list({ filter })).references).toEqual(names.map((name) => stays[name]?.reference));
  });

  test('a host can filter bookings by unit type, unit, source and balance', async () => {
    const [row] = await platform.database.query<{ type: string }>(
      `SELECT lines->0->>'unitTypeId' AS type FROM checkout.bookings WHERE reference = $1`,
      [ada.reference],
    );
    const all = (await list({})).references;
    expect((await list({ filter: { unitTypeId: row?.type } })).references).toContain(ada.reference);
    expect((await list({ filter: { unitTypeId: '999' } })).references).toEqual([]);
    const set = (column: string, value: unknown) =>
      platform.database.query(`UPDATE checkout.bookings SET ${column} = $2 WHERE reference = $1`, [
        ada.reference,
        value,
      ]);
    await set('assigned_units', JSON.stringify([{ id: 77, line: 0, name: '7' }]));
    expect((await list({ filter: { unitId: '77' } })).references).toEqual([ada.reference]);
    await set('assigned_units', '[]');
    expect((await list({ filter: { source: 'agent' } })).references).toEqual(all);
    expect((await list({ filter: { source: 'host' } })).references).toEqual([]);
    expect((await list({ filter: { channel: '5' } })).references).toEqual([]);
    expect((await list({ filter: { balance: 'due' } })).references).toEqual(all);
    await platform.database.query('UPDATE checkout.bookings SET paid = total WHERE reference = $1', [
      ada.reference,
    ]);
    expect((await list({ filter: { balance: 'settled' } })).references).toEqual([ada.reference]);
    await set('paid', 999_999);
    expect((await list({ filter: { balance: 'credit' } })).references).toEqual([ada.reference]);
    await set('paid', 0);
  });

  test.each(['arrivesToday', 'leavesToday'])(
    "the filter %s uses each property's local time",
    async (when) => {
      const column = when === 'arrivesToday' ? 'check_in' : 'check_out';
      const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const; // 25 hours apart, so never on the same day
      const at = (zone: string, days: number) => Temporal.Now.plainDateISO(zone).add({ days }).toString();
      const place = ({ reference }: BookedStay, zone: string, days: number) =>
        platform.database.query(
          `UPDATE checkout.bookings SET time_zone = $2, ${column} = $3::date WHERE reference = $1`,
          [reference, zone, at(zone, days)],
        );
      const before = await platform.database.query<{ id: number; tz: string; day: string }>(
        `SELECT id::float8, time_zone AS tz, ${column}::text AS day FROM checkout.bookings`,
      );
      await place(ada, zones[0], 0);
      await place(bea, zones[1], 0);
      await place(cleo, zones[0], -1);
      expect((await list({ filter: { [when]: true } })).references).toEqual(
        [bea, ada].map((s) => s.reference),
      );
      for (const { id, tz, day } of before) {
        await platform.database.query(
          `UPDATE checkout.bookings SET time_zone = $2, ${column} = $3::date WHERE id = $1`,
          [id, tz, day],
        );
      }
    },
  );

  test("the list contains only the chosen team's bookings", async () => {
    expect((await list({}, 'harbour')).references).toEqual([]);
    expect((await list({ filter: { search: ada.reference } }, 'harbour')).references).toEqual([]);
  });

  test("a search with text that can't match fails and explains why", async () => {
    await expect(list({ filter: { search: 'Ada\0' } })).rejects.toThrow(/U\+0000/);
  });

  test('a search longer than 100 characters fails', async () => {
    await expect(list({ filter: { search: 'x'.repeat(101) } })).rejects.toThrow(/at most 100/);
  });
});

describe('saved views of the list', () => {
  const VIEW = 'id name shared editable filter { statuses checkInFrom unitTypeId } order columns';
  type Saved = Readonly<Record<'id' | 'name', string>> & {
    readonly shared: boolean;
    readonly editable: boolean;
  };
  interface Answer {
    readonly data: {
      readonly saved: {
        readonly bookingView: Saved | null;
        readonly userErrors: { readonly code: string }[];
      };
      readonly bookingViews: readonly Saved[];
    };
  }
  const ask = async (member: Member, query: string) =>
    ((await (await member.panel(query)).json()) as Answer).data; // the query's shape
  const save = async (member: Member, input: string) =>
    (
      await ask(
        member,
        `mutation { saved: bookingViewSet(input: { order: check_in, ${input.includes('filter') ? '' : 'filter: {},'} ${input} }) {
          bookingView { ${VIEW} } userErrors { code } } }`,
      )
    ).saved;
  const remove = async (member: Member, id = '') =>
    (
      await ask(
        member,
        `mutation { saved: bookingViewRemove(id: "${id}") { bookingView { id } userErrors { code } } }`,
      )
    ).saved;
  const viewsOf = async (member: Member) => (await ask(member, `{ bookingViews { ${VIEW} } }`)).bookingViews;
  const namesOf = async (member: Member) => (await viewsOf(member)).map(({ name }) => name);
  const codesOf = ({ userErrors }: { readonly userErrors: readonly { readonly code: string }[] }) =>
    userErrors.map(({ code }) => code);

  test('members open shared views and their own, with filter, order and columns as saved', async () => {
    const [desk, revenue] = await Promise.all([
      newMember(platform, 'lakeside', 'front_desk'),
      newMember(platform, 'lakeside', 'revenue'),
    ]);
    const content = 'statuses: [held], checkInFrom: "2027-01-05", unitTypeId: "7"';
    const { bookingView } = await save(
      desk,
      `name: " Unpaid ", shared: true, filter: { ${content} }, columns: [total, stay]`,
    );
    await save(desk, 'name: "Mine"');
    expect(await namesOf(desk)).toEqual(['Mine', 'Unpaid']);
    expect(await viewsOf(revenue)).toEqual([
      {
        id: bookingView?.id,
        name: 'Unpaid',
        shared: true,
        editable: false,
        filter: { statuses: ['held'], checkInFrom: '2027-01-05', unitTypeId: '7' },
        order: 'check_in',
        columns: ['total', 'stay'],
      },
    ]);
    expect(await namesOf(await newMember(platform, 'harbour', 'manager'))).toEqual([]);
  });

  test("a member can't change another member's views, but a manager can change shared ones", async () => {
    const [desk, revenue, manager] = await Promise.all([
      newMember(platform, 'lakeside', 'front_desk'),
      newMember(platform, 'lakeside', 'revenue'),
      newMember(platform, 'lakeside', 'manager'),
    ]);
    const shared = (await save(desk, 'name: "Late", shared: true')).bookingView;
    const own = (await save(desk, 'name: "Own"')).bookingView;
    expect(codesOf(await save(revenue, `id: "${shared?.id}", name: "X"`))).toEqual(['ROLE_REQUIRED']);
    expect(codesOf(await remove(revenue, shared?.id))).toEqual(['ROLE_REQUIRED']);
    expect(codesOf(await save(manager, `id: "${own?.id}", name: "X"`))).toEqual(['NOT_FOUND']);
    expect(codesOf(await remove(await newMember(platform, 'harbour', 'owner'), shared?.id))).toEqual([
      'NOT_FOUND',
    ]);
    expect((await save(manager, `id: "${shared?.id}", name: "Later", shared: true`)).bookingView?.name).toBe(
      'Later',
    );
    expect((await remove(manager, shared?.id)).bookingView?.id).toBe(shared?.id);
    expect(await namesOf(desk)).not.toContain('Later');
  });

  test.each([
    ['a name that a visible view has', 'name: "weekend"', 'TAKEN'],
    ['an empty name', 'name: " "', 'INVALID'],
    ['an id of a view that does not exist', 'name: "Other", id: "999999"', 'NOT_FOUND'],
    ['an id in the filter that is not a number', 'name: "Other", filter: { unitId: "x" }', 'INVALID'],
  ])('a view with %s is refused', async (_what, input, code) => {
    const member = await newMember(platform, 'lakeside', 'front_desk');
    await save(member, 'name: "Weekend"');
    expect(codesOf(await save(member, input))).toEqual([code]);
  });

  test('a member has at most 50 own views, and sharing one makes room', async () => {
    const member = await newMember(platform, 'lakeside', 'front_desk');
    const { accountId, teamId } = member.viewer;
    await platform.database.query(
      `INSERT INTO checkout.booking_views (team_id, account_id, name, shared, filter, "order", created_at, updated_at)
       SELECT $1, $2, 'View ' || n, false, '{"statuses": []}', 'newest', now(), now() FROM generate_series(1, 50) n`,
      [teamId, accountId],
    );
    expect(codesOf(await save(member, 'name: "One more"'))).toEqual(['LIMIT_REACHED']);
    const first = (await viewsOf(member)).find(({ shared }) => !shared);
    await save(member, `id: "${first?.id}", name: "Shared now", shared: true`);
    expect(codesOf(await save(member, 'name: "One more"'))).toEqual([]);
  });

  test("a removed member's own views are deleted, and their shared ones stay", async () => {
    const [owner, leaver] = await Promise.all([
      newMember(platform, 'lakeside', 'owner'),
      newMember(platform, 'lakeside', 'front_desk'),
    ]);
    await save(leaver, 'name: "Leaves with them"');
    await save(leaver, 'name: "Stays", shared: true');
    const { accountId } = leaver.viewer;
    await owner.panel(`mutation { teamMemberRemove(id: "${accountId}") { userErrors { code } } }`);
    const left = () =>
      platform.database.query('SELECT name FROM checkout.booking_views WHERE account_id = $1', [accountId]);
    await expect.poll(left, { timeout: 20_000 }).toEqual([{ name: 'Stays' }]);
  });

  test('the activity shows shared views only', async () => {
    const member = await newMember(platform, 'lakeside', 'front_desk');
    await save(member, 'name: "Quietly mine"');
    const { bookingView } = await save(member, 'name: "Everyone", shared: true');
    await remove(member, bookingView?.id);
    const rows = await platform.database.query<{ kind: string; subject: string }>(
      "SELECT kind, subject FROM team_events WHERE account_id = $1 AND kind LIKE 'booking_view%' ORDER BY id",
      [member.viewer.accountId],
    );
    expect(rows).toEqual([
      { kind: 'booking_view.set', subject: 'Everyone' },
      { kind: 'booking_view.removed', subject: 'Everyone' },
    ]);
  });
});

describe('the export of bookings', () => {
  const path = (query: Record<string, string> = {}) =>
    `/panel/export/bookings.csv?${new URLSearchParams({ team: 'lakeside', order: 'check_in', ...query })}`;
  const linesOf = (text: string) => text.slice(0, -2).split('\r\n');

  test('the bookings export contains every column that the role can read', async () => {
    const desk = await newMember(platform, 'lakeside', 'front_desk');
    const answer = await desk.open(path());
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="bookings.csv"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [titles = '', first = '', ...others] = linesOf(bytes.subarray(3).toString());
    expect(titles).toContain(',First name,Last name,E-mail,Phone,');
    expect(first).toContain(`${bea.reference},held,no,${daysAhead(7)},${daysAhead(14)},7,`);
    expect(first).toMatch(/,Bea,Smith,bea@example\.com,,"?agent: agent\.example"?,,,EUR,\d+(\.\d+)?,/);
    expect(first).toMatch(/T\d\d:\d\d\+0[12]:00$/);
    expect(others).toHaveLength(2);
  });

  test('the bookings export has no contact columns for the revenue role', async () => {
    const revenue = await newMember(platform, 'lakeside', 'revenue');
    const text = await (await revenue.open(path())).text();
    expect(text).toContain('Bea,Smith');
    expect(text).not.toMatch(/E-mail|Phone|@example/);
  });

  test("housekeeping, strangers and signed-out visitors can't export bookings", async () => {
    const housekeeping = await newMember(platform, 'lakeside', 'housekeeping');
    expect((await housekeeping.open(path())).status).toBe(403);
    expect((await housekeeping.open(path({ team: 'harbour' }))).status).toBe(403);
    expect((await fetch(`${platform.address}${path()}`)).status).toBe(401);
  });

  test('the bookings export applies the same filters as the list', async () => {
    const desk = await newMember(platform, 'lakeside', 'front_desk');
    const names = async (query: Record<string, string>) =>
      linesOf(await (await desk.open(path(query))).text())
        .slice(1)
        .map((line) => /,(Ada|Bea|Cleo),/.exec(line)?.[1]);
    expect(await names({ search: 'lovel' })).toEqual(['Cleo', 'Ada']);
    expect(await names({ status: 'confirmed' })).toEqual([]);
    expect(await names({ check_in_from: daysAhead(9) })).toEqual(['Ada']);
    expect((await desk.open(path({ status: 'paid' }))).status).toBe(400);
    expect((await desk.open(path({ check_in_from: '2026-02-30' }))).status).toBe(400);
  });

  test.each([
    ['=HYPERLINK("http://evil.example";"x")', `"'=HYPERLINK(""http://evil.example"";""x"")"`],
    ['+1+1', `"'+1+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    [' -2+3', `"' -2+3"`],
    ['＝1+1', `"'＝1+1"`],
    ['Anne "Annie", Miss', `"Anne ""Annie"", Miss"`],
    ['O’Neil', 'O’Neil'],
  ])('the bookings export writes the name %s as %s', async (name, cell) => {
    const desk = await newMember(platform, 'lakeside', 'front_desk');
    await platform.database.query('UPDATE checkout.bookings SET guest_first_name = $1 WHERE reference = $2', [
      name,
      ada.reference,
    ]);
    const text = await (await desk.open(path({ search: ada.reference }))).text();
    expect(text).toContain(`,${cell},Lovelace,`);
  });

  test('the bookings export continues past the first page of the list', async () => {
    await platform.database.query(
      `INSERT INTO checkout.bookings OVERRIDING SYSTEM VALUE
       SELECT (jsonb_populate_record(b, jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('checkout.bookings', 'id')), 'reference', 'BK-COPY' || n,
         'checkout_id', NULL, 'hold_id', gen_random_uuid(), 'permalink_id', gen_random_uuid()))).*
       FROM checkout.bookings b, generate_series(1, 230) n WHERE b.reference = $1`,
      [bea.reference],
    );
    const desk = await newMember(platform, 'lakeside', 'front_desk');
    const references = linesOf(await (await desk.open(path({ search: 'BK-COPY' }))).text())
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(new Set(references).size).toBe(230);
  });
});
