import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { mailRefund } from '#subgraphs/apps/emails/commands/mail-refund.ts';
import { startRefund } from '#subgraphs/payments/commands/start-refund.ts';
import { ask, contextOf } from '../support/developer.ts';
import { FORM, openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { eventually } from '../support/task-world.ts';

// Guests cancel their booking on its page (docs/interface/bookings.md#cancelling-by-guests).

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.close());

const sql = (text: string, values: readonly unknown[]) => world.platform.database.query(text, values);

const setStorefront = (change: Readonly<Record<string, unknown>>) =>
  ask(
    world.platform,
    world.developer.host,
    'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    { input: { id: '1', ...change } },
  );

/** Places a booking, then sets its price, its payments and its terms. */
async function sold({
  total,
  paid = 0,
  refundPercent = 100,
  status = 'confirmed',
}: {
  readonly total: number;
  readonly paid?: number;
  readonly refundPercent?: number;
  readonly status?: 'held' | 'confirmed';
}): Promise<Placed> {
  const booking = await world.place();
  const cancellation = {
    tiers: [],
    afterLast: { refundPercent, feeNights: null, feeAmount: null },
    timeOfDay: '18:00',
  };
  await sql(
    `UPDATE checkout.bookings SET currency = 'EUR', total = $2, due_now = $2, paid = $3, status = $4, totals = $5, lines = $6 WHERE id = $1`,
    [
      booking.bookingId,
      total,
      paid,
      status,
      JSON.stringify([
        { kind: 'subtotal', label: 'Accommodation', amount: total },
        { kind: 'total', label: 'Total', amount: total },
      ]),
      JSON.stringify([
        { unitTypeId: 7, title: 'Room', quantity: 1, subtotal: total, nightly: [], cancellation },
      ]),
    ],
  );
  return booking;
}

const setTerms = ({ bookingId }: Placed, refundPercent: number) =>
  sql(
    `UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, '{0,cancellation,afterLast,refundPercent}', $2::text::jsonb) WHERE id = $1`,
    [bookingId, String(refundPercent)],
  );

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';

const open = ({ path }: Placed, language = 'en') =>
  world.guest.get(`${path}/cancel`, { accept: 'text/html', 'accept-language': language });

/** Sends the form of a cancel page as a browser does. */
const send = ({ path }: Placed, page: string, given: Readonly<Record<string, string>> = {}) =>
  world.guest.send(
    'POST',
    `${path}/cancel`,
    FORM,
    `${new URLSearchParams({ csrf_token: hidden(page, 'csrf_token'), refund: hidden(page, 'refund'), ...given })}`,
  );

const FIELDS = `status cancellation { by { kind } at reason fee refundDue refunded }
  folio { total paid balance charges { kind amount reverses } refunds { status amount } }`;

interface View {
  readonly status: string;
  readonly cancellation: Readonly<Record<string, unknown>> | null;
  readonly folio: { readonly total: number; readonly paid: number; readonly balance: number };
}

const bookingOf = async ({ bookingId }: Placed): Promise<View> =>
  (
    await ask<{ booking: View }>(
      world.platform,
      world.developer.host,
      `query($id: ID!) { booking(id: $id) { ${FIELDS} } }`,
      { id: String(bookingId) },
    )
  ).booking;

const pageOf = ({ path }: Placed, language = 'en') =>
  world.guest.get(path, { accept: 'text/html', 'accept-language': language });

