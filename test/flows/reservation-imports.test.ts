import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKING_COLUMNS } from '#subgraphs/catalog/transfer/read-bookings.ts';
import { ask, type Developer, hostOf, installNewApp, newDeveloper } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { TIME_ZONE } from '../support/today.ts';
import { beginImport, checkFile, importFile, seeImport, startApplying } from '../support/transfers.ts';

// docs/interface/import.md#reservations: existing reservations from another system's table.

type Cells = Partial<Record<(typeof BOOKING_COLUMNS)[number], string>>;

let mailbox: Mailbox;
let platform: TestPlatform;
beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, SWEEP_INTERVAL: 'PT0.2S' });
});
afterAll(async () => {
  await platform.close();
  await mailbox.close();
});

const sql = <R extends object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const tableOf = (...rows: readonly Cells[]): string =>
  [
    BOOKING_COLUMNS.join(','),
    ...rows.map((row) => BOOKING_COLUMNS.map((column) => quoted(row[column] ?? '')).join(',')),
  ].join('\n');

let lines = 0;
/** A complete row for the given place; each has another id and guest. */
function rowOf(more: Cells = {}): Cells {
  lines += 1;
  return {
    external_id: `R-${lines}`,
    property: 'Seehof',
    unit_type: 'Lake room',
    check_in: daysAhead(20),
    check_out: daysAhead(22),
    adults: '2',
    first_name: 'Ada',
    last_name: `Byron ${lines}`,
    email: `guest-${lines}@example.com`,
    status: 'confirmed',
    total: '240.00',
    paid: '0',
    currency: 'EUR',
    source: 'Booking.com',
    note: 'Late arrival',
    ...more,
  };
}

/** A team with a property in a currency: `Lake room` has two units, 1 and 2. */
async function newTeam(currency = 'EUR', extra: object = {}): Promise<Developer> {
  const team = await newDeveloper(platform);
  const slug = `${team.team}-site`;
  await ask(
    platform,
    team.host,
    `mutation { storefrontCreate(input: { name: "${slug}", slug: "${slug}" }) { storefront { id } } }`,
  );
  const property = {
    externalId: 'seehof',
    name: 'Seehof',
    currency,
    timeZone: TIME_ZONE,
    unitTypes: [{ externalId: 'lake', name: 'Lake room', units: 2, baseRate: 12_000, maxGuests: 2 }],
    ...extra,
  };
  const file = JSON.stringify({ format: 'platform_catalog', version: 1, properties: [property] });
  expect(await importFile(platform, team, file)).toMatchObject({ status: 'done' });
  return team;
}

const BOOKINGS = { kind: 'bookings' };
const check = (team: Developer, ...rows: readonly Cells[]) =>
  checkFile(platform, team, tableOf(...rows), BOOKINGS);
const bring = (team: Developer, rows: readonly Cells[], more: object = {}) =>
  importFile(platform, team, tableOf(...rows), { ...BOOKINGS, ...more });

/** The errors of a dry run, as `line column CODE`. */
const errorsIn = ({ rows }: Awaited<ReturnType<typeof check>>) =>
  rows.nodes.flatMap(({ line, error }) => (error ? [`${line} ${error.field} ${error.code}`] : []));

interface Imported {
  readonly reference: string;
  readonly status: string;
  readonly total: number;
  readonly sourceLabel: string | null;
  readonly note: string | null;
  readonly guestLastName: string;
  readonly stay: { readonly state: string };
  readonly cancellation: {
    readonly fee: number | null;
    readonly by: { readonly kind: string } | null;
  } | null;
  readonly folio: {
    readonly total: number;
    readonly balance: number;
    readonly payments: readonly { readonly method: string; readonly amount: number }[];
  };
  readonly lines: readonly { readonly units: readonly { readonly name: string }[] }[];
}

