import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { basisPointsOf } from '#kit/money.ts';
import type { Viewer } from '#kit/viewer.ts';
import { openChannel, stay } from '../support/channel.ts';
import { ask, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { type Chance, chanceOf, SEED, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// A booking's folio: its charges, payments, refunds and balance.

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // The host decides about each refund; `guest-cancel.test.ts` tests automatic refunds.
  await ask(
    world.platform,
    world.developer.host,
    'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    { input: { id: '1', automaticRefunds: false } },
  );
});
afterAll(() => world.close());

interface Entry {
  readonly id: string;
  readonly amount: number;
  readonly kind?: string;
  readonly name?: string;
  readonly method?: string;
  readonly status?: string;
  readonly reference?: string | null;
  readonly paymentSessionId?: string | null;
  readonly refundSessionId?: string | null;
  readonly reverses?: string | null;
  readonly dispute?: { readonly amount: number; readonly status: string } | null;
}

interface Folio {
  readonly version: number;
  readonly charges: readonly Entry[];
  readonly payments: readonly Entry[];
  readonly refunds: readonly Entry[];
  readonly total: number;
  readonly paid: number;
  readonly refunded: number;
  readonly balance: number;
  readonly refundable: number;
}

interface Changed {
  readonly folio: Folio | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly code: string;
    readonly message: string;
  }[];
}

const FOLIO = `{ id version currency charges { id kind name amount quantity taxIds date reverses }
  payments { id method amount receivedAt reference paymentSessionId reverses dispute { amount status } }
  refunds { id method amount status reference paymentSessionId refundSessionId }
  total paid refunded balance refundable }`;

const change = async (
  field: string,
  type: string,
  value: object | string,
  viewer: Viewer = world.developer.host,
): Promise<Changed> => {
  const [name, of] = type === 'ID!' ? ['id', '$id: ID!'] : ['input', `$input: ${type}`];
  const text = `mutation(${of}) { done: ${field}(${name}: $${name}) { folio ${FOLIO} userErrors { field code message } } }`;
  return (await ask<{ done: Changed }>(world.platform, viewer, text, { [name]: value })).done;
};

const of = ({ bookingId }: Placed, fields: object) => ({ bookingId: String(bookingId), ...fields });
const addCharge = (booking: Placed, fields: object, viewer?: Viewer) =>
  change('folioChargeAdd', 'FolioChargeAddInput!', of(booking, fields), viewer);
const removeCharge = (id: string) => change('folioChargeRemove', 'ID!', id);
const pay = (booking: Placed, fields: object, viewer?: Viewer) =>
  change(
    'folioPaymentRecord',
    'FolioPaymentRecordInput!',
    of(booking, { method: 'cash', ...fields }),
    viewer,
  );
const voidPayment = (id: string) => change('folioPaymentVoid', 'ID!', id);
const refund = (booking: Placed, fields: object, viewer?: Viewer) =>
  change('folioRefundRecord', 'FolioRefundRecordInput!', of(booking, { method: 'cash', ...fields }), viewer);

interface BookingView {
  readonly status: string;
  readonly total: number;
  readonly version: number;
  readonly payment: { readonly paid: number; readonly dueNow: number; readonly balance: number };
  readonly folio: Folio;
  readonly refund: { readonly due: number | null; readonly refunded: number } | null;
}

const bookingOf = async (
  { bookingId }: Placed,
  viewer: Viewer = world.developer.host,
): Promise<BookingView> =>
  (
    await ask<{ booking: BookingView }>(
      world.platform,
      viewer,
      `query($id: ID!) { booking(id: $id) { status total version payment { paid dueNow balance } refund { due refunded }
        folio ${FOLIO} } }`,
      { id: String(bookingId) },
    )
  ).booking;

const folioOf = async (booking: Placed) => (await bookingOf(booking)).folio;

const sql = (text: string, values: readonly unknown[]) => world.platform.database.query(text, values);

/** Terms that refund a percentage until check-in. */
const refunding = (refundPercent: number) => ({
  tiers: [],
  afterLast: { refundPercent, feeNights: null, feeAmount: null },
  timeOfDay: '18:00',
});

/** Places a booking, then sets its price and terms as if it had been sold with them. */
async function sold({
  total,
  currency = 'EUR',
  totals = [{ kind: 'subtotal', label: 'Accommodation', amount: total }],
  refundPercent = 100,
  status = 'held',
}: {
  readonly total: number;
  readonly currency?: string;
  readonly totals?: readonly object[];
  readonly refundPercent?: number;
  readonly status?: 'held' | 'confirmed';
}): Promise<Placed> {
  const booking = await world.place();
  const line = { unitTypeId: 7, title: 'Room', quantity: 1, subtotal: total, nightly: [] };
  await sql(
    `UPDATE checkout.bookings SET currency = $2, total = $3, due_now = $3, totals = $4, lines = $5, status = $6 WHERE id = $1`,
    [
      booking.bookingId,
      currency,
      total,
      JSON.stringify([...totals, { kind: 'total', label: 'Total', amount: total }]),
      JSON.stringify([{ ...line, cancellation: refunding(refundPercent) }]),
      status,
    ],
  );
  return booking;
}

/** Enters a two-night booking as paid. */
async function enter(
  day: number,
  token: string | null = null,
): Promise<{ readonly booking: Placed; readonly total: number }> {
  const text = `mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id total } userErrors { message } } }`;
  const variables = {
    input: {
      unitTypeId: '7',
      checkIn: daysAhead(day),
      checkOut: daysAhead(day + 2),
      adults: 2,
      guest: { firstName: 'Grace', lastName: 'Hopper' },
      payment: 'paid',
      ...(token === null ? {} : { externalId: `entry-${day}` }),
    },
  };
  const { platform, developer } = world;
  const entered = (
    token === null
      ? await ask(platform, developer.host, text, variables)
      : (await graphql(platform.address, text, { token, version: 'unstable', variables })).data
  ) as { readonly bookingCreate: { readonly booking: { readonly id: string; readonly total: number } } };
  const { id, total } = entered.bookingCreate.booking;
  return { booking: { bookingId: Number(id) } as Placed, total };
}

/** Changes a booking's stay or guest. */
async function restay({ bookingId }: Placed, fields: object): Promise<void> {
  const { done } = await ask<{ done: { userErrors: readonly object[] } }>(
    world.platform,
    world.developer.host,
    'mutation($input: BookingUpdateInput!) { done: bookingUpdate(input: $input) { userErrors { code message } } }',
    { input: { id: String(bookingId), ...fields } },
  );
  expect(done.userErrors).toEqual([]);
}

const cancel = (booking: Placed) =>
  ask<{ bookingCancel: { userErrors: readonly object[] } }>(
    world.platform,
    world.developer.host,
    'mutation($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }',
    { id: String(booking.bookingId) },
  );

const openRefund = async (paymentSessionId: string, amount: number) =>
  (
    await ask<{ done: { refundSession: { id: string } | null; userErrors: Changed['userErrors'] } }>(
      world.platform,
      world.developer.host,
      `mutation($input: RefundSessionOpenInput!) { done: refundSessionOpen(input: $input) {
        refundSession { id } userErrors { field code message } } }`,
      { input: { paymentSessionId, amount, reason: 'The heating was off.' } },
    )
  ).done;