describe('cancelling by guests', () => {
  test('a guest cancels a paid booking, and sending the form again changes nothing', async () => {
    const booking = await sold({ total: 40_000, paid: 40_000 });
    expect((await pageOf(booking)).text).toContain(`${booking.path}/cancel`);
    const { text } = await open(booking);
    expect(text).toContain('EUR 400.00');
    const answers = [
      await send(booking, text, { reason: 'My plans changed.' }),
      await send(booking, text, { reason: 'Again.' }),
    ];
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, booking.path]);
    }
    expect(await bookingOf(booking)).toMatchObject({
      status: 'cancelled',
      cancellation: {
        by: { kind: 'guest' },
        reason: 'My plans changed.',
        fee: 0,
        refundDue: 40_000,
        refunded: 0,
      },
      folio: { total: 0, refunds: [{ status: 'due', amount: 40_000 }] },
    });
    const after = (await pageOf(booking)).text;
    expect(after).toContain('you cancelled this booking');
    expect(after).toContain('EUR 400.00 is due back to you');
    expect(after).not.toContain(`${booking.path}/cancel`);
    expect((await open(booking)).status).toBe(303);
    const money = { paid: 40_000, fee: 0, refund: 40_000, owed: 0 };
    await expect
      .poll(() =>
        sql(
          `SELECT DISTINCT template, params -> 'cancellation' AS cancellation FROM apps.mails
           WHERE booking_id = $1 AND template LIKE '%-cancelled' ORDER BY template`,
          [booking.bookingId],
        ),
      )
      .toEqual([
        { template: 'guest-cancelled', cancellation: { byGuest: true, ...money } },
        { template: 'host-cancelled', cancellation: { byGuest: true, ...money } },
      ]);
  });

  test.each([
    ['en', 'nothing is refunded'],
    ['de', 'es wird nichts erstattet'],
    ['fr', 'rien n’est remboursé'],
    ['es', 'no se reembolsa nada'],
    ['it', 'non viene rimborsato nulla'],
    ['nl', 'er wordt niets terugbetaald'],
  ])('a page promises no money if the terms give nothing back: %s', async (language, sentence) => {
    const booking = await sold({ total: 48_000, paid: 48_000, refundPercent: 0 });
    const { text } = await open(booking, language);
    expect((await send(booking, text)).status).toBe(303);
    expect(await bookingOf(booking)).toMatchObject({
      cancellation: { fee: 48_000, refundDue: 0 },
      folio: { total: 48_000, paid: 48_000, balance: 0, refunds: [] },
    });
    expect((await pageOf(booking, language)).text).toContain(sentence);
  });

  test('a guest who paid nothing still owes the fee', async () => {
    const booking = await sold({ total: 30_000, refundPercent: 50 });
    const { text } = await open(booking);
    expect((await send(booking, text)).status).toBe(303);
    expect(await bookingOf(booking)).toMatchObject({
      cancellation: { fee: 15_000, refundDue: 0, refunded: 0 },
      folio: { total: 15_000, paid: 0, balance: 15_000, refunds: [] },
    });
    expect((await pageOf(booking)).text).toContain('EUR 150.00 is still owed');
  });

  test('an unpaid hold is released without a fee', async () => {
    const booking = await sold({ total: 30_000, refundPercent: 50, status: 'held' });
    const { text } = await open(booking);
    expect((await send(booking, text)).status).toBe(303);
    expect(await bookingOf(booking)).toMatchObject({
      cancellation: { fee: 0, refundDue: 0 },
      folio: { total: 0, balance: 0 },
    });
  });
});

describe('refused cancellations by guests', () => {
  test('nothing is cancelled if less would be refunded than the page showed, until the guest confirms again', async () => {
    const booking = await sold({ total: 40_000, paid: 40_000 });
    const first = await open(booking);
    await setTerms(booking, 0);
    const again = await send(booking, first.text);
    expect(again.status).toBe(422);
    expect(again.text).toContain('The amounts have changed');
    expect((await bookingOf(booking)).status).toBe('confirmed');
    expect((await send(booking, again.text)).status).toBe(303);
    expect(await bookingOf(booking)).toMatchObject({ cancellation: { fee: 40_000, refundDue: 0 } });
  });

  test.each([
    ['a token of another booking', { csrf_token: 'AAAA' }, 403],
    ['no amount', { refund: '' }, 422],
    ['a reason that is too long', { reason: 'x'.repeat(501) }, 422],
    ['a card number as the reason', { reason: 'My card is 4242 4242 4242 4242' }, 422],
  ])('a form with %s cancels nothing', async (_name, given, status) => {
    const booking = await sold({ total: 10_000, paid: 10_000 });
    const { text } = await open(booking);
    expect((await send(booking, text, given)).status).toBe(status);
    expect((await bookingOf(booking)).status).toBe('confirmed');
  });

  test('a site without cancelling shows contact details instead, and forms get 404', async () => {
    const booking = await sold({ total: 10_000, paid: 10_000 });
    const { text } = await open(booking);
    const set = (guestCancellation: boolean) => setStorefront({ guestCancellation });
    await set(false);
    const off = await open(booking);
    const refused = await send(booking, text);
    await set(true);
    expect([off.status, off.text.includes('<form method="post"'), refused.status]).toEqual([200, false, 404]);
    expect(off.text).toContain('To cancel this booking, contact');
    expect((await bookingOf(booking)).status).toBe('confirmed');
  });
});

