import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, type Developer, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { linkOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// Bookings that the desk takes by phone, by email or for walk-ins (docs/interface/bookings.md#entered-bookings).

let mailbox: Mailbox;
let platform: TestPlatform;
let desk: Developer;
let unitTypeId: string;
let units: number;

beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, SWEEP_INTERVAL: 'PT1S' });
  await recordJobs(platform.database);
  desk = await demoHost(platform, 'lakeside');
  const [type] = await sql<{ id: number; units: number }>(
    `SELECT u.id, u.units FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 AND u.active AND u.units BETWEEN 2 AND 5 ORDER BY u.id LIMIT 1`,
    [desk.teamId],
  );
  unitTypeId = String(type?.id);
  units = type?.units ?? 0;
});
afterAll(async () => {
  await platform.close();
  await mailbox.close();
});

const sql = <R extends object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);

let from = 30;
let guests = 0;
/** A stay of two nights that no other test uses. */
function stay(more: object = {}) {
  from += 3;
  guests += 1;
  return {
    unitTypeId,
    checkIn: daysAhead(from),
    checkOut: daysAhead(from + 2),
    adults: 1,
    guest: { firstName: 'Ada', lastName: 'Byron', email: `desk-${guests}@example.com` },
    ...more,
  };
}

const SHOWN = `id reference status total paymentStatus holdExpiresAt arrivalTime sourceLabel note permalinkId checkOut
  agreedPrice { mode reason } payment { dueNow paid } lines { nightly { amount } }
  folio { total paid balance charges { kind amount } payments { method amount } }`;
interface Shown {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly total: number;
  readonly holdExpiresAt: string;
  readonly permalinkId: string;
  readonly payment: { readonly dueNow: number };
  readonly lines: readonly { readonly nightly: readonly { readonly amount: number }[] }[];
  readonly folio: { readonly total: number; readonly balance: number; readonly charges: readonly object[] };
}
interface Answer {
  readonly booking: Shown | null;
  readonly applied: boolean;
  readonly userErrors: readonly { readonly field: readonly string[]; readonly code: string }[];
}

const run = <T>(text: string, variables: object, viewer = desk.host) =>
  ask<{ it: T }>(platform, viewer, text, variables as Record<string, unknown>).then(({ it }) => it);
const create = (input: object) =>
  run<Answer>(
    `mutation($input: BookingCreateInput!) { it: bookingCreate(input: $input) { applied booking { ${SHOWN} } userErrors { field code message } } }`,
    { input },
  );
async function made(input: object): Promise<Shown> {
  const { booking, userErrors } = await create(input);
  expect(userErrors).toEqual([]);
  if (!booking) throw new Error('Nothing was created.');
  return booking;
}
const read = (id: string) => run<Shown>(`query($id: ID!) { it: booking(id: $id) { ${SHOWN} } }`, { id });
const preview = (input: object) =>
  run<{
    total: number;
    accommodation: number;
    fees: number;
    taxes: number;
    nearestDates: object[];
    userErrors: object[];
  }>(
    `query($input: BookingCreateInput!) { it: bookingPreview(input: $input) {
       currency total accommodation fees taxes nearestDates { checkIn checkOut } userErrors { field code message } } }`,
    { input },
  );
const mailsTo = (email: string) =>
  sql<{ template: string }>('SELECT template FROM apps.mails WHERE recipient = $1 ORDER BY id', [email]);
/** Waits until every job that writes emails is done. */
const allWritten = () =>
  eventually(
    () =>
      sql(`SELECT 1 FROM pgboss.job WHERE (name = 'apps/mail-booking' OR name LIKE 'booking.%/apps')
           AND state <> 'completed'`),
    (open) => open.length === 0,
  );