/** Refunds part of a payment through its app, which leaves the refund to a person. */
async function dueFromSession(total: number, amount: number) {
  const booking = await sold({ total });
  const id = await world.open(booking);
  await world.resolve(id);
  const { refundSession } = await openRefund(id, amount);
  const first = refundSession?.id ?? '';
  await eventually(
    () =>
      world.platform.database.query<{ status: string }>('SELECT status FROM payments.refund WHERE id = $1', [
        first,
      ]),
    ([row]) => row?.status === 'REQUESTED',
  );
  await sql(`UPDATE payments.refund SET status = 'MANUAL' WHERE id = $1`, [first]);
  await sql(`UPDATE checkout.folio_entries SET status = 'due' WHERE refund_session_id = $1`, [first]);
  return { booking, id, first };
}

const answer = (text: string) =>
  ask(world.platform, world.app.viewer, `mutation { done: ${text} { userErrors { code message } } }`);

describe("a booking's charges", () => {
  test('the price at which a stay was sold becomes its charges without writing entries', async () => {
    const booking = await world.place();
    const { total, folio } = await bookingOf(booking);
    expect(folio).toMatchObject({
      version: 0,
      total,
      paid: 0,
      refunded: 0,
      balance: total,
      payments: [],
      refunds: [],
    });
    expect(folio.charges[0]).toMatchObject({ kind: 'accommodation', reverses: null });
    expect(folio.charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    const [{ count } = { count: '' }] = await world.platform.database.query<{ count: string }>(
      'SELECT count(*) FROM checkout.folio_entries WHERE booking_id = $1',
      [booking.bookingId],
    );
    expect(count).toBe('0');
  });

  test('an adjustment changes the total by exactly its amount, and the guest owes the difference', async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    const before = await folioOf(booking);
    const added = await addCharge(booking, { kind: 'adjustment', name: 'Late arrival', amount: -1_999 });
    expect(added.userErrors).toEqual([]);
    expect(added.folio).toMatchObject({ version: 1, total: 28_001, balance: 28_001 });
    expect(added.folio?.charges.slice(0, -1), 'the price keeps its ids').toEqual(before.charges);
    expect((await bookingOf(booking)).payment.balance).toBe(28_001);
  });

  test("an extra gets the property's percentage taxes, which are removed with it", async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    const [property] = await world.platform.database.query<{ id: number }>(
      'SELECT property_id AS id FROM checkout.bookings WHERE id = $1',
      [booking.bookingId],
    );
    const tax = await ask<{ taxSet: { tax: { id: string } } }>(
      world.platform,
      world.developer.host,
      'mutation($input: TaxSetInput!) { taxSet(input: $input) { tax { id } userErrors { message } } }',
      {
        input: {
          propertyId: String(property?.id),
          name: 'Meals',
          inclusive: false,
          percent: 2.5,
          collect: 'booking',
        },
      },
    );
    const taxIds = [tax.taxSet.tax.id];
    const all = await addCharge(booking, { kind: 'extra', name: 'Bar', amount: 1_000 });
    expect(all.folio?.charges.filter(({ kind }) => kind === 'tax').map(({ amount }) => amount)).toEqual([
      81, 25,
    ]);
    await removeCharge(all.folio?.charges.find(({ name }) => name === 'Bar')?.id ?? '');
    const added = await addCharge(booking, {
      kind: 'extra',
      name: 'Breakfast',
      amount: 4_000,
      quantity: 4,
      taxIds,
    });
    expect(added.userErrors).toEqual([]);
    const extra = added.folio?.charges.find(({ name }) => name === 'Breakfast');
    expect(extra).toMatchObject({ name: 'Breakfast', amount: 4_000, quantity: 4 });
    expect(added.folio?.charges.at(-1)).toMatchObject({
      kind: 'tax',
      name: 'Meals',
      amount: 100,
      taxIds,
    });
    expect(added.folio?.total).toBe(34_100);
    const without = await addCharge(booking, { kind: 'extra', name: 'Bike', amount: 1_000, taxIds: [] });
    expect(without.folio?.total, 'an extra without taxes').toBe(35_100);
    await sql('DELETE FROM catalog.tax WHERE id = $1', [tax.taxSet.tax.id]);

    const removed = await removeCharge(extra?.id ?? '');
    expect(removed.folio?.total).toBe(31_000);
    expect(removed.folio?.charges.slice(-2)).toMatchObject([
      { amount: -4_000, reverses: extra?.id },
      { kind: 'tax', amount: -100 },
    ]);
    expect((await removeCharge(extra?.id ?? '')).folio, 'removing it again changes nothing').toEqual(
      removed.folio,
    );
    const reversal = removed.folio?.charges.at(-1)?.id ?? '';
    expect(await removeCharge(reversal)).toMatchObject({ folio: null, userErrors: [{ code: 'INVALID' }] });
  });

  test('charges can only be removed from a folio with 500 entries', async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    const added = await addCharge(booking, { kind: 'adjustment', name: 'First', amount: 1 });
    const id = added.folio?.charges.at(-1)?.id ?? '';
    await sql(
      `INSERT INTO checkout.folio_entries (id, booking_id, team_id, entry, kind, name, amount, date, created_at, updated_at)
       SELECT gen_random_uuid(), booking_id, team_id, entry, kind, name, 0, date, created_at, updated_at
       FROM checkout.folio_entries e, generate_series((SELECT count(*) FROM checkout.folio_entries WHERE booking_id = $1), 499)
       WHERE e.booking_id = $1 AND e.name = 'First'`,
      [booking.bookingId],
    );
    const full = { folio: null, userErrors: [{ field: ['input', 'bookingId'], code: 'LIMIT_REACHED' }] };
    expect(await addCharge(booking, { kind: 'adjustment', name: 'Next', amount: 1 })).toMatchObject(full);
    expect(await pay(booking, { amount: 1 })).toMatchObject(full);
    expect((await removeCharge(id)).userErrors).toEqual([]);
  });

  test('a folio that changes while it is being read still adds up', async () => {
    const booking = await sold({ total: 10_000 });
    await pay(booking, { amount: 10_000 });
    const writer = new pg.Client(world.platform.database.url);
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query('BEGIN; LOCK TABLE checkout.folio_entries IN ACCESS EXCLUSIVE MODE');
    const reading = folioOf(booking);
    const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'checkout.folio_entries'::regclass AND NOT granted`;
    await expect.poll(() => sql(waiting, [])).toHaveLength(1);
    const at = booking.bookingId;
    await writer.query(`UPDATE checkout.folio_entries SET amount = 11000 WHERE booking_id = ${at} AND entry = 'payment';
      UPDATE checkout.bookings SET paid = 11000 WHERE id = ${at}; COMMIT`);
    expect(await reading).toMatchObject({ paid: 11_000, balance: -1_000, payments: [{ amount: 11_000 }] });
  });

  test('a charge that was removed stays removed when the booking changes', async () => {
    const { booking, total } = await enter(430);
    const tax = (await folioOf(booking)).charges.find(({ kind }) => kind !== 'accommodation');
    const waived = tax?.amount ?? 0;
    expect(waived).toBeGreaterThan(0);
    await removeCharge(tax?.id ?? '');
    await restay(booking, { guest: { firstName: 'Grace', lastName: 'Hooper' } });
    expect(await folioOf(booking)).toMatchObject({ total: total - waived });
    await restay(booking, { checkOut: daysAhead(433) });
    const longer = await bookingOf(booking);
    expect(longer.total).toBeGreaterThan(total);
    expect(longer.folio.total, 'only more of it is charged').toBe(longer.total - waived);
    await restay(booking, { checkOut: daysAhead(431) });
    const shorter = await bookingOf(booking);
    const open = shorter.folio.charges.filter(({ name }) => name === tax?.name);
    expect(open.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  test.each([
    [{ kind: 'fee', name: 'Pool', amount: 100 }, 'kind'],
    [{ kind: 'extra', name: 'Pool', amount: -100 }, 'amount'],
    [{ kind: 'adjustment', name: 'Pool', amount: 0 }, 'amount'],
    [{ kind: 'extra', name: ' ', amount: 100 }, 'name'],
    [{ kind: 'extra', name: 'Pool', amount: 100, quantity: 0 }, 'quantity'],
    [{ kind: 'extra', name: 'Pool', amount: 100, taxIds: ['999999'] }, 'taxIds'],
  ])('a charge like %o is refused at its field %s', async (fields, field) => {
    const refused = await addCharge(await world.place(), fields);
    expect(refused).toMatchObject({ folio: null, userErrors: [{ field: ['input', field] }] });
  });
});

describe("a booking's payments", () => {
  test('payments that cover the amount due confirm a held booking', async () => {
    const booking = await sold({ total: 30_000 });
    const part = await pay(booking, { amount: 10_000, method: 'bank_transfer', reference: 'Ada, room 3' });
    expect(part.folio).toMatchObject({ paid: 10_000, balance: 20_000 });
    expect(part.folio?.payments).toMatchObject([{ method: 'bank_transfer', reference: 'Ada, room 3' }]);
    expect(await bookingOf(booking)).toMatchObject({
      status: 'held',
      payment: { paid: 10_000, dueNow: 20_000 },
    });
    expect((await pay(booking, { amount: 20_000 })).folio).toMatchObject({ paid: 30_000, balance: 0 });
    expect(await bookingOf(booking)).toMatchObject({
      status: 'confirmed',
      payment: { paid: 30_000, balance: 0 },
    });
  });

  test('a host can void a recorded payment but not a payment through an app', async () => {
    const booking = await sold({ total: 30_000 });
    const id = await world.open(booking);
    await world.resolve(id, 'pi_42');
    const paid = await pay(booking, { amount: 500 });
    expect(paid.folio?.payments).toMatchObject([
      { method: `app:${world.app.slug}`, paymentSessionId: id, amount: 30_000, reference: 'pi_42' },
      { method: 'cash', paymentSessionId: null, amount: 500 },
    ]);
    const [app, cash] = paid.folio?.payments ?? [];
    const voided = await voidPayment(cash?.id ?? '');
    expect(voided.folio).toMatchObject({ paid: 30_000, balance: 0 });
    expect(voided.folio?.payments.at(-1)).toMatchObject({ amount: -500, reverses: cash?.id });
    expect((await voidPayment(cash?.id ?? '')).folio, 'voiding it again changes nothing').toEqual(
      voided.folio,
    );
    expect(await voidPayment(app?.id ?? '')).toMatchObject({ userErrors: [{ code: 'APP_PAYMENT' }] });
    expect(await voidPayment('1-nothing')).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND', field: ['id'] }],
    });
  });

  test('a payment that a host only marks as made has the method `other`', async () => {
    const booking = await sold({ total: 30_000 });
    await ask(
      world.platform,
      world.developer.host,
      `mutation($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }`,
      {
        id: String(booking.bookingId),
      },
    );
    expect((await folioOf(booking)).payments).toMatchObject([{ method: 'other', amount: 30_000 }]);
  });

  test('a booking entered as paid has one payment with the method `other`, which can be voided', async () => {
    const { booking, total } = await enter(400);
    const folio = await folioOf(booking);
    expect(folio).toMatchObject({
      total,
      paid: total,
      balance: 0,
      payments: [{ method: 'other', amount: total }],
    });
    const voided = await voidPayment(folio.payments[0]?.id ?? '');
    expect(voided.folio).toMatchObject({ paid: 0, balance: total });
    expect(voided.folio?.payments).toMatchObject([
      { id: folio.payments[0]?.id, amount: total },
      { amount: -total },
    ]);
  });

  test('a payment that the host recorded stays when the stay of a booking entered as paid changes', async () => {
    const { booking, total } = await enter(410);
    const [derived] = (await folioOf(booking)).payments;
    await voidPayment(derived?.id ?? '');
    await pay(booking, { amount: total });
    await restay(booking, { checkOut: daysAhead(411) });
    const { folio, total: after } = await bookingOf(booking);
    expect(after).toBeLessThan(total);
    expect(folio).toMatchObject({ total: after, paid: total, balance: after - total });
    expect(folio.payments.map(({ method, amount }) => [method, amount])).toEqual([
      ['other', total],
      ['other', -total],
      ['cash', total],
    ]);
  });

  test("the amount paid elsewhere follows the price of an app's entry, next to payments that the host recorded", async () => {
    const app = await installNewApp(world.platform, world.developer, {
      scopes: ['read_bookings', 'write_bookings'],
    });
    const { booking, total } = await enter(414, app.token);
    await addCharge(booking, { kind: 'extra', name: 'Cot', amount: 5_000, taxIds: [] });
    await pay(booking, { amount: 5_000 });
    await restay(booking, { checkOut: daysAhead(417) });
    const { folio, total: after } = await bookingOf(booking);
    expect(after).toBeGreaterThan(total);
    expect(folio).toMatchObject({ total: after + 5_000, paid: after + 5_000, balance: 0 });
  });

  test("a channel's revisions change only what the channel collected", async () => {
    const channel = await openChannel(world.platform, world.developer);
    const connectionId = await channel.connect('FOLIO');
    const input = {
      connectionId,
      externalId: 'folio-1',
      guest: { firstName: 'Mary', lastName: 'Somerville' },
      lines: [stay('room-1', 320)],
      status: 'booked',
      total: 20_000,
    };
    const revise = async (revision: number, fields: object) => {
      const { booking, userErrors } = await channel.bring({ ...input, revision, ...fields });
      expect(userErrors).toEqual([]);
      return { bookingId: Number(booking.id) } as Placed;
    };
    const booking = await revise(1, { collectedBy: 'channel' });
    await addCharge(booking, { kind: 'extra', name: 'Cot', amount: 5_000, taxIds: [] });
    await pay(booking, { amount: 5_000 });
    const { version } = await folioOf(booking);
    await revise(2, { notes: 'Late arrival', collectedBy: 'channel' });
    expect(await folioOf(booking)).toMatchObject({ version, paid: 25_000, balance: 0 });
    await revise(3, { collectedBy: 'property' });
    const due = await folioOf(booking);
    expect(due).toMatchObject({ paid: 5_000, balance: 20_000 });
    expect(due.version, 'the folio changed').toBeGreaterThan(version);
    await revise(4, { collectedBy: 'channel' });
    const { payments } = await folioOf(booking);
    await voidPayment(payments.find(({ method }) => method === 'other')?.id ?? '');
    await revise(5, { collectedBy: 'channel' });
    expect(await folioOf(booking), 'a voided payment stays void').toMatchObject({ paid: 5_000 });
    await channel.server.close();
  });

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 100, method: 'card' }, 'method'],
    [{ amount: 100, method: 'app:somebody' }, 'method'],
    [{ amount: 100, reference: 'x'.repeat(256) }, 'reference'],
    [{ amount: 100, reference: '4111 1111 1111 1111' }, 'reference'],
  ])('a payment like %o is refused at its field %s', async (fields, field) => {
    const refused = await pay(await world.place(), fields);
    expect(refused).toMatchObject({ folio: null, userErrors: [{ field: ['input', field] }] });
  });

  test('a released booking owes nothing and takes no payment', async () => {
    const booking = await sold({ total: 30_000 });
    await addCharge(booking, { kind: 'extra', name: 'Cot', amount: 1_000, taxIds: [] });
    await sql(`UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 minute' WHERE id = $1`, [
      booking.bookingId,
    ]);
    const released = await eventually(
      () => bookingOf(booking),
      ({ status }) => status === 'released',
    );
    expect(released.folio).toMatchObject({ charges: [], total: 0, balance: 0 });
    expect(await pay(booking, { amount: 100 })).toMatchObject({ userErrors: [{ code: 'BOOKING_RELEASED' }] });
  });

  test('a part payment is due back when the hold ends, unless a late payment confirms the booking', async () => {
    const booking = await sold({ total: 30_000 });
    const { folio } = await pay(booking, { amount: 10_000 });
    const session = await world.open(booking);
    await sql(`UPDATE checkout.bookings SET hold_expires_at = now() - interval '1 minute' WHERE id = $1`, [
      booking.bookingId,
    ]);
    const released = await eventually(
      () => bookingOf(booking),
      ({ status }) => status === 'released',
    );
    expect(released).toMatchObject({
      folio: { total: 0, balance: -10_000, refunds: [{ amount: 10_000, status: 'due', method: 'other' }] },
      refund: { due: 10_000 },
    });
    expect(released.folio.version).toBeGreaterThan(folio?.version ?? 0);
    await world.resolve(session);
    const confirmed = await eventually(
      () => bookingOf(booking),
      ({ status }) => status === 'confirmed',
    );
    expect(confirmed.folio).toMatchObject({ total: 30_000, paid: 30_000, balance: 0, refunds: [] });
    expect(confirmed.folio.version).toBeGreaterThan(released.folio.version);
  });
});