test("simultaneous cancellations, beside a host's and a payment, leave one outcome", async () => {
  const booking = await sold({ total: 40_000, refundPercent: 50, status: 'held' });
  const { text } = await open(booking);
  const id = await world.open(booking);
  const cancelByHost = () =>
    ask(
      world.platform,
      world.developer.host,
      'mutation($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }',
      { id: String(booking.bookingId) },
    );
  await Promise.all([
    ...Array.from({ length: 10 }, () => send(booking, text)),
    cancelByHost(),
    world.resolve(id),
    ...Array.from({ length: 10 }, () => send(booking, text)),
  ]);
  const { status, folio, cancellation } = await bookingOf(booking);
  expect(status).toBe('cancelled');
  const rows = await sql(
    `SELECT count(*)::int AS n FROM checkout.folio_entries WHERE booking_id = $1 AND kind = 'cancellation'`,
    [booking.bookingId],
  );
  expect(rows).toEqual([{ n: cancellation?.fee === 0 ? 0 : 1 }]);
  expect(folio.total).toBe(cancellation?.fee);
});

// docs/interface/payments.md#automatic-refunds
/** The payments that the email to the guest about a refund lists. */
async function paymentsInMail(refundSessionId: string) {
  const [mail] = await world.platform.database.query<{ payments: { amount: number; date: string }[] | null }>(
    `SELECT params->'receipt'->'payments' AS payments FROM apps.mails WHERE key = $1`,
    [`refunded/${refundSessionId}/guest`],
  );
  return mail?.payments;
}