async function bookingsOf(team: Developer, importId?: string): Promise<readonly Imported[]> {
  const { hostBookings } = await ask<{ hostBookings: { nodes: readonly Imported[] } }>(
    platform,
    team.host,
    `query ($filter: HostBookingFilter) { hostBookings(first: 50, order: check_in, filter: $filter) { nodes {
      reference status total sourceLabel note guestLastName stay { state } cancellation { fee by { kind } }
      folio { total balance payments { method amount } } lines { units { name } } } } }`,
    { filter: importId === undefined ? {} : { importId } },
  );
  return hostBookings.nodes;
}

describe('a check', () => {
  test('every mistake is an error with its line, its column and a fix, and nothing is applied', async () => {
    const team = await newTeam();
    const checked = await check(
      team,
      rowOf(),
      rowOf({ property: 'Bergblick' }),
      rowOf({ unit_type: 'Suite' }),
      rowOf({ unit: '9' }),
      rowOf({ check_in: 'soon' }),
      rowOf({ check_out: daysAhead(20) }),
      rowOf({ adults: '5' }),
      rowOf({ adults: '' }),
      rowOf({ first_name: '' }),
      rowOf({ email: 'nobody' }),
      rowOf({ status: 'maybe' }),
      rowOf({ total: '1.2345' }),
      rowOf({ total: '' }),
      rowOf({ paid: '240.01' }),
      rowOf({ currency: 'USD' }),
      rowOf({ note: 'Card 4242 4242 4242 4242' }),
      rowOf({ check_in: daysAhead(-4), check_out: daysAhead(-1) }),
      rowOf({ status: 'held', check_in: daysAhead(-1) }),
      rowOf({ source: 'x'.repeat(101) }),
      rowOf({ check_in: daysAhead(1_000), check_out: daysAhead(1_001) }),
    );
    expect(errorsIn(checked)).toEqual([
      '3 property NOT_FOUND',
      '4 unit_type NOT_FOUND',
      '5 unit NOT_FOUND',
      '6 check_in INVALID',
      '7 check_out INVALID',
      '8 adults PARTY_TOO_LARGE',
      '9 adults INVALID',
      '10 first_name INVALID',
      '11 email INVALID',
      '12 status INVALID',
      '13 total INVALID',
      '14 total INVALID',
      '15 paid OVERPAID',
      '16 currency CURRENCY_MISMATCH',
      '17 note CARD_DATA',
      '18 check_out STAY_OVER',
      '19 status INVALID',
      '20 source INVALID',
      '21 check_in NIGHTS_TAKEN',
    ]);
    expect(checked).toMatchObject({ status: 'checked', counts: { create: 1, error: 19 } });
    expect(await startApplying(platform, team, checked.id)).toMatchObject([{ code: 'INVALID' }]);
    expect(await bookingsOf(team)).toEqual([]);
  });

  test('hosts see how many reservations of a long table have been checked', async () => {
    const team = await newTeam();
    await sql('CREATE TABLE public.seen_progress (status text, done int, total int)');
    await sql(`CREATE FUNCTION public.see_progress() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.seen_progress VALUES (NEW.status, NEW.applied, NEW.properties); RETURN NULL; END $$`);
    await sql(`CREATE TRIGGER see_progress AFTER UPDATE ON catalog.transfer FOR EACH ROW WHEN (NEW.status = 'uploaded')
      EXECUTE FUNCTION public.see_progress()`);
    const rows = Array.from({ length: 250 }, () => rowOf({ status: 'canceled' }));
    const { id, status } = await check(team, ...rows);
    expect(status).toBe('checked');
    const seen = await sql<{ done: number; total: number }>(
      'SELECT done, total FROM public.seen_progress WHERE total > 0',
    );
    expect(seen[0]).toEqual({ done: 0, total: 250 });
    expect(seen).toContainEqual({ done: 100, total: 250 });
    const done = await ask<{ import: object }>(
      platform,
      team.host,
      'query ($id: ID!) { import(id: $id) { checked applied total } }',
      { id },
    );
    expect(done.import).toEqual({ checked: 250, applied: 0, total: 250 });
    await sql('DROP TRIGGER see_progress ON catalog.transfer');
  });

  test('a file that sells a night twice is refused on the line that has no unit left', async () => {
    const team = await newTeam();
    const checked = await check(
      team,
      rowOf(),
      rowOf({ status: 'held' }),
      rowOf({ check_in: daysAhead(21), check_out: daysAhead(23) }),
      rowOf({ check_in: daysAhead(22), check_out: daysAhead(24) }),
      rowOf({ status: 'cancelled' }),
    );
    expect(errorsIn(checked)).toEqual(['4 check_in NIGHTS_TAKEN']);
    expect(checked.rows.nodes.find(({ error }) => error)?.error?.message).toContain(daysAhead(21));
  });

  test('a unit is given to only one line per night', async () => {
    const team = await newTeam();
    expect(errorsIn(await check(team, rowOf({ unit: '1' }), rowOf({ unit: '1' })))).toEqual([
      '3 unit UNIT_TAKEN',
    ]);
  });

  test('an id that appears again with other values is an error that names the first line', async () => {
    const team = await newTeam();
    const row = rowOf();
    const checked = await check(team, row, { ...row, total: '250.00' });
    expect(errorsIn(checked)).toEqual(['3 external_id DUPLICATE']);
    expect(checked.rows.nodes.find(({ error }) => error)?.error?.message).toContain('line 2');
  });

  test.each([
    ['an unknown column', 'external_id,colour\nR-1,red', 'The column “colour” isn’t known.'],
    ['a missing column', 'external_id,property\nR-1,Seehof', 'The column “unit_type” is missing.'],
    ['no rows at all', '', 'The file is empty.'],
  ])('a file with %s fails and explains why', async (_what, file, problem) => {
    const team = await newTeam();
    const checked = await checkFile(platform, team, file === '' ? ' ' : file, BOOKINGS).catch(() => null);
    expect(checked?.status).toBe('failed');
    if (file !== '') expect(checked?.problem).toContain(problem);
  });

  test('`webhooks` is refused for other kinds', async () => {
    const team = await newTeam();
    const { userErrors } = await beginImport(platform, team, { kind: 'csv', webhooks: true });
    expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'webhooks'] }]);
  });
});