describe('refunds', () => {
  test('two refunds at the same time never exceed what was paid', async () => {
    const booking = await sold({ total: 10_000 });
    const id = await world.open(booking);
    await world.resolve(id);
    const [one, other] = await Promise.all([
      openRefund(id, 6_000),
      refund(booking, { amount: 6_000, paymentSessionId: id }),
    ]);
    const errors = [...one.userErrors, ...other.userErrors];
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['REFUND_TOO_LARGE', 'EUR 40.00 can still be refunded.'],
    ]);
    const both = await Promise.all([refund(booking, { amount: 3_000 }), refund(booking, { amount: 3_000 })]);
    expect(both.flatMap(({ userErrors }) => userErrors.map(({ message }) => message))).toEqual([
      'EUR 10.00 can still be refunded.',
    ]);
  });

  test('a refund that fails after it was made can be made again', async () => {
    const booking = await sold({ total: 10_000 });
    const id = await world.open(booking);
    await world.resolve(id);
    const { refundSession } = await openRefund(id, 6_000);
    await answer(`refundSessionResolve(id: "${refundSession?.id}", reference: "re_8")`);
    await eventually(
      () => folioOf(booking),
      ({ refunded }) => refunded === 6_000,
    );
    await answer(`refundSessionFail(id: "${refundSession?.id}", reason: { code: "no", message: "No." })`);
    const failed = await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds[0]?.status === 'failed',
    );
    expect(failed).toMatchObject({ refunded: 0, balance: 0, refundable: 10_000 });
    expect((await openRefund(id, 10_000)).userErrors).toEqual([]);
  });

  test('a failed refund through an app can be made again', async () => {
    const booking = await sold({ total: 10_000 });
    const id = await world.open(booking);
    await world.resolve(id);
    const { refundSession } = await openRefund(id, 6_000);
    expect(await folioOf(booking)).toMatchObject({
      refunds: [{ method: `app:${world.app.slug}`, status: 'requested', refundSessionId: refundSession?.id }],
      refunded: 0,
      balance: 0,
      refundable: 4_000,
    });
    await answer(`refundSessionReject(id: "${refundSession?.id}", reason: { code: "no", message: "No." })`);
    const failed = await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds[0]?.status === 'failed',
    );
    expect(failed).toMatchObject({ refunded: 0, refundable: 10_000 });
    const { refundSession: again } = await openRefund(id, 10_000);
    await answer(`refundSessionResolve(id: "${again?.id}", reference: "re_7")`);
    const done = await eventually(
      () => folioOf(booking),
      ({ refunded }) => refunded > 0,
    );
    expect(done).toMatchObject({ refunded: 10_000, balance: 10_000, refundable: 0 });
    const reported = await refund(
      booking,
      { method: `app:${world.app.slug}`, amount: 10_000, reference: 're_7' },
      { ...world.app.viewer, scopes: ['read_payments', 'write_payments'] },
    );
    expect(reported.folio?.refunds, "the app's own report of it counts once").toHaveLength(2);
  });

  test('a refund of an overpaid booking that fails becomes due, and then follows the folio', async () => {
    const booking = await sold({ total: 10_000 });
    const id = await world.open(booking);
    await world.resolve(id);
    await addCharge(booking, { kind: 'adjustment', name: 'Noise', amount: -4_000, taxIds: [] });
    expect((await folioOf(booking)).refunds, 'until then, a person decides').toEqual([]);
    const { refundSession } = await openRefund(id, 3_000);
    await answer(`refundSessionReject(id: "${refundSession?.id}", reason: { code: "no", message: "No." })`);
    const failed = await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds[0]?.status === 'failed',
    );
    expect(failed.refunds).toMatchObject([{ amount: 3_000 }, { status: 'due', amount: 4_000 }]);
    const { folio } = await addCharge(booking, { kind: 'extra', name: 'Wine', amount: 1_500, taxIds: [] });
    expect(folio?.refunds).toMatchObject([{ amount: 3_000 }, { status: 'due', amount: 2_500 }]);
  });

  test("a second refund session doesn't take over the first one's due refund", async () => {
    const { booking, id, first } = await dueFromSession(10_000, 5_000);
    const { refundSession: second } = await openRefund(id, 5_000);
    expect((await folioOf(booking)).refunds).toMatchObject([
      { amount: 5_000, status: 'due', refundSessionId: first },
      { amount: 5_000, status: 'requested', refundSessionId: second?.id },
    ]);
    expect((await openRefund(id, 1)).userErrors).toMatchObject([{ code: 'REFUND_TOO_LARGE' }]);
    await refund(booking, { amount: 5_000 });
    await answer(`refundSessionResolve(id: "${first}", reference: "re_first")`);
    await answer(`refundSessionResolve(id: "${second?.id}", reference: "re_second")`);
    const done = await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds.every(({ status }) => status === 'refunded'),
    );
    expect(done).toMatchObject({ refunded: 10_000, balance: 10_000, refundable: 0 });
    expect(done.refunds).toHaveLength(2);
  });

  test("an app's late refund completes only what a person hasn't paid out of it", async () => {
    const { booking, first } = await dueFromSession(10_000, 5_000);
    const part = await refund(booking, { amount: 2_000 });
    expect(part.userErrors).toEqual([]);
    expect(part.folio?.refunds).toMatchObject([
      { amount: 3_000, status: 'due', refundSessionId: first },
      { amount: 2_000, status: 'refunded', refundSessionId: null, method: 'cash' },
    ]);
    await answer(`refundSessionResolve(id: "${first}", reference: "re_rest")`);
    const done = await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds[0]?.status === 'refunded',
    );
    expect(done).toMatchObject({ refunded: 5_000, refundable: 5_000 });
  });

  test('a payment that the booking could not accept is refunded and leaves the balance unchanged', async () => {
    const booking = await sold({ total: 25_000 });
    const first = await world.open(booking);
    await sql(`UPDATE payments.session SET status = 'EXPIRED' WHERE id = $1`, [first]);
    const second = await world.open(booking);
    await world.resolve(first);
    await world.resolve(second);
    const folio = await eventually(
      () => folioOf(booking),
      ({ refunds }) => refunds.length > 0,
    );
    expect(folio).toMatchObject({
      total: 25_000,
      paid: 50_000,
      refunds: [{ amount: 25_000, status: 'requested' }],
    });
    await answer(`refundSessionResolve(id: "${folio.refunds[0]?.refundSessionId}", reference: "re_8")`);
    const done = await eventually(
      () => folioOf(booking),
      ({ refunded }) => refunded > 0,
    );
    expect(done).toMatchObject({ paid: 50_000, refunded: 25_000, balance: 0 });
  });

  test('a refund of more than a recorded payment leaves is refused, and a refunded payment cannot be voided', async () => {
    const booking = await sold({ total: 17_925, currency: 'GBP' });
    const { folio } = await pay(booking, { amount: 17_925 });
    const more = await refund(booking, { amount: 17_926 });
    expect(more.userErrors).toMatchObject([{ message: 'GBP 179.25 can still be refunded.' }]);
    await refund(booking, { amount: 1 });
    expect(await voidPayment(folio?.payments[0]?.id ?? '')).toMatchObject({
      userErrors: [{ code: 'ALREADY_REFUNDED' }],
    });
  });
});