describe('A booking entered at the desk', () => {
  test('is held for 24 hours until it is paid, unless the host says otherwise', async () => {
    const booking = await made(stay());
    expect(booking).toMatchObject({ status: 'held', paymentStatus: 'awaiting_payment', folio: { paid: 0 } });
    const hours = (Date.parse(booking.holdExpiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const paid = await made(stay({ payment: 'paid' }));
    expect(paid).toMatchObject({
      status: 'confirmed',
      folio: { balance: 0, payments: [{ method: 'other', amount: paid.total }] },
    });
  });

  test('keeps the details from the desk, and never shows the note to apps', async () => {
    const input = stay({ sourceLabel: ' phone ', note: 'Quiet room.', arrivalTime: '22:30' });
    const { id } = await made(input);
    expect(await read(id)).toMatchObject({ sourceLabel: 'phone', note: 'Quiet room.', arrivalTime: '22:30' });
    const app = await installNewApp(platform, desk, { scopes: ['read_bookings', 'read_contacts'] });
    const { errors } = await graphql(platform.address, `{ booking(id: "${id}") { note } }`, {
      token: app.token,
      version: 'unstable',
    });
    expect(errors).toMatchObject([{ message: expect.stringContaining('Cannot query field "note"') }]);
  });

  test('is confirmed by a recorded payment that covers what is due', async () => {
    const { id, payment } = await made(stay());
    const input = { bookingId: id, method: 'cash', amount: payment.dueNow };
    const { userErrors } = await run<{ userErrors: object[] }>(
      'mutation($input: FolioPaymentRecordInput!) { it: folioPaymentRecord(input: $input) { userErrors { code } } }',
      { input },
    );
    expect(userErrors).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'confirmed' });
  });

  test('frees its nights when the hold ends without a payment', async () => {
    const input = stay({ quantity: units, holdUntil: new Date(Date.now() + 1_500).toISOString() });
    const { id } = await made(input);
    expect((await create({ ...input, quantity: 1 })).userErrors).toMatchObject([{ code: 'NIGHTS_TAKEN' }]);
    await eventually(
      () => read(id),
      ({ status }) => status === 'released',
    );
    await eventually(
      () => create({ ...input, quantity: 1, holdUntil: null }),
      ({ booking }) => booking !== null,
    );
  });

  test('costs the agreed total, of which the folio charges every part', async () => {
    const booking = await made(stay({ price: { mode: 'total', amount: 30_000, reason: 'Returning guest' } }));
    expect(booking).toMatchObject({
      total: 30_000,
      agreedPrice: { mode: 'total', reason: 'Returning guest' },
      folio: { total: 30_000, balance: 30_000 },
    });
    const charges = booking.folio.charges as readonly { kind: string; amount: number }[];
    expect(charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(30_000);
    expect(charges.map(({ kind }) => kind)).not.toContain('adjustment');
  });

  test('keeps its agreed nightly prices when its dates change, and sells added nights at the current price', async () => {
    const input = stay({ price: { mode: 'nightly', nightly: [4_000, 6_000] }, payment: 'paid' });
    from += 2;
    const { id } = await made(input);
    const longer = { id, checkOut: daysAhead(from + 1) };
    const { userErrors } = await run<Answer>(
      'mutation($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { userErrors { code message } } }',
      { input: longer },
    );
    expect(userErrors).toEqual([]);
    const { lines, ...after } = await read(id);
    expect(after).toMatchObject({ checkOut: daysAhead(from + 1), agreedPrice: { mode: 'nightly' } });
    const amounts = lines[0]?.nightly.map(({ amount }) => amount) ?? [];
    expect(amounts.slice(0, 2)).toEqual([4_000, 6_000]);
    expect(amounts).toHaveLength(3);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test.each<[string, object, string]>([
    ['a total below the fees and taxes', { price: { mode: 'total', amount: 1 } }, 'price.amount'],
    ['a total without an amount', { price: { mode: 'total' } }, 'price.amount'],
    ['an amount without the mode total', { price: { mode: 'calculated', amount: 1 } }, 'price.amount'],
    ['too few nightly prices', { price: { mode: 'nightly', nightly: [1] } }, 'price.nightly'],
    ['a negative nightly price', { price: { mode: 'nightly', nightly: [1, -1] } }, 'price.nightly'],
    [
      'a total too large to add up',
      { price: { mode: 'total', amount: 9_007_199_254_740_991 } },
      'price.amount',
    ],
    [
      'nightly prices too large to add up',
      { price: { mode: 'nightly', nightly: [9_007_199_254_740_991, 9_007_199_254_740_991] } },
      'price.nightly',
    ],
    ['a long reason', { price: { mode: 'calculated', reason: 'x'.repeat(201) } }, 'price.reason'],
    ['a hold that ends in the past', { holdUntil: '2026-01-01T00:00:00Z' }, 'holdUntil'],
    ['a hold beyond the check-in day', { holdUntil: '2099-01-01T00:00:00Z' }, 'holdUntil'],
    ['a hold of a paid booking', { payment: 'paid', holdUntil: '2099-01-01T00:00:00Z' }, 'holdUntil'],
    [
      'a link without an email address',
      { payment: 'link', guest: { firstName: 'A', lastName: 'B' } },
      'guest.email',
    ],
    ['a card number in the note', { note: '4111 1111 1111 1111' }, 'note'],
    ['a long label', { sourceLabel: 'x'.repeat(101) }, 'sourceLabel'],
    ['an arrival time that is no time', { arrivalTime: '25:00' }, 'arrivalTime'],
  ])('%s is refused, and the error names the field', async (_what, more, field) => {
    const { booking, userErrors } = await create(stay(more));
    expect(booking).toBeNull();
    expect(userErrors.map((error) => error.field.join('.'))).toEqual([`input.${field}`]);
  });

  test('20 simultaneous calls with one external id hold its nights once', async () => {
    const input = stay({
      externalId: newUuid(),
      price: { mode: 'total', amount: 25_000 },
      payment: 'unpaid',
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(input)));
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(new Set(answers.map(({ booking }) => booking?.id)).size).toBe(1);
    expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('more desk bookings than units never sell a night twice', async () => {
    const input = stay();
    const answers = await Promise.all(
      Array.from({ length: units + 4 }, (_, n) =>
        create({
          ...input,
          payment: n % 2 ? 'paid' : 'unpaid',
          price: { mode: 'total', amount: 20_000 + n },
        }),
      ),
    );
    expect(answers.filter(({ booking }) => booking !== null)).toHaveLength(units);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });
});

describe('bookingPreview', () => {
  test('shows the price that the booking then has', async () => {
    const input = stay();
    const shown = await preview({ ...input, guest: { firstName: '', lastName: '' } });
    expect(shown).toMatchObject({ userErrors: [], nearestDates: [] });
    expect(shown.accommodation + shown.fees + shown.taxes).toBe(shown.total);
    expect((await made(input)).total).toBe(shown.total);
  });

  test('names the nearest free dates when there is no room, and takes no nights', async () => {
    const input = stay();
    await made({ ...input, quantity: units, payment: 'paid' });
    const shown = await preview(input);
    expect(shown.userErrors).toMatchObject([{ code: 'NIGHTS_TAKEN' }]);
    expect(shown.nearestDates.length).toBeGreaterThan(0);
    expect(shown.total).toBeGreaterThan(0);
  });

  test('refuses a stay that began before today with the reason, like bookingCreate', async () => {
    const input = { ...stay(), checkIn: daysAhead(-1), checkOut: daysAhead(1) };
    const reason = {
      field: ['input', 'checkIn'],
      code: 'INVALID',
      message: 'The check-in date has passed. Choose today or later, or import the reservation.',
    };
    expect((await preview(input)).userErrors).toEqual([reason]);
    expect((await create(input)).userErrors).toEqual([reason]);
  });

  test('refuses what bookingCreate refuses', async () => {
    expect((await preview(stay({ price: { mode: 'total', amount: 1 } }))).userErrors).toMatchObject([
      { field: ['input', 'price', 'amount'] },
    ]);
  });
});

describe('The guest of a booking entered at the desk', () => {
  test('gets a link to pay if the desk chose that, and a confirmation once it is paid', async () => {
    const input = stay({ payment: 'link' });
    const { permalinkId, id } = await made(input);
    const mail = await mailbox.mailTo(input.guest.email, /^Pay to keep/);
    expect(linkOf(mail)).toContain(`/bookings/${permalinkId}`);
    await run('mutation($id: ID!) { it: bookingMarkPaid(id: $id) { userErrors { code } } }', { id });
    await mailbox.mailTo(input.guest.email, /confirmed/i);
  });

  test.each<[string, object, readonly string[]]>([
    ['is paid', { payment: 'paid' }, ['guest-confirmed']],
    ['is paid, without a confirmation', { payment: 'paid', sendConfirmation: false }, []],
    ['is unpaid', {}, []],
  ])('gets the emails that the desk chose if the booking %s', async (_what, more, templates) => {
    const input = stay(more);
    await made(input);
    await allWritten();
    expect((await mailsTo(input.guest.email)).map(({ template }) => template)).toEqual(templates);
  });
});