describe('an import', () => {
  test('each status becomes a booking with its agreed total, payment, unit, source and note', async () => {
    const team = await newTeam();
    const [type] = await sql<{ id: number; unit: number }>(
      `SELECT t.id, u.id AS unit FROM catalog.unit_type t JOIN catalog.unit u ON u.unit_type_id = t.id
       JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.team_id = $1 AND u.name = '2'`,
      [team.teamId],
    );
    const done = await bring(team, [
      rowOf({ last_name: 'Paid', paid: '240.00', unit_type: 'lake', unit: '2', property: 'seehof' }),
      rowOf({ last_name: 'Part', paid: '40.00', unit_type: String(type?.id), note: '' }),
      rowOf({
        last_name: 'Tentative',
        check_in: daysAhead(30),
        check_out: daysAhead(31),
        status: 'tentative',
      }),
      rowOf({
        last_name: 'Gone',
        check_in: daysAhead(40),
        check_out: daysAhead(42),
        status: 'canceled',
        paid: '60',
      }),
    ]);
    expect(done).toMatchObject({ status: 'done', applied: 4, counts: { create: 4, error: 0 } });
    const bookings = await bookingsOf(team, done.id);
    const paid = bookings.find(({ guestLastName }) => guestLastName === 'Paid');
    expect(paid).toMatchObject({
      status: 'confirmed',
      total: 24_000,
      sourceLabel: 'Booking.com',
      note: 'Late arrival',
      folio: { balance: 0, payments: [{ method: 'other', amount: 24_000 }] },
      lines: [{ units: [{ name: '2' }] }],
    });
    expect(bookings.find(({ guestLastName }) => guestLastName === 'Part')).toMatchObject({
      status: 'confirmed',
      note: null,
      folio: { balance: 20_000, payments: [{ method: 'other', amount: 4_000 }] },
      lines: [{ units: [{ name: '1' }] }],
    });
    expect(bookings.find(({ guestLastName }) => guestLastName === 'Tentative')).toMatchObject({
      status: 'held',
      folio: { balance: 24_000, payments: [] },
    });
    expect(bookings.find(({ guestLastName }) => guestLastName === 'Gone')).toMatchObject({
      status: 'cancelled',
      cancellation: { fee: 6_000, by: { kind: 'host' } },
      folio: { total: 6_000, balance: 0 },
    });
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test.each([
    ['EUR', '1.189,50', 118_950],
    ['JPY', '18900', 18_900],
    ['KWD', '189.125', 189_125],
  ])('an amount in %s is read with its decimals: %s', async (currency, total, minor) => {
    const team = await newTeam(currency);
    await bring(team, [rowOf({ currency: currency.toLowerCase(), total, paid: total })]);
    expect(await bookingsOf(team)).toMatchObject([{ total: minor, folio: { balance: 0 } }]);
  });

  test('a total below the property’s fees and taxes stays the agreed total', async () => {
    const fees = [{ externalId: 'cleaning', name: 'Cleaning', basis: 'per_stay', amount: 3_000 }];
    const team = await newTeam('EUR', { fees });
    await bring(team, [rowOf({ total: '5.00', paid: '5.00' })]);
    expect(await bookingsOf(team)).toMatchObject([{ total: 500, folio: { total: 500, balance: 0 } }]);
  });

  test('a stay under way is imported in house, even if it checks out today', async () => {
    const team = await newTeam();
    const done = await bring(team, [
      rowOf({ last_name: 'Today', check_in: daysAhead(-3), check_out: daysAhead(0), unit: '1' }),
      rowOf({ last_name: 'Later', check_in: daysAhead(-30), check_out: daysAhead(2), unit: '2' }),
    ]);
    expect(done).toMatchObject({ status: 'done' });
    const bookings = await bookingsOf(team);
    expect(bookings.map(({ guestLastName, status }) => [guestLastName, status]).sort()).toEqual([
      ['Later', 'confirmed'],
      ['Today', 'confirmed'],
    ]);
    const later = bookings.find(({ guestLastName }) => guestLastName === 'Later');
    expect(later).toMatchObject({ total: 24_000, stay: { state: 'in_house' } });
    const [night] = await sql<{ confirmed: number }>(
      `SELECT n.confirmed FROM catalog.night n JOIN catalog.unit_type t ON t.id = n.unit_type_id
       JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.team_id = $1 AND n.night = $2`,
      [team.teamId, daysAhead(1)],
    );
    expect(night?.confirmed).toBe(1);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('the same reservation is one booking, in one file and across files', async () => {
    const team = await newTeam();
    const row = rowOf();
    const first = await bring(team, [row, row]);
    expect(first).toMatchObject({ status: 'done', counts: { create: 1, same: 1 } });
    const second = await bring(team, [row, rowOf({ check_in: daysAhead(25), check_out: daysAhead(26) })]);
    expect(second).toMatchObject({ status: 'done', counts: { create: 1, same: 1 } });
    expect(await bookingsOf(team)).toHaveLength(2);
    expect(await bookingsOf(team, second.id)).toHaveLength(1);
  });

  test('a batch that is repeated after a crash adds nothing twice', async () => {
    const team = await newTeam();
    const rows = Array.from({ length: 30 }, (_, at) =>
      rowOf({ check_in: daysAhead(50 + at), check_out: daysAhead(51 + at) }),
    );
    const done = await bring(team, rows);
    await sql(`UPDATE catalog.transfer SET status = 'applying', applied = 7 WHERE id = $1`, [done.id]);
    await eventually(
      () => seeImport(platform, team, done.id),
      ({ status }) => status === 'done',
    );
    expect(await bookingsOf(team)).toHaveLength(30);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('a night sold after the check is refused on its row, and the other rows are imported', async () => {
    const team = await newTeam();
    const late = rowOf({ last_name: 'Late' });
    const checked = await check(team, late, rowOf({ check_in: daysAhead(60), check_out: daysAhead(61) }));
    await bring(team, [rowOf(), rowOf()]);
    await startApplying(platform, team, checked.id);
    const ended = await eventually(
      () => seeImport(platform, team, checked.id),
      ({ status }) => status === 'failed' || status === 'done',
    );
    expect(ended.status).toBe('failed');
    expect(errorsIn(ended)).toEqual(['2 check_in NIGHTS_TAKEN']);
    expect(await bookingsOf(team, checked.id)).toHaveLength(1);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('no email is sent, and webhooks about bookings and their tasks only on request', async () => {
    const team = await newTeam();
    await installNewApp(platform, team, {
      scopes: ['read_bookings', 'read_tasks'],
      webhooks: ['booking.created', 'booking.confirmed', 'task.created'],
      webhook_url: 'https://app.example/hooks',
    });
    const mails = mailbox.mails.length;
    await bring(team, [rowOf({ paid: '240.00' })]);
    const cleaning = () => sql('SELECT t.id FROM tasks.task t WHERE t.team_id = $1', [team.teamId]);
    await eventually(cleaning, (rows) => rows.length === 1);
    const deliveries = () =>
      sql<{ topic: string }>(
        'SELECT d.topic FROM apps.deliveries d JOIN apps.installs i ON i.id = d.install_id WHERE i.team_id = $1 ORDER BY d.topic',
        [team.teamId],
      );
    expect(await deliveries()).toEqual([]);
    await bring(team, [rowOf({ paid: '240.00' })], { webhooks: true });
    const sent = await eventually(deliveries, (rows) => rows.length >= 3);
    expect(sent.map(({ topic }) => topic)).toEqual(['booking.confirmed', 'booking.created', 'task.created']);
    expect(mailbox.mails.slice(mails)).toEqual([]);
  });

  test('an automatic message is sent only if it’s due after the import', async () => {
    const team = await newTeam();
    const { messageTemplateSet } = await ask<{ messageTemplateSet: { messageTemplate: { id: string } } }>(
      platform,
      team.host,
      `mutation { messageTemplateSet(input: { name: "Hello", texts: [{ locale: "en", subject: "Hello", body: "Hello" }] }) {
        messageTemplate { id } userErrors { message } } }`,
    );
    const rules = ['booked', 'paid', 'before_check_in, days: 40', 'before_check_in, days: 3'];
    for (const rule of rules)
      await ask(
        platform,
        team.host,
        `mutation ($id: ID!) { messageRuleSet(input: { name: "${rule}", templateId: $id, channel: email, trigger: ${rule} }) {
          userErrors { message } } }`,
        { id: messageTemplateSet.messageTemplate.id },
      );
    await bring(team, [rowOf({ paid: '240.00' })]);
    const planned = () =>
      sql<{ name: string }>(
        'SELECT r.name FROM checkout.rule_messages m JOIN checkout.message_rules r ON r.id = m.rule_id WHERE r.team_id = $1',
        [team.teamId],
      );
    await eventually(planned, (rows) => rows.length > 0);
    expect(await planned()).toEqual([{ name: 'before_check_in, days: 3' }]);
  });

  test('another team’s property and role can’t be used', async () => {
    const team = await newTeam();
    const other = await newTeam();
    const [place] = await sql<{ id: number }>(
      `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1`,
      [other.teamId],
    );
    expect(errorsIn(await check(team, rowOf({ property: String(place?.id) })))).toEqual([
      '2 property NOT_FOUND',
    ]);
    const desk = {
      host: { ...hostOf(team.teamId), accountId: team.host.accountId, role: 'front_desk' as const },
    };
    await expect(beginImport(platform, desk, BOOKINGS)).rejects.toThrow();
  });
});