describe('a cancelled booking', () => {
  const CASES = [
    ['nothing back', { total: 48_000, paid: 48_000, back: 0 }, { total: 48_000, due: [], balance: 0 }],
    ['half back, unpaid', { total: 30_000, paid: 0, back: 50 }, { total: 15_000, due: [], balance: 15_000 }],
    [
      'everything back',
      { total: 17_925, paid: 17_925, back: 100 },
      { total: 0, due: [17_925], balance: -17_925 },
    ],
    [
      'half back, paid',
      { total: 30_000, paid: 30_000, back: 50 },
      { total: 15_000, due: [15_000], balance: -15_000 },
    ],
  ] as const;

  test.each(CASES)('with %s is charged the fee and owed the rest', async (_name, given, expected) => {
    const booking = await sold({ total: given.total, refundPercent: given.back, status: 'confirmed' });
    if (given.paid > 0) await pay(booking, { amount: given.paid });
    await cancel(booking);
    const { folio, status } = await bookingOf(booking);
    expect(status).toBe('cancelled');
    expect(folio).toMatchObject({ total: expected.total, balance: expected.balance, paid: given.paid });
    expect(folio.charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected.total);
    expect(folio.charges.filter(({ kind }) => kind === 'cancellation')).toHaveLength(
      expected.total > 0 ? 1 : 0,
    );
    expect(folio.refunds.map(({ amount, status: state }) => [amount, state])).toEqual(
      expected.due.map((amount) => [amount, 'due']),
    );
  });

  test('a fee leaves out what the host removed, and is limited by adjustments', async () => {
    const booking = await sold({
      total: 34_000,
      totals: [
        { kind: 'subtotal', label: 'Accommodation', amount: 30_000 },
        { kind: 'fee', label: 'Cleaning', amount: 4_000 },
      ],
      refundPercent: 0,
      status: 'confirmed',
    });
    await pay(booking, { amount: 34_000 });
    const { charges } = await folioOf(booking);
    await removeCharge(charges.find(({ name }) => name === 'Cleaning')?.id ?? '');
    const terms = async () =>
      (
        await ask<{ booking: { cancellation: object } }>(
          world.platform,
          world.developer.host,
          'query($id: ID!) { booking(id: $id) { cancellation { refundNow } } }',
          { id: String(booking.bookingId) },
        )
      ).booking.cancellation;
    expect(await terms()).toEqual({ refundNow: 4_000 });
    await addCharge(booking, { kind: 'adjustment', name: 'No heating', amount: -10_000 });
    expect(await terms()).toEqual({ refundNow: 14_000 });
    await cancel(booking);
    expect(await folioOf(booking)).toMatchObject({
      total: 20_000,
      refunds: [{ amount: 14_000, status: 'due' }],
    });
  });

  test('a refund may be higher than the price of the stay', async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    await pay(booking, { amount: 45_000 });
    await cancel(booking);
    const { folio, refund: back } = await bookingOf(booking);
    expect(folio).toMatchObject({ total: 0, balance: -45_000, refunds: [{ amount: 45_000, status: 'due' }] });
    expect(back).toMatchObject({ due: 45_000 });
  });

  test('a fee that the host waives leaves nothing to pay', async () => {
    const booking = await sold({ total: 30_000, refundPercent: 50, status: 'confirmed' });
    await cancel(booking);
    const waived = await addCharge(booking, { kind: 'adjustment', name: 'Waived', amount: -15_000 });
    expect(waived.folio).toMatchObject({ total: 0, balance: 0 });
  });

  test("the due refund follows a cancelled booking's folio", async () => {
    const booking = await sold({ total: 30_000, refundPercent: 50, status: 'confirmed' });
    await pay(booking, { amount: 30_000 });
    await cancel(booking);
    const due = async () => {
      const { folio, refund: back } = await bookingOf(booking);
      return [folio.balance, folio.refunds.map(({ amount, status }) => [amount, status]), back?.due];
    };
    expect(await due()).toEqual([-15_000, [[15_000, 'due']], 15_000]);
    const waived = await addCharge(booking, { kind: 'adjustment', name: 'Waived', amount: -15_000 });
    expect(await due()).toEqual([-30_000, [[30_000, 'due']], 30_000]);
    await removeCharge(waived.folio?.charges.at(-1)?.id ?? '');
    expect(await due()).toEqual([-15_000, [[15_000, 'due']], 15_000]);
    await addCharge(booking, { kind: 'extra', name: 'Broken lamp', amount: 20_000, taxIds: [] });
    expect(await due(), 'the guest owes more than the refund').toEqual([5_000, [], 0]);
    await pay(booking, { amount: 6_000 });
    expect(await due()).toEqual([-1_000, [[1_000, 'due']], 1_000]);
    await addCharge(booking, { kind: 'adjustment', name: 'Sorry', amount: -90_000 });
    expect(await due(), 'at most what was paid').toEqual([-91_000, [[36_000, 'due']], 36_000]);
  });

  test('voiding a bounced payment of a cancelled booking takes it off the due refund', async () => {
    const booking = await sold({ total: 10_000, status: 'confirmed' });
    await pay(booking, { amount: 4_000 });
    const { folio } = await pay(booking, { amount: 6_000, method: 'bank_transfer' });
    await cancel(booking);
    const voided = await voidPayment(folio?.payments.at(-1)?.id ?? '');
    expect(voided.userErrors).toEqual([]);
    expect(voided.folio).toMatchObject({ balance: -4_000, refunds: [{ amount: 4_000, status: 'due' }] });
    await refund(booking, { amount: 4_000 });
    expect(await voidPayment(folio?.payments[0]?.id ?? '')).toMatchObject({
      userErrors: [{ code: 'ALREADY_REFUNDED' }],
    });
  });

  test('taxes are owed only for nights stayed, so the fee leaves them out', async () => {
    const booking = await sold({
      total: 36_000,
      totals: [
        { kind: 'subtotal', label: 'Accommodation', amount: 31_000 },
        { kind: 'discount', label: 'Length-of-stay discount', amount: -1_000 },
        { kind: 'fee', label: 'Cleaning', amount: 4_000 },
        { kind: 'tax', label: 'Visitor tax', amount: 2_000 },
      ],
      refundPercent: 50,
      status: 'confirmed',
    });
    await cancel(booking);
    expect(await folioOf(booking)).toMatchObject({ total: 17_000 });
  });

  test('a due refund becomes refunded when a person records it, without a second entry', async () => {
    const booking = await sold({ total: 12_000, currency: 'JPY' });
    await pay(booking, { amount: 12_000 });
    await cancel(booking);
    const [due] = (await folioOf(booking)).refunds;
    expect(due).toMatchObject({ amount: 12_000, status: 'due' });
    const part = await refund(booking, { amount: 2_000 });
    expect(part.folio?.refunds).toMatchObject([
      { id: due?.id, amount: 10_000, status: 'due' },
      { amount: 2_000, status: 'refunded' },
    ]);
    const rest = await refund(booking, { amount: 10_000, method: 'bank_transfer' });
    expect(rest.folio?.refunds).toMatchObject([
      { id: due?.id, amount: 10_000, status: 'refunded', method: 'bank_transfer' },
      { amount: 2_000 },
    ]);
    expect(rest.folio).toMatchObject({ refunded: 12_000, balance: 0, refundable: 0 });
    expect((await bookingOf(booking)).refund).toEqual({ due: 0, refunded: 12_000 });
  });

  test('a refund that fails after a cancellation is due again', async () => {
    const booking = await sold({ total: 20_000 });
    const id = await world.open(booking);
    await world.resolve(id);
    await cancel(booking);
    const { refundSession } = await openRefund(id, 20_000);
    expect((await folioOf(booking)).refunds, 'the due refund is the one requested').toMatchObject([
      { status: 'requested', refundSessionId: refundSession?.id },
    ]);
    await answer(`refundSessionReject(id: "${refundSession?.id}", reason: { code: "no", message: "No." })`);
    const failed = await eventually(
      () => bookingOf(booking),
      ({ folio }) => folio.refunds.length > 1,
    );
    expect(failed.folio.refunds.map(({ status }) => status)).toEqual(['failed', 'due']);
    expect(failed).toMatchObject({ refund: { due: 20_000, refunded: 0 }, folio: { balance: -20_000 } });
  });
});