describe('automatic refunds', () => {
  /** Sells a booking that its guest pays through the app. */
  const paidByApp = async (refundPercent = 100) => {
    const booking = await sold({ total: 40_000, refundPercent, status: 'held' });
    const session = await world.open(booking);
    await world.resolve(session, `pi_${booking.bookingId}`);
    return { booking, session };
  };
  const callsFor = (session: string) =>
    world.server.calls.filter(({ body }) => body.refund_session?.payment_session_id === session);
  const refundsOf = async ({ bookingId }: Placed) => {
    const { booking } = await ask<{ booking: { folio: { refunds: { status: string; amount: number }[] } } }>(
      world.platform,
      world.developer.host,
      'query ($id: ID!) { booking(id: $id) { folio { refunds { status amount } } } }',
      { id: String(bookingId) },
    );
    return booking.folio.refunds;
  };
  const toPayBack = async () => {
    const { hostBookings } = await ask<{ hostBookings: { nodes: { reference: string }[] } }>(
      world.platform,
      world.developer.host,
      '{ hostBookings(filter: { refundDue: true }, first: 100) { nodes { reference } } }',
    );
    return hostBookings.nodes.map(({ reference }) => reference);
  };
  const cancel = async (booking: Placed) => {
    expect((await send(booking, (await open(booking)).text)).status).toBe(303);
  };

  test('the refund due after a cancellation starts once, however often the event arrives', async () => {
    const { booking, session } = await paidByApp(50);
    await cancel(booking);
    const [entry] = await sql(
      `SELECT id FROM checkout.folio_entries WHERE booking_id = $1 AND entry = 'refund'`,
      [booking.bookingId],
    );
    const event = {
      teamId: world.developer.teamId,
      bookingId: booking.bookingId,
      storefrontId: 1,
      entryId: (entry as { id: string }).id,
      paymentSessionId: session,
      cause: 'cancellation',
    } as const;
    const ctx = contextOf(world.platform);
    await Promise.all(Array.from({ length: 6 }, () => startRefund(ctx, event)));
    await eventually(
      () => Promise.resolve(callsFor(session)),
      ({ length }) => length > 0,
    );
    await startRefund(ctx, event);
    expect(await refundsOf(booking)).toEqual([{ status: 'requested', amount: 20_000 }]);
    expect(callsFor(session).map(({ body }) => body.refund_session.amount)).toEqual(['200.00']);
    expect(await toPayBack()).not.toContain(booking.reference);
  });

  /** Sells a booking that its guest pays through the app in two parts. */
  const paidInParts = async (deposit: number, refundPercent = 100) => {
    const booking = await sold({ total: 40_000, refundPercent, status: 'held' });
    const payUpTo = async (dueNow: number) => {
      await sql(`UPDATE checkout.bookings SET due_now = $2 WHERE id = $1`, [booking.bookingId, dueNow]);
      const session = await world.open(booking);
      await world.resolve(session, `pi_${dueNow}_${booking.bookingId}`);
      return session;
    };
    const first = await payUpTo(deposit);
    return { booking, first, second: await payUpTo(40_000) };
  };
  const refundedBy = (session: string) => callsFor(session).map(({ body }) => body.refund_session.amount);

  test('a refund that exceeds every payment is divided between them, latest first', async () => {
    const { booking, first, second } = await paidInParts(15_000, 75);
    await cancel(booking);
    await eventually(
      () => Promise.resolve([...callsFor(first), ...callsFor(second)]),
      ({ length }) => length > 1,
    );
    expect([refundedBy(second), refundedBy(first)]).toEqual([['250.00'], ['50.00']]);
    expect(await refundsOf(booking)).toEqual(
      expect.arrayContaining([
        { status: 'requested', amount: 25_000 },
        { status: 'requested', amount: 5_000 },
      ]),
    );
    expect(await toPayBack()).not.toContain(booking.reference);
  });

  test('money paid otherwise stays due for a person after the payments are refunded', async () => {
    const { booking, session } = await paidByApp();
    await sql(`UPDATE checkout.bookings SET total = 50000, paid = paid + 10000 WHERE id = $1`, [
      booking.bookingId,
    ]);
    await cancel(booking);
    await eventually(
      () => Promise.resolve(callsFor(session)),
      ({ length }) => length > 0,
    );
    expect(refundedBy(session)).toEqual(['400.00']);
    expect(await refundsOf(booking)).toEqual(
      expect.arrayContaining([
        { status: 'requested', amount: 40_000 },
        { status: 'due', amount: 10_000 },
      ]),
    );
    expect(await toPayBack()).toContain(booking.reference);
    const [rest] = await sql(
      `SELECT method, payment_session_id AS payment FROM checkout.folio_entries WHERE booking_id = $1 AND status = 'due'`,
      [booking.bookingId],
    );
    expect(rest, 'not the payment that was refunded').toEqual({ method: 'other', payment: null });
  });

  test('a refund that the app fails becomes due for a person, and does not start again', async () => {
    const { booking, session } = await paidByApp();
    await cancel(booking);
    const [call] = await eventually(
      () => Promise.resolve(callsFor(session)),
      ({ length }) => length > 0,
    );
    await ask(
      world.platform,
      world.app.viewer,
      'mutation ($id: ID!) { refundSessionReject(id: $id, reason: { code: "no", message: "No." }) { userErrors { code } } }',
      { id: call?.body.refund_session.id },
    );
    await eventually(
      () => refundsOf(booking),
      (refunds) => refunds.some(({ status }) => status === 'due'),
    );
    expect(await toPayBack()).toContain(booking.reference);
    expect(callsFor(session)).toHaveLength(1);
  });

  test('a refund that fails after it was made is due again, and both sides are told', async () => {
    const { booking, session } = await paidByApp();
    await cancel(booking);
    const [call] = await eventually(
      () => Promise.resolve(callsFor(session)),
      ({ length }) => length > 0,
    );
    const { id } = call?.body.refund_session ?? {};
    const report = async (mutation: string, given: string) => {
      const { done } = await ask<{ done: { userErrors: unknown[] } }>(
        world.platform,
        world.app.viewer,
        `mutation { done: ${mutation}(id: "${id}", ${given}) { userErrors { code } } }`,
      );
      return done.userErrors;
    };
    await report('refundSessionResolve', 'reference: "re_1"');
    await expect.poll(() => refundsOf(booking)).toEqual([{ status: 'refunded', amount: 40_000 }]);
    expect((await pageOf(booking)).text).toContain('EUR 400.00 was refunded');
    await expect
      .poll(async () => (await paymentsInMail(String(id)))?.map(({ amount }) => amount))
      .toEqual([40_000, -40_000]);

    const reason = 'reason: { code: "account_closed", message: "The account is closed." }';
    expect(await report('refundSessionReject', reason)).toEqual([{ code: 'INVALID_TRANSITION' }]);
    expect(await report('refundSessionFail', reason)).toEqual([]);
    expect(await report('refundSessionFail', reason), 'a repetition').toEqual([]);
    await expect
      .poll(() => refundsOf(booking))
      .toEqual([
        { status: 'failed', amount: 40_000 },
        { status: 'due', amount: 40_000 },
      ]);
    const { folio } = await ask<{ booking: { folio: Readonly<Record<string, number>> } }>(
      world.platform,
      world.developer.host,
      'query ($id: ID!) { booking(id: $id) { folio { refunded balance refundable } } }',
      { id: String(booking.bookingId) },
    ).then((found) => found.booking);
    expect(folio).toEqual({ refunded: 0, balance: -40_000, refundable: 40_000 });
    expect(await toPayBack()).toContain(booking.reference);
    const { text } = await pageOf(booking);
    expect(text).toMatch(/A refund of EUR 400\.00 failed on .*EUR 400\.00 is due back to you/s);
    expect(text).not.toContain('was refunded');
    await expect
      .poll(() =>
        sql(
          `SELECT DISTINCT template FROM apps.mails WHERE booking_id = $1 AND template LIKE '%-refund%' ORDER BY 1`,
          [booking.bookingId],
        ),
      )
      .toEqual([
        { template: 'guest-refund-failed' },
        { template: 'guest-refunded' },
        { template: 'host-refund-failed' },
      ]);
  });

  test("the email about a refund lists it even if the folio doesn't have it yet", async () => {
    const { booking, session } = await paidByApp();
    const ctx = contextOf(world.platform);
    const { teamId } = world.developer;
    const refundSessionId = newUuid();
    await mailRefund(ctx, {
      teamId: Number(teamId),
      bookingId: booking.bookingId,
      refundSessionId,
      paymentSessionId: session,
      status: 'RESOLVED',
      at: '2030-05-01T22:30:00Z',
      amount: 12_000,
      method: 'other',
      reference: null,
    });
    const ahead = await paymentsInMail(refundSessionId);
    expect(ahead?.map(({ amount }) => amount)).toEqual([40_000, -12_000]);
    expect(ahead?.at(-1)).toEqual({ date: '2030-05-02', method: 'other', amount: -12_000 });
  });

  test('a refund stays due for a person without automatic refunds, or for money paid otherwise', async () => {
    const set = (automaticRefunds: boolean) => setStorefront({ automaticRefunds });
    await set(false);
    const { booking, session } = await paidByApp();
    await cancel(booking);
    const { booking: later, session: next } = await paidByApp();
    await set(true);
    await cancel(later);
    await eventually(
      () => Promise.resolve(callsFor(next)),
      ({ length }) => length > 0,
    );
    const cash = await sold({ total: 10_000, paid: 10_000 });
    await cancel(cash);
    expect(await refundsOf(booking)).toEqual([{ status: 'due', amount: 40_000 }]);
    expect(callsFor(session)).toEqual([]);
    expect(await toPayBack()).toEqual(expect.arrayContaining([booking.reference, cash.reference]));
  });

  /** Reads what cancelling would cost now, and the payment apps that can refund. */
  const costOf = async ({ bookingId }: Placed, waiveFee = false) => {
    const { booking } = await ask<{
      booking: {
        cancelQuote: Readonly<Record<string, number | null>> | null;
        paymentSessions: { appRefunds: boolean }[];
      };
    }>(
      world.platform,
      world.developer.host,
      `query ($id: ID!, $waiveFee: Boolean!) { booking(id: $id) {
        cancelQuote(waiveFee: $waiveFee) { fee refund owed } paymentSessions { appRefunds } } }`,
      { id: String(bookingId), waiveFee },
    );
    return [booking.cancelQuote, booking.paymentSessions.map(({ appRefunds }) => appRefunds)];
  };
  const cancelByHost = ({ bookingId }: Placed, input: object) =>
    ask(
      world.platform,
      world.developer.host,
      'mutation ($input: BookingCancelInput!) { bookingCancel(input: $input) { userErrors { code } } }',
      { input: { id: String(bookingId), ...input } },
    );

  test('a host who cancels without an automatic refund requests a part of it from the app', async () => {
    const { booking, session } = await paidByApp(50);
    expect(await costOf(booking)).toEqual([{ fee: 20_000, refund: 20_000, owed: 0 }, [true]]);
    await cancelByHost(booking, { automaticRefund: false });
    expect(await refundsOf(booking)).toEqual([{ status: 'due', amount: 20_000 }]);
    expect(await costOf(booking)).toEqual([null, [true]]);
    await ask(
      world.platform,
      world.developer.host,
      'mutation ($input: RefundSessionOpenInput!) { refundSessionOpen(input: $input) { userErrors { code } } }',
      { input: { paymentSessionId: session, amount: 15_000, reason: 'The booking was cancelled.' } },
    );
    await eventually(
      () => Promise.resolve(callsFor(session)),
      ({ length }) => length > 0,
    );
    expect(callsFor(session).map(({ body }) => body.refund_session.amount)).toEqual(['150.00']);
    expect(await refundsOf(booking)).toEqual([
      { status: 'due', amount: 5_000 },
      { status: 'requested', amount: 15_000 },
    ]);
  });

  test('a host who waives the fee of a cancellation owes the guest everything that was paid', async () => {
    const booking = await sold({ total: 40_000, paid: 30_000, refundPercent: 0 });
    expect(await costOf(booking)).toEqual([{ fee: 40_000, refund: 0, owed: 10_000 }, []]);
    expect(await costOf(booking, true)).toEqual([{ fee: 0, refund: 30_000, owed: 0 }, []]);
    await cancelByHost(booking, { waiveFee: true });
    expect(await bookingOf(booking)).toMatchObject({
      cancellation: { fee: 0, refundDue: 30_000 },
      folio: { total: 0, balance: -30_000, refunds: [{ status: 'due', amount: 30_000 }] },
    });
  });

  test('a change that leaves the booking overpaid starts the refund of the difference', async () => {
    await setStorefront({ guestChanges: 'instant' });
    const booking = await world.place({ nights: 3 });
    const session = await world.open(booking);
    await world.resolve(session, `pi_${booking.bookingId}`);
    const path = `${booking.path}/change`;
    const { text } = await world.guest.get(path, { accept: 'text/html' });
    const checkOut = /name="check_out"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? '';
    const wanted = {
      csrf_token: hidden(text, 'csrf_token'),
      check_out: Temporal.PlainDate.from(checkOut).subtract({ days: 1 }).toString(),
    };
    const change = (given: Readonly<Record<string, string>>) =>
      world.guest.send('POST', path, FORM, `${new URLSearchParams({ ...wanted, ...given })}`);
    const quote = await change({});
    expect((await change({ fingerprint: hidden(quote.text, 'fingerprint') })).status).toBe(303);
    const { folio } = await bookingOf(booking);
    const over = folio.paid - folio.total;
    expect(over).toBeGreaterThan(0);
    await eventually(
      () => Promise.resolve(callsFor(session)),
      ({ length }) => length > 0,
    );
    expect(await refundsOf(booking)).toEqual([{ status: 'requested', amount: over }]);
  });
});