test("changes by the previous release's processes reach the folio", async () => {
  const booking = await sold({ total: 30_000, refundPercent: 50, status: 'confirmed' });
  await addCharge(booking, { kind: 'extra', name: 'Cot', amount: 2_000, taxIds: [] });
  await pay(booking, { amount: 32_000 });
  const by = (set: string) =>
    sql(`UPDATE checkout.bookings SET ${set}, version = version + 1, updated_at = now() WHERE id = $1`, [
      booking.bookingId,
    ]);
  const folio = async () => {
    const { charges, ...sums } = await folioOf(booking);
    const open = charges.filter(
      ({ id, reverses }) => reverses === null && !charges.some((one) => one.reverses === id),
    );
    expect(charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(sums.total);
    return [sums.total, open.map(({ name, amount }) => [name, amount])];
  };
  await by('total = 35000');
  const extra = [['Accommodation', 30_000] as const, ['Cot', 2_000] as const];
  expect(await folio()).toEqual([37_000, [...extra, ['Difference', 5_000]]]);
  await by(`status = 'cancelled', refund_due = 14500`);
  expect(await folio()).toEqual([17_500, [['Cancellation', 17_500]]]);
  await by('total = 40000');
  await by(`status = 'confirmed', refund_due = NULL`);
  expect(await folio()).toEqual([40_000, [['Difference', 40_000]]]);
  await addCharge(booking, { kind: 'extra', name: 'Cot', amount: 1_000, taxIds: [] });
  await cancel(booking);
  expect(await folio(), 'this release cancels it with its own fee').toEqual([
    20_000,
    [['Cancellation', 20_000]],
  ]);
});

describe('who may read and change folios', () => {
  test.each([
    ['manager', true],
    ['front_desk', true],
    ['revenue', false],
    ['housekeeping', false],
  ] as const)('a member with the role %s may change folios: %s', async (role, may) => {
    const booking = await world.place();
    const viewer = { ...world.developer.host, role };
    const changed = await pay(booking, { amount: 100 }, viewer).then(
      ({ userErrors }) => userErrors.length === 0,
      () => false,
    );
    expect(changed).toBe(may);
    const read = await bookingOf(booking, viewer).then(
      ({ folio }) => folio !== null,
      () => false,
    );
    expect(read).toBe(may);
  });

  test('the front desk neither voids payments nor records refunds', async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    const { folio } = await pay(booking, { amount: 100 });
    const viewer = { ...world.developer.host, role: 'front_desk' as const };
    const id = folio?.payments[0]?.id ?? '';
    await expect(change('folioPaymentVoid', 'ID!', id, viewer)).rejects.toThrow();
    await expect(refund(booking, { amount: 100 }, viewer)).rejects.toThrow();
    expect(await folioOf(booking)).toMatchObject({ paid: 100, refunds: [] });
  });

  test('an app with the scope write_payments may change folios, and counts each of its references once', async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    const viewer = { ...world.app.viewer, scopes: ['read_payments', 'write_payments'] };
    const payment = { amount: 5_000, method: `app:${world.app.slug}`, reference: 'pos-1' };
    expect((await pay(booking, payment, viewer)).folio).toMatchObject({ paid: 5_000 });
    expect((await pay(booking, payment, viewer)).folio).toMatchObject({ paid: 5_000 });
    const bare = { ...world.app.viewer, scopes: ['read_bookings'] };
    await expect(pay(booking, { amount: 100 }, bare)).rejects.toThrow();
  });

  test("another team's booking and entries are missing", async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    const { folio } = await pay(booking, { amount: 100 });
    const viewer = { ...world.developer.host, teamId: world.developer.teamId + 1 };
    expect(await pay(booking, { amount: 100 }, viewer)).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND' }],
    });
    const id = folio?.payments[0]?.id ?? '';
    expect(await change('folioPaymentVoid', 'ID!', id, viewer)).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND' }],
    });
  });

  test("changes to a folio appear in the team's activity", async () => {
    const booking = await sold({ total: 30_000, status: 'confirmed' });
    await addCharge(booking, { kind: 'extra', name: 'Cot', amount: 1_000, taxIds: [] });
    await pay(booking, { amount: 100 });
    const { teamEvents } = await ask<{ teamEvents: { nodes: readonly object[] } }>(
      world.platform,
      world.developer.host,
      '{ teamEvents(first: 2) { nodes { kind subject change } } }',
    );
    expect(teamEvents.nodes).toEqual([
      { kind: 'folio.payment_recorded', subject: booking.reference, change: 'EUR 1.00, cash' },
      { kind: 'folio.charge_added', subject: booking.reference, change: 'Cot: EUR 10.00' },
    ]);
  });
});

// docs/interface/folios.md#disputes
describe('a disputed payment', () => {
  const appViewer = () => ({ ...world.app.viewer, scopes: ['read_payments', 'write_payments'] });
  const report = (
    paymentSessionId: string,
    status: string,
    fields: object = {},
    viewer: Viewer = appViewer(),
  ) =>
    change(
      'paymentDisputeReport',
      'PaymentDisputeReportInput!',
      { paymentSessionId, amount: 20_000, status, reference: 'dp_1', ...fields },
      viewer,
    );
  /** Sells a booking that its guest pays through the app. */
  const paidByApp = async () => {
    const booking = await sold({ total: 30_000 });
    const session = await world.open(booking);
    await world.resolve(session, `pi_${booking.bookingId}`);
    return { booking, session };
  };
  const disputed = async () => {
    const { hostBookings } = await ask<{ hostBookings: { nodes: { reference: string }[] } }>(
      world.platform,
      world.developer.host,
      '{ hostBookings(filter: { disputed: true }, first: 100) { nodes { reference } } }',
    );
    return hostBookings.nodes.map(({ reference }) => reference);
  };
  const codesOf = ({ userErrors }: Pick<Changed, 'userErrors'>) => userErrors.map(({ code }) => code);
  /** Claims the booking's due refund as payments does when refunds start automatically. */
  const startDue = async ({ bookingId }: Placed, entryId: string, paymentSessionId: string) =>
    (
      await ask<{ started: object | null }>(
        world.platform,
        { kind: 'payments', teamId: world.developer.teamId },
        `mutation ($bookingId: ID!, $entryId: ID!, $paymentSessionId: ID!) { started: folioRefundStart(
          bookingId: $bookingId, entryId: $entryId, paymentSessionId: $paymentSessionId) { amount } }`,
        { bookingId: String(bookingId), entryId, paymentSessionId },
      )
    ).started;

  test('no refund of a disputed payment starts, and a lost dispute reverses it once', async () => {
    const { booking, session } = await paidByApp();
    const opened = await report(session, 'open');
    expect(opened.folio?.payments).toMatchObject([{ dispute: { amount: 20_000, status: 'open' } }]);
    expect((await report(session, 'open')).folio?.version, 'a repeated report').toBe(opened.folio?.version);
    expect(await disputed()).toContain(booking.reference);
    expect(codesOf(await openRefund(session, 100))).toEqual(['PAYMENT_DISPUTED']);
    await cancel(booking);
    const [due] = (await folioOf(booking)).refunds;
    expect([due?.amount, due?.status]).toEqual([30_000, 'due']);
    expect(await startDue(booking, due?.id ?? '', session)).toBeNull();

    const lost = await report(session, 'lost');
    expect(lost.folio).toMatchObject({
      paid: 10_000,
      balance: -10_000,
      payments: [
        { amount: 30_000, dispute: { amount: 20_000, status: 'lost' } },
        { amount: -20_000, reference: 'dp_1' },
      ],
      refunds: [{ amount: 10_000, status: 'due' }],
    });
    expect((await report(session, 'lost')).folio?.version).toBe(lost.folio?.version);
    expect((await report(session, 'open')).folio, 'a late report').toEqual(lost.folio);
    expect(codesOf(await report(session, 'won'))).toEqual(['INVALID_TRANSITION']);
    expect(await disputed()).not.toContain(booking.reference);
    expect(codesOf(await openRefund(session, 10_001))).toEqual(['REFUND_TOO_LARGE']);
    expect(codesOf(await openRefund(session, 10_000))).toEqual([]);
    const { teamEvents } = await ask<{ teamEvents: { nodes: readonly { kind: string; change: string }[] } }>(
      world.platform,
      world.developer.host,
      '{ teamEvents(first: 10) { nodes { kind change } } }',
    );
    expect(teamEvents.nodes.filter(({ kind }) => kind === 'folio.dispute_reported')).toEqual([
      { kind: 'folio.dispute_reported', change: 'EUR 200.00, lost' },
      { kind: 'folio.dispute_reported', change: 'EUR 200.00, open' },
    ]);
  });

  test('a payment whose dispute was won can be refunded again, even if the app reports late', async () => {
    const { session } = await paidByApp();
    const won = await report(session, 'won');
    expect(won.folio).toMatchObject({ paid: 30_000, payments: [{ dispute: { status: 'won' } }] });
    expect((await report(session, 'open')).folio).toEqual(won.folio);
    expect(codesOf(await report(session, 'lost'))).toEqual(['INVALID_TRANSITION']);
    expect(codesOf(await openRefund(session, 30_000))).toEqual([]);
  });

  test('only the app that took a payment, with write_payments, reports its dispute', async () => {
    const { booking, session } = await paidByApp();
    const { folio } = await pay(booking, { amount: 100 });
    const own = appViewer();
    for (const viewer of [
      { ...own, teamId: own.teamId + 1 },
      { ...own, appSlug: 'another-app' },
    ]) {
      expect(codesOf(await report(session, 'lost', {}, viewer))).toEqual(['NOT_FOUND']);
    }
    expect(codesOf(await report('nonsense', 'lost'))).toEqual(['NOT_FOUND']);
    expect(codesOf(await report(session, 'open', { amount: 30_001 }))).toEqual(['INVALID']);
    expect(codesOf(await report(session, 'open', { amount: 0 }))).toEqual(['INVALID']);
    await expect(report(session, 'lost', {}, { ...own, scopes: ['read_payments'] })).rejects.toThrow();
    await expect(report(session, 'lost', {}, world.developer.host)).rejects.toThrow();
    expect((await folioOf(booking)).version).toBe(folio?.version);
  });
});

/** Sums of a test's changes to a folio, kept apart from the product's. */
interface Ledger {
  /** The price of the stay, or the fee once it's cancelled. */
  price: number;
  paid: number;
  refunded: number;
  /** Own charges and payments that weren't removed or voided. */
  readonly charges: Map<string, number>;
  readonly payments: Map<string, number>;
  /** Refund sessions that are neither resolved nor rejected. */
  readonly requested: Map<string, number>;
  /** True once a refund was rejected: from then on, an active booking can owe its guest a refund. */
  hasFailedRefund: boolean;
}

const sumOf = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);

/** Compares a folio with what the test did to it. */
async function expectLedger(booking: Placed, ledger: Ledger, isCancelled: boolean): Promise<void> {
  const { folio, refund: back } = await bookingOf(booking);
  const { charges, payments, refunds } = folio;
  const total = ledger.price + sumOf(ledger.charges.values());
  const balance = total - ledger.paid + ledger.refunded;
  expect(folio).toMatchObject({ total, paid: ledger.paid, refunded: ledger.refunded, balance });
  expect(sumOf(charges.map(({ amount }) => amount)), 'charges').toBe(total);
  expect(sumOf(payments.map(({ amount }) => amount)), 'payments').toBe(ledger.paid);
  const open = payments.filter(
    (one) => one.reverses === null && !payments.some((other) => other.reverses === one.id),
  );
  expect(
    open.filter(({ method }) => method === 'other'),
    'nothing was paid elsewhere',
  ).toEqual([]);
  const of = (status: string) =>
    sumOf(refunds.filter((one) => one.status === status).map(({ amount }) => amount));
  const requested = sumOf(ledger.requested.values());
  expect([of('refunded'), of('requested')]).toEqual([ledger.refunded, requested]);
  const owed = Math.max(0, Math.min(ledger.paid, ledger.paid - total) - ledger.refunded - requested);
  if (isCancelled) expect(of('due'), 'what an ended booking owes its guest is due').toBe(owed);
  else
    expect(ledger.hasFailedRefund ? [0, owed] : [0], "an active booking's due refund").toContain(of('due'));
  if (isCancelled) expect(back?.due).toBe(of('due'));
  expect(of('refunded') + of('requested') + of('due')).toBeLessThanOrEqual(ledger.paid);
}

/** Applies random changes to a booking, three at once, and compares its folio after each step. */
async function changeAtRandom(
  chance: Chance,
  booking: Placed,
  ledger: Ledger,
  alone: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const { price } = ledger;
  const isDone = ({ userErrors }: Changed) => userErrors.length === 0;
  const charge = async (kind: string, amount: number) => {
    const name = `${kind} ${chance.below(1_000_000)}`;
    const { folio } = await addCharge(booking, { kind, name, amount, taxIds: [] });
    const added = folio?.charges.find((one) => one.name === name);
    if (added) ledger.charges.set(added.id, amount);
  };
  const cash = async (amount: number) => {
    const reference = `cash ${chance.below(1_000_000)}`;
    const { folio } = await pay(booking, { amount, reference });
    const paid = folio?.payments.find((one) => one.reference === reference);
    if (!paid) return;
    ledger.paid += amount;
    ledger.payments.set(paid.id, amount);
  };
  const giveBack = async (amount: number) => {
    if (isDone(await refund(booking, { amount }))) ledger.refunded += amount;
  };
  const remove = async () => {
    const id = chance.pick([...ledger.charges.keys()]) ?? '';
    if (isDone(await removeCharge(id))) ledger.charges.delete(id);
  };
  const cancelPayment = async () => {
    const id = chance.pick([...ledger.payments.keys()]) ?? '';
    if (isDone(await voidPayment(id)) && ledger.payments.has(id)) {
      ledger.paid -= ledger.payments.get(id) ?? 0;
      ledger.payments.delete(id);
    }
  };
  for (let step = 0; step < 6; step++) {
    const amount = 1 + chance.below(price);
    const one = () =>
      chance.pick([
        () => charge('extra', amount),
        () => charge('adjustment', -amount),
        remove,
        () => cash(amount),
        () => cash(amount),
        cancelPayment,
        () => giveBack(1 + chance.below(amount)),
        () => giveBack(amount),
      ])();
    await Promise.all([one(), one(), one()]);
    if (chance.below(2) === 0) await chance.pick(alone)();
    await expectLedger(booking, ledger, (await bookingOf(booking)).status === 'cancelled');
  }
}

const newLedger = (price: number): Ledger => ({
  price,
  paid: 0,
  refunded: 0,
  charges: new Map(),
  payments: new Map(),
  requested: new Map(),
  hasFailedRefund: false,
});

describe('random folios', () => {
  test.each(['EUR', 'JPY', 'KWD'])(
    'a folio in %s contains what was done to it, and its refunds never exceed what was paid',
    async (currency) => {
      const chance = chanceOf(SEED + currency.charCodeAt(0));
      for (let run = 0; run < tries(6); run++) {
        const price = 1 + chance.below(100_000);
        const refundPercent = chance.pick([0, 33, 50, 100]);
        const status = chance.pick(['held', 'confirmed'] as const);
        const booking = await sold({ total: price, currency, refundPercent, status });
        const ledger = newLedger(price);
        const sessions: { readonly id: string; readonly amount: number }[] = [];
        const payByApp = async () => {
          const id = await world.open(booking).catch(() => null);
          if (id === null) return;
          const before = (await folioOf(booking)).paid;
          await world.resolve(id);
          const amount = (await folioOf(booking)).paid - before;
          ledger.paid += amount;
          sessions.push({ id, amount });
        };
        const refundByApp = async () => {
          const session = chance.pick(sessions);
          if (!session) return;
          const amount = 1 + chance.below(session.amount);
          const { refundSession } = await openRefund(session.id, amount);
          if (refundSession) ledger.requested.set(refundSession.id, amount);
        };
        const answerApp = async () => {
          const id = chance.pick([...ledger.requested.keys()]);
          if (id === undefined) return;
          const isResolved = chance.below(3) > 0;
          await answer(
            isResolved
              ? `refundSessionResolve(id: "${id}", reference: "re_${id}")`
              : `refundSessionReject(id: "${id}", reason: { code: "no", message: "No." })`,
          );
          await eventually(
            () => folioOf(booking),
            ({ refunds }) => refunds.some((one) => one.refundSessionId === id && one.status !== 'requested'),
          );
          if (isResolved) ledger.refunded += ledger.requested.get(id) ?? 0;
          else ledger.hasFailedRefund = true;
          ledger.requested.delete(id);
        };
        const cancelOnce = async () => {
          const { status: was } = await bookingOf(booking);
          if (was !== 'held' && was !== 'confirmed') return;
          const credit = sumOf([...ledger.charges.values()].filter((amount) => amount < 0));
          const fee = price - basisPointsOf(price, refundPercent * 100);
          await cancel(booking);
          ledger.price = was === 'held' ? 0 : Math.min(fee, Math.max(0, price + credit));
          ledger.charges.clear();
        };
        const alone = [payByApp, payByApp, refundByApp, refundByApp, answerApp, answerApp, cancelOnce];
        await changeAtRandom(chance, booking, ledger, alone);
      }
    },
  );

  test('a folio whose stay changes contains its new price and what else was done to it', async () => {
    const chance = chanceOf(SEED);
    for (let run = 0; run < tries(4); run++) {
      const day = 440 + 8 * run;
      const { booking, total } = await enter(day);
      const ledger = newLedger(total);
      await voidPayment((await folioOf(booking)).payments[0]?.id ?? '');
      const change = async () => {
        await restay(booking, { checkOut: daysAhead(day + 1 + chance.below(4)) });
        const { total: price, folio } = await bookingOf(booking);
        const dropped = folio.charges.filter(({ kind }) => kind === 'cancellation');
        ledger.price = price + sumOf(dropped.map(({ amount }) => amount));
      };
      await changeAtRandom(chance, booking, ledger, [change]);
    }
  });
});
