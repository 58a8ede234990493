import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { ask, type Developer } from '../support/developer.ts';
import { onTeamOf } from '../support/payment-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Chance, chanceOf, SEED, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/bookings.md#changes-by-guests: a guest changes their stay on the booking's page.

let platform: TestPlatform;
let host: Developer['host'];
let guest: StorefrontHttp;
let storefrontId: string;
let propertyId: string;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1S' });
  ({ host } = await onTeamOf(platform, 'lakeside.localhost'));
  guest = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  const found = await run<{ storefronts: { id: string; domain: string }[] }>('{ storefronts { id domain } }');
  storefrontId = found.storefronts.find(({ domain }) => domain === 'lakeside.localhost')?.id ?? '';
  propertyId = await addProperty('EUR');
  await offer('instant');
});
afterAll(async () => {
  await guest.close();
  await platform.close();
});

const run = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> =>
  ask<T>(platform, host, text, variables);

const offer = (guestChanges: string) =>
  run(
    'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    {
      input: { id: storefrontId, guestChanges },
    },
  );

const addProperty = async (currency: string): Promise<string> => {
  const { made } = await run<{ made: { property: { id: string } } }>(
    'mutation ($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { property { id } } }',
    {
      input: {
        name: `Seehof ${currency}`,
        currency,
        timeZone: 'Europe/Zurich',
        address: { locality: 'Brienz', country: 'CH' },
      },
    },
  );
  return made.property.id;
};

/** Creates a unit type at 100.00 a night. */
async function sell({ units = 1, at = propertyId } = {}): Promise<string> {
  const text =
    'mutation ($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id } } }';
  const input = { propertyId: at, name: 'Lake room', maxGuests: 4, units, baseRate: 10_000 };
  return (await run<{ made: { unitType: { id: string } } }>(text, { input })).made.unitType.id;
}

const price = (unitTypeId: string, rate: number) =>
  run(
    'mutation ($updates: [RatesUpdateEntry!]!) { ratesUpdate(input: { updates: $updates }) { userErrors { code } } }',
    { updates: [{ unitTypeId, from: daysAhead(0), until: daysAhead(200), rate }] },
  );

interface Booked {
  readonly id: string;
  readonly path: string;
}

/** Books a stay, paid elsewhere. */
async function book(unitTypeId: string, from: number, to: number): Promise<Booked> {
  const { made } = await run<{ made: { booking: { id: string; permalinkId: string } } }>(
    'mutation ($input: BookingCreateInput!) { made: bookingCreate(input: $input) { booking { id permalinkId } } }',
    {
      input: {
        unitTypeId,
        checkIn: daysAhead(from),
        checkOut: daysAhead(to),
        adults: 2,
        guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
        payment: 'paid',
      },
    },
  );
  return { id: made.booking.id, path: `/bookings/${made.booking.permalinkId}/change` };
}

/** Sets the cancellation terms under which a booking was sold: free until `days` days before, then nothing back. */
const soldUnder = ({ id }: Booked, days: number) => {
  const cost = { refundPercent: null, feeNights: null, feeAmount: null };
  const terms = {
    tiers: [{ ...cost, hoursBefore: days * 24, refundPercent: 100 }],
    afterLast: { ...cost, refundPercent: 0 },
    timeOfDay: '00:00',
  };
  return platform.database.query(
    `UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, '{0,cancellation}', $2::jsonb) WHERE id = $1`,
    [Number(id), JSON.stringify(terms)],
  );
};

interface Folio {
  readonly total: number;
  readonly paid: number;
  readonly balance: number;
  readonly charges: readonly { kind: string; amount: number; reverses: string | null }[];
  readonly payments: readonly { amount: number }[];
  readonly refunds: readonly { status: string; amount: number }[];
}

const stateOf = async ({ id }: Booked) => {
  const { booking } = await run<{
    booking: {
      checkIn: string;
      checkOut: string;
      total: number;
      version: number;
      status: string;
      arrivalTime: string | null;
      cancellation: { refundDue: number | null } | null;
      folio: Folio;
    };
  }>(
    `query ($id: ID!) { booking(id: $id) { checkIn checkOut total version status arrivalTime cancellation { refundDue }
      folio { total paid balance charges { kind amount reverses } payments { amount }
        refunds { status amount } } } }`,
    { id },
  );
  return booking;
};

/** Units confirmed on the nights `from` to `to` days from now. */
const taken = async (unitTypeId: string, from: number, to: number) =>
  (
    await platform.database.query<{ confirmed: number }>(
      'SELECT confirmed FROM catalog.night WHERE unit_type_id = $1 AND night >= $2 AND night < $3 ORDER BY night',
      [Number(unitTypeId), daysAhead(from), daysAhead(to)],
    )
  ).map(({ confirmed }) => confirmed);

const HTML = { accept: 'text/html' };
const FORM = { ...HTML, 'content-type': 'application/x-www-form-urlencoded' };

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

/** Opens the page and returns a function that sends its form. */
async function open({ path }: Booked) {
  const page = await guest.get(path, HTML);
  const token = hidden(page.text, 'csrf_token');
  const send = (fields: Readonly<Record<string, string>>) =>
    guest.send('POST', path, FORM, `${new URLSearchParams({ csrf_token: token, ...fields })}`);
  return { page, send };
}

const dates = (from: number, to: number) => ({ check_in: daysAhead(from), check_out: daysAhead(to) });

/** Asks for the price of new dates and returns the figures on the page, and the form that confirms them. */
async function quote(booking: Booked, from: number, to: number) {
  const { send } = await open(booking);
  const shown = await send(dates(from, to));
  const fingerprint = hidden(shown.text, 'fingerprint');
  return { shown, confirm: () => send({ ...dates(from, to), fingerprint }), send, fingerprint };
}

const figure = (text: string, label: string) =>
  new RegExp(`<th scope="row">${label}</th><td>([^<]+)</td>`).exec(text)?.[1];

/** Sells a booking under random cancellation terms. */
const soldUnderAny = ({ id }: Booked, { below, pick }: Chance) => {
  const none = { refundPercent: null, feeNights: null, feeAmount: null };
  const cost = () =>
    pick([
      { ...none, refundPercent: below(101) },
      { ...none, feeNights: 1 + below(3) },
      { ...none, feeAmount: below(30_000) },
    ]);
  const tiers = below(2) === 0 ? [] : [{ ...cost(), hoursBefore: 24 * (1 + below(10)) }];
  const terms = { tiers, afterLast: cost(), timeOfDay: '18:00' };
  return platform.database.query(
    `UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, '{0,cancellation}', $2::jsonb) WHERE id = $1`,
    [Number(id), JSON.stringify(terms)],
  );
};

/** Sends one input to a folio's mutation; refusals are part of the story. */
const enter = (field: string, type: string, input: Readonly<Record<string, unknown>>) =>
  run(`mutation ($input: ${type}!) { ${field}(input: $input) { userErrors { code } } }`, { input });

/** Random moves: a change by the guest, money in and out, an adjustment, and rarely a cancellation. */
const MOVES: readonly ((stay: Booked, chance: Chance) => Promise<unknown>)[] = [
  async (stay, { below }) => {
    const from = 1 + below(12);
    const { confirm, fingerprint } = await quote(stay, from, from + 1 + below(4));
    if (fingerprint) await confirm();
  },
  async (stay, { below }) => {
    const from = 1 + below(12);
    const { confirm, fingerprint } = await quote(stay, from, from + 1 + below(4));
    if (fingerprint) await confirm();
  },
  ({ id: bookingId }, { below }) =>
    enter('folioPaymentRecord', 'FolioPaymentRecordInput', {
      bookingId,
      method: 'cash',
      amount: 1 + below(20_000),
    }),
  ({ id: bookingId }, { below }) =>
    enter('folioRefundRecord', 'FolioRefundRecordInput', {
      bookingId,
      method: 'cash',
      amount: 1 + below(9_999),
    }),
  ({ id: bookingId }, { below }) =>
    enter('folioChargeAdd', 'FolioChargeAddInput', {
      bookingId,
      kind: 'adjustment',
      name: 'Bar',
      amount: 1 + below(999),
    }),
  async ({ id }, { below }) => {
    if (below(3) > 0) return;
    await run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id });
  },
];

/** Expects charges − payments + refunds = balance, to the minor unit. */
function expectSums({ total, paid, balance, charges, payments, refunds }: Folio) {
  const sum = (entries: readonly { readonly amount: number }[]) =>
    entries.reduce((all, { amount }) => all + amount, 0);
  const refunded = refunds.filter(({ status }) => status === 'refunded');
  const open = refunds.filter(({ status }) => status !== 'failed');
  expect(sum(charges)).toBe(total);
  expect(sum(payments)).toBe(paid);
  expect(balance, `seed ${SEED}`).toBe(sum(charges) - sum(payments) + sum(refunded));
  expect(sum(open)).toBeLessThanOrEqual(paid);
}

describe('A guest changes their stay', () => {
  test('a longer stay keeps the price of its nights', async () => {
    const room = await sell();
    const { set } = await run<{ set: { tax: { id: string } } }>(
      'mutation ($id: ID!) { set: taxSet(input: { propertyId: $id, name: "VAT", percent: 10 }) { tax { id } } }',
      { id: propertyId },
    );
    const booking = await book(room, 10, 13);
    await price(room, 14_000);
    const { shown, confirm } = await quote(booking, 10, 15);
    expect(shown.status).toBe(200);
    expect(figure(shown.text, 'Accommodation')).toBe('EUR 580.00');
    expect(figure(shown.text, 'New total')).toBe('EUR 638.00');
    expect(figure(shown.text, 'Difference')).toBe('EUR 308.00');
    expect(figure(shown.text, 'To pay')).toBe('EUR 308.00');
    const { version } = await stateOf(booking);
    const sent = await confirm();
    expect(sent.status).toBe(303);
    expect(sent.headers.location).toBe(booking.path.replace('/change', ''));
    const after = await stateOf(booking);
    expect(after).toMatchObject({ checkOut: daysAhead(15), total: 63_800, version: version + 1 });
    expect(after.folio).toMatchObject({ total: 63_800, paid: 33_000, balance: 30_800 });
    expect(await taken(room, 9, 16)).toEqual([0, 1, 1, 1, 1, 1, 0]);
    await run('mutation ($id: ID!) { taxRemove(id: $id) { userErrors { code } } }', { id: set.tax.id });
  });

  test('moving the dates to escape the fee charges the dropped nights, and cancelling later keeps that charge', async () => {
    const room = await sell();
    const booking = await book(room, 1, 3);
    await soldUnder(booking, 7);
    await price(room, 12_000);
    const { shown, confirm } = await quote(booking, 61, 63);
    expect(figure(shown.text, '2 cancelled nights')).toBe('EUR 200.00');
    expect(figure(shown.text, 'Accommodation')).toBe('EUR 240.00');
    expect(figure(shown.text, 'New total')).toBe('EUR 440.00');
    expect(figure(shown.text, 'To pay')).toBe('EUR 240.00');
    expect((await confirm()).status).toBe(303);
    expect((await stateOf(booking)).folio).toMatchObject({ total: 44_000, paid: 20_000, balance: 24_000 });
    const page = (await guest.get(booking.path.replace('/change', ''), HTML)).text;
    expect(figure(page, 'Cancelled nights')).toBe('EUR 200.00');
    expect(page).toContain('EUR 440.00');
    expect(await taken(room, 1, 3)).toEqual([0, 0]);
    await run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id: booking.id });
    const after = await stateOf(booking);
    expect(after.cancellation?.refundDue).toBe(0);
    expect(after.folio).toMatchObject({ total: 20_000, paid: 20_000, balance: 0, refunds: [] });
  });

  test('a change confirmed several times happens once, and an older form changes nothing', async () => {
    const room = await sell();
    const booking = await book(room, 10, 12);
    const { confirm, send } = await quote(booking, 11, 13);
    const older = await quote(booking, 9, 11);
    const mails = () =>
      platform.database.query<{ template: string; recipient: string; before: number }>(
        `SELECT template, recipient, (params -> 'change' ->> 'before')::int AS before FROM apps.mails
         WHERE booking_id = $1 AND template LIKE '%changed'`,
        [Number(booking.id)],
      );
    const { version } = await stateOf(booking);
    const sent = [...(await Promise.all([confirm(), confirm()])), await confirm()];
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    const changed = await stateOf(booking);
    expect(changed).toMatchObject({ checkIn: daysAhead(11), version: version + 1, total: 20_000 });
    expect(await taken(room, 9, 14)).toEqual([0, 0, 1, 1, 0]);

    const written = await eventually(mails, ({ length }) => length > 1);
    const toGuest = written.filter(({ template }) => template === 'guest-changed');
    expect(toGuest).toEqual([{ template: 'guest-changed', recipient: 'ada@example.com', before: 20_000 }]);
    expect(new Set(written.map(({ recipient }) => recipient)).size).toBe(written.length);

    const shown = await older.confirm();
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Nothing was changed.');
    expect(hidden(shown.text, 'fingerprint')).not.toBe(older.fingerprint);
    expect(await stateOf(booking)).toEqual(changed);

    await run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id: booking.id });
    expect((await confirm()).status).toBe(422);
    expect((await send(dates(20, 22))).status).toBe(422);
    expect(await taken(room, 9, 14)).toEqual([0, 0, 0, 0, 0]);
  });

  test('a price that changed since the page is shown again', async () => {
    const room = await sell();
    const booking = await book(room, 10, 12);
    const { confirm } = await quote(booking, 10, 13);
    await price(room, 15_000);
    const again = await confirm();
    expect(again.status).toBe(200);
    expect(figure(again.text, 'New total')).toBe('EUR 350.00');
    expect((await stateOf(booking)).checkOut).toBe(daysAhead(12));
  });

  test('errors are shown at their fields, and nothing changes', async () => {
    const room = await sell();
    const booking = await book(room, 10, 12);
    await book(room, 12, 14);
    const { send } = await open(booking);
    const wrong = async (fields: Readonly<Record<string, string>>) => {
      const { status, text } = await send(fields);
      return { status, fields: [...text.matchAll(/id="(\w+)-fault"/g)].map(([, name]) => name) };
    };
    expect(await wrong(dates(11, 13))).toEqual({ status: 422, fields: ['check_in'] });
    expect(await wrong({ ...dates(10, 12), check_in: 'soon' })).toEqual({
      status: 422,
      fields: ['check_in'],
    });
    expect(await wrong(dates(12, 11))).toEqual({ status: 422, fields: ['check_out'] });
    expect(await wrong(dates(10, 12))).toEqual({ status: 422, fields: ['check_in'] });
    expect(await wrong({ adults: '5' })).toEqual({ status: 422, fields: ['adults'] });
    expect(await wrong({ adults: 'two' })).toEqual({ status: 422, fields: ['adults'] });
    expect(await wrong({ arrival_time: 'noon' })).toEqual({ status: 422, fields: ['arrival_time'] });
    expect((await stateOf(booking)).checkOut).toBe(daysAhead(12));
  });

  test('an arrival time is saved without a new price', async () => {
    const booking = await book(await sell(), 10, 12);
    const { send } = await open(booking);
    const { version } = await stateOf(booking);
    expect((await send({ arrival_time: '16:30' })).status).toBe(303);
    expect(await stateOf(booking)).toMatchObject({ arrivalTime: '16:30', version: version + 1 });
    expect((await open(booking)).page.text).toContain('value="16:30"');
  });

  test('an assigned unit stays if it is free on the new dates', async () => {
    const room = await sell({ units: 2 });
    const [first] = await platform.database.query<{ id: number }>(
      'SELECT id FROM catalog.unit WHERE unit_type_id = $1 ORDER BY place',
      [Number(room)],
    );
    const assign = (bookingId: string) =>
      run(
        'mutation ($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) { userErrors { code } } }',
        { input: { bookingId, unitIds: [String(first?.id)] } },
      );
    const units = async ({ id }: Booked) =>
      (
        await run<{ booking: { lines: { units: object[] }[] } }>(
          'query ($id: ID!) { booking(id: $id) { lines { units { id } } } }',
          { id },
        )
      ).booking.lines[0]?.units.length;
    const [mine, other] = [await book(room, 10, 12), await book(room, 13, 15)];
    await assign(mine.id);
    await assign(other.id);
    await (await quote(mine, 10, 13)).confirm();
    expect(await units(mine)).toBe(1);
    expect((await (await quote(mine, 10, 14)).confirm()).status).toBe(303);
    expect(await units(mine)).toBe(0);
  });

  test.each(['EUR', 'JPY', 'KWD'])('in %s, the folio adds up after any changes', async (currency) => {
    const { below: chance } = chanceOf(SEED);
    const at = await addProperty(currency);
    for (let story = 0; story < tries(2); story++) {
      const room = await sell({ at });
      let [from, to] = [1 + chance(10), 0];
      to = from + 1 + chance(3);
      const booking = await book(room, from, to);
      await soldUnder(booking, 7);
      const sold = new Map(Array.from({ length: to - from }, (_, night) => [from + night, 10_000]));
      const paid = 10_000 * sold.size;
      let [dropped, extras] = [0, 0];
      for (let step = 0; step < 4; step++) {
        const rate = 5_000 + chance(9_999);
        await price(room, rate);
        if (chance(2) === 0) {
          const amount = 1 + chance(999);
          extras += amount;
          await run(
            'mutation ($input: FolioChargeAddInput!) { folioChargeAdd(input: $input) { userErrors { message } } }',
            { input: { bookingId: booking.id, kind: 'adjustment', name: 'Bar', amount } },
          );
        }
        const isLate = from <= 7;
        const next = 1 + chance(12);
        const [wasFrom, wasTo] = [from, to];
        [from, to] = [next, next + 1 + chance(4)];
        if (from === wasFrom && to === wasTo) continue;
        expect((await (await quote(booking, from, to)).confirm()).status).toBe(303);
        for (const [night, amount] of sold) {
          if (night >= from && night < to) continue;
          sold.delete(night);
          if (isLate) dropped += amount;
        }
        for (let night = from; night < to; night++) if (!sold.has(night)) sold.set(night, rate);
        const stay = [...sold.values()].reduce((sum, amount) => sum + amount, 0);
        const { folio, total } = await stateOf(booking);
        expect(total).toBe(stay);
        expect(folio.charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(folio.total);
        expect(folio).toMatchObject({ total: stay + dropped + extras, paid });
        expect(folio.balance).toBe(folio.total - paid);
        const nights = await taken(room, 0, 20);
        expect(nights).toEqual(nights.map((_, night) => Number(night >= from && night < to)));
      }
    }
  });

  test.each(['EUR', 'JPY', 'KWD'])(
    'in %s, charges, payments and refunds add up through random stories, and no night is oversold',
    async (currency) => {
      const chance = chanceOf(SEED);
      const { below, pick } = chance;
      const at = await addProperty(currency);
      for (let story = 0; story < tries(3); story++) {
        const room = await sell({ at });
        const stays = [await book(room, 1, 3), await book(room, 5, 7)];
        for (const stay of stays) await soldUnderAny(stay, chance);
        for (let step = 0; step < 8; step++) {
          const stay = pick(stays);
          await price(room, 5_000 + below(9_999));
          await pick(MOVES)(stay, chance);
          const sold = await Promise.all(stays.map(stateOf));
          for (const { folio } of sold) expectSums(folio);
          const nights = Array.from({ length: 20 }, (_, day) => {
            const night = daysAhead(day);
            return sold.filter(
              ({ status, checkIn, checkOut }) =>
                status === 'confirmed' && checkIn <= night && night < checkOut,
            ).length;
          });
          expect(Math.max(...nights)).toBeLessThanOrEqual(1);
          expect(await taken(room, 0, 20), `seed ${SEED}`).toEqual(nights);
        }
      }
    },
  );

  test('50 simultaneous changes and cancellations leave one outcome', async () => {
    const room = await sell();
    const booking = await book(room, 20, 22);
    const forms = await Promise.all([21, 22, 23, 24].map((from) => quote(booking, from, from + 2)));
    const cancel = () =>
      run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id: booking.id });
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        place % 5 === 4 ? cancel() : forms[place % forms.length]?.confirm(),
      ),
    );
    expect(
      sent.some(
        (answer) => answer && typeof answer === 'object' && 'status' in answer && answer.status === 500,
      ),
    ).toBe(false);
    const { status, folio } = await stateOf(booking);
    expect(status).toBe('cancelled');
    expect(folio.charges.reduce((sum, { amount }) => sum + amount, 0)).toBe(folio.total);
    await eventually(
      () => taken(room, 18, 28),
      (nights) => nights.every((units) => units === 0),
    );
  });

  test('a form from elsewhere is refused, and without the setting there is no page', async () => {
    const booking = await book(await sell(), 10, 12);
    const foreign = { ...dates(10, 13), csrf_token: 'guessed' };
    expect((await guest.send('POST', booking.path, FORM, `${new URLSearchParams(foreign)}`)).status).toBe(
      403,
    );
    const page = booking.path.replace('/change', '');
    expect((await guest.get(page, HTML)).text).toContain(booking.path);
    const { send } = await open(booking);
    await offer('off');
    expect((await guest.get(booking.path, HTML)).status).toBe(404);
    expect((await send(dates(10, 13))).status).toBe(404);
    expect((await guest.get(page, HTML)).text).not.toContain(booking.path);
    await offer('instant');
  });
});

describe('A guest requests a change', () => {
  beforeAll(() => offer('request'));
  afterAll(() => offer('instant'));

  interface Change {
    readonly id: string;
    readonly status: string;
    readonly total: number;
    readonly difference: number;
  }
  const requestsOf = async ({ id }: Booked, status: string | null = null) =>
    (
      await run<{ bookingChangeRequests: readonly Change[] }>(
        `query ($id: ID, $status: BookingChangeRequestStatus) { bookingChangeRequests(bookingId: $id, status: $status) {
          id status checkIn checkOut adults children arrivalTime total difference declineReason booking { id } } }`,
        { id, status },
      )
    ).bookingChangeRequests;

  /** Requests other dates and returns the booking's pending request. */
  const request = async (booking: Booked, from: number, to: number): Promise<Change> => {
    const sent = await (await quote(booking, from, to)).confirm();
    expect(sent.status).toBe(303);
    const [made] = await requestsOf(booking, 'pending');
    if (!made) throw new Error('The page placed no request.');
    return made;
  };

  interface Answer {
    readonly answer: {
      readonly bookingChangeRequest: Change | null;
      readonly userErrors: readonly { code: string }[];
    };
  }
  const accept = async ({ id }: Change) => {
    const { answer } = await run<Answer>(
      `mutation ($id: ID!) { answer: bookingChangeRequestAccept(id: $id) {
        bookingChangeRequest { id status total difference } userErrors { code } } }`,
      { id },
    );
    return answer.bookingChangeRequest?.status ?? answer.userErrors[0]?.code;
  };
  const decline = async ({ id }: Change, reason: string | null) => {
    const { answer } = await run<Answer>(
      `mutation ($id: ID!, $reason: String) { answer: bookingChangeRequestDecline(id: $id, reason: $reason) {
        bookingChangeRequest { id status total difference } userErrors { code } } }`,
      { id, reason },
    );
    return answer.bookingChangeRequest?.status ?? answer.userErrors[0]?.code;
  };
  const mailsOf = ({ id }: Booked, template: string) =>
    platform.database.query<{ recipient: string; params: { total: number; change: { before: number } } }>(
      'SELECT recipient, params FROM apps.mails WHERE booking_id = $1 AND template = $2',
      [Number(id), template],
    );
  const pageOf = async ({ path }: Booked) => (await guest.get(path.replace('/change', ''), HTML)).text;

  test('the host accepts the request at the price that it quoted', async () => {
    const room = await sell();
    const booking = await book(room, 10, 12);
    const before = await stateOf(booking);
    const made = await request(booking, 10, 13);
    expect(made).toMatchObject({ total: 30_000, difference: 10_000, booking: { id: booking.id } });
    expect(await stateOf(booking)).toEqual(before);
    expect(await taken(room, 10, 14)).toEqual([1, 1, 0, 0]);
    const [toHost] = await eventually(
      () => mailsOf(booking, 'host-change-requested'),
      ({ length }) => length > 0,
    );
    expect(toHost?.params).toMatchObject({ total: 30_000, change: { before: 20_000 } });
    const [toGuest] = await eventually(
      () => mailsOf(booking, 'guest-change-requested'),
      ({ length }) => length > 0,
    );
    expect(toGuest?.recipient).toBe('ada@example.com');
    expect(await pageOf(booking)).toContain('EUR 300.00');

    await price(room, 15_000);
    expect(await accept(made)).toBe('accepted');
    expect(await stateOf(booking)).toMatchObject({ checkOut: daysAhead(13), total: 30_000 });
    expect(await taken(room, 10, 14)).toEqual([1, 1, 1, 0]);
    expect(await accept(made)).toBe('NOT_PENDING');
    await eventually(
      () => mailsOf(booking, 'guest-changed'),
      ({ length }) => length === 1,
    );
    const { activity } = await run<{ activity: { nodes: { kind: string }[] } }>(
      '{ activity: teamEvents(first: 5) { nodes { kind } } }',
    );
    expect(activity.nodes.map(({ kind }) => kind)).toContain('booking.change_accepted');
  });

  test('a declined request leaves the booking as it is, and the guest reads why', async () => {
    const booking = await book(await sell(), 10, 12);
    const before = await stateOf(booking);
    const made = await request(booking, 11, 13);
    expect(await decline(made, 'x'.repeat(501))).toBe('INVALID');
    expect(await decline(made, 'The roof is being repaired.')).toBe('declined');
    expect(await accept(made)).toBe('NOT_PENDING');
    expect(await stateOf(booking)).toEqual(before);
    const [mail] = await eventually(
      () => mailsOf(booking, 'guest-change-declined'),
      ({ length }) => length > 0,
    );
    expect(mail?.params).toMatchObject({ request: { message: 'The roof is being repaired.' } });
  });

  test("only the email about the latest request's current state can be sent again", async () => {
    const booking = await book(await sell(), 10, 12);
    const resend = async (kind: string) => {
      const { sent } = await run<{ sent: { userErrors: readonly { code: string }[] } }>(
        `mutation ($id: ID!, $kind: BookingEmailKind!) {
          sent: bookingEmailResend(bookingId: $id, kind: $kind) { userErrors { code } } }`,
        { id: booking.id, kind },
      );
      return sent.userErrors.map(({ code }) => code);
    };
    const kinds = ['change_requested', 'change_declined', 'change_expired'];
    const sendable = async () => {
      const refusals = await Promise.all(kinds.map(async (kind) => [kind, await resend(kind)] as const));
      return refusals.flatMap(([kind, codes]) => (codes.length === 0 ? [kind] : []));
    };
    expect(await resend('change_requested')).toEqual(['NOT_APPLICABLE']);
    const made = await request(booking, 11, 13);
    expect(await sendable()).toEqual(['change_requested']);
    await eventually(
      () => mailsOf(booking, 'guest-change-requested'),
      ({ length }) => length === 2,
    );
    await decline(made, 'The roof is being repaired.');
    expect(await sendable()).toEqual(['change_declined']);
    const mails = await eventually(
      () => mailsOf(booking, 'guest-change-declined'),
      ({ length }) => length === 2,
    );
    const described = { total: made.total, request: { message: 'The roof is being repaired.' } };
    expect(mails.map(({ params }) => params)).toMatchObject([described, described]);
  });

  test('a form sent again is the same request, and another request replaces it', async () => {
    const booking = await book(await sell(), 10, 12);
    const { confirm } = await quote(booking, 11, 13);
    await Promise.all([confirm(), confirm(), confirm()]);
    expect(await requestsOf(booking)).toHaveLength(1);
    await request(booking, 12, 14);
    expect((await requestsOf(booking)).map(({ status }) => status)).toEqual(['pending', 'withdrawn']);
  });

  test('the guest withdraws the request on the page, and a cancellation withdraws it', async () => {
    const booking = await book(await sell(), 10, 12);
    const made = await request(booking, 11, 13);
    const token = hidden(await pageOf(booking), 'csrf_token');
    const withdraw = () =>
      guest.send('POST', `${booking.path}/withdraw`, FORM, `csrf_token=${encodeURIComponent(token)}`);
    expect((await withdraw()).status).toBe(303);
    expect((await withdraw()).status).toBe(303);
    expect((await requestsOf(booking)).map(({ status }) => status)).toEqual(['withdrawn']);
    expect(await accept(made)).toBe('NOT_PENDING');
    const other = await request(booking, 11, 13);
    await run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id: booking.id });
    expect((await requestsOf(booking))[0]?.status).toBe('withdrawn');
    expect(await accept(other)).toBe('NOT_PENDING');
  });

  test('a request expires 48 hours after it was placed, or at check-in', async () => {
    const booking = await book(await sell(), 10, 12);
    const made = await request(booking, 11, 13);
    const soon = await request(await book(await sell(), 1, 3), 1, 4);
    const [first] = await platform.database.query<{ isAtCheckIn: boolean }>(
      `SELECT r.expires_at = (b.check_in + time '15:00') AT TIME ZONE b.time_zone AS "isAtCheckIn"
       FROM checkout.booking_change_requests r JOIN checkout.bookings b ON b.id = r.booking_id WHERE r.id = $1`,
      [Number(soon.id)],
    );
    expect(first?.isAtCheckIn).toBe(true);
    const [times] = await platform.database.query<{ hours: number }>(
      `SELECT round(extract(epoch FROM expires_at - created_at) / 3600)::int AS hours
       FROM checkout.booking_change_requests WHERE id = $1`,
      [Number(made.id)],
    );
    expect(times?.hours).toBe(48);
    await platform.database.query(
      `UPDATE checkout.booking_change_requests SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [Number(made.id)],
    );
    expect(await accept(made)).toBe('NOT_PENDING');
    await eventually(
      () => requestsOf(booking),
      ([one]) => one?.status === 'expired',
    );
    await eventually(
      () => mailsOf(booking, 'guest-change-expired'),
      ({ length }) => length === 1,
    );
  });

  test('concurrent answers, a withdrawal, a change and a cancellation leave one outcome', async () => {
    for (let round = 0; round < tries(8); round++) {
      const room = await sell();
      const booking = await book(room, 30, 32);
      const made = await request(booking, 31, 34);
      const token = hidden(await pageOf(booking), 'csrf_token');
      const other = () =>
        round % 2 === 0
          ? run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id: booking.id })
          : run(
              'mutation ($input: BookingUpdateInput!) { bookingUpdate(input: $input) { userErrors { code } } }',
              {
                input: { id: booking.id, checkIn: daysAhead(36), checkOut: daysAhead(37) },
              },
            );
      await Promise.all([
        accept(made),
        decline(made, null),
        accept(made),
        guest.send('POST', `${booking.path}/withdraw`, FORM, `csrf_token=${encodeURIComponent(token)}`),
        ...(round % 3 === 0 ? [] : [other()]),
      ]);
      const [ended] = await requestsOf(booking);
      expect(ended?.status).not.toBe('pending');
      const { status, checkIn, checkOut, folio } = await stateOf(booking);
      expectSums(folio);
      const days = Array.from({ length: 10 }, (_, day) => daysAhead(29 + day));
      const nights = days.map((night) =>
        Number(status === 'confirmed' && checkIn <= night && night < checkOut),
      );
      await eventually(
        () => taken(room, 29, 39),
        (now) => JSON.stringify(now) === JSON.stringify(nights),
      );
      if (ended?.status !== 'accepted' && status === 'confirmed') expect(checkOut).not.toBe(daysAhead(34));
    }
  });

  test('a change by the host declines the request', async () => {
    const booking = await book(await sell(), 10, 12);
    const made = await request(booking, 11, 13);
    await run(
      'mutation ($input: BookingUpdateInput!) { bookingUpdate(input: $input) { userErrors { code } } }',
      {
        input: { id: booking.id, checkIn: daysAhead(20), checkOut: daysAhead(22) },
      },
    );
    expect((await requestsOf(booking))[0]?.status).toBe('declined');
    expect(await accept(made)).toBe('NOT_PENDING');
  });

  test.each(['the earlier dates first', 'the later dates first', 'both at the same moment'])(
    'if the host accepts %s, exactly one of two requests for the same night is accepted',
    async (which) => {
      for (let round = 0; round < tries(which.startsWith('both') ? 6 : 1); round++) {
        const room = await sell();
        const [one, two] = [await book(room, 21, 23), await book(room, 25, 27)];
        const [early, late] = [await request(one, 23, 25), await request(two, 24, 26)];
        const answers =
          which === 'the earlier dates first'
            ? [await accept(early), await accept(late)]
            : which === 'the later dates first'
              ? [await accept(late), await accept(early)].reverse()
              : await Promise.all([accept(early), accept(late)]);
        expect(answers.toSorted()).toEqual(['NIGHTS_TAKEN', 'accepted']);
        const [winner, loser] = answers[0] === 'accepted' ? [one, two] : [two, one];
        expect((await requestsOf(winner))[0]?.status).toBe('accepted');
        expect((await requestsOf(loser))[0]?.status).toBe('declined');
        const kept = await stateOf(loser);
        expect(kept).toMatchObject({ total: 20_000, checkIn: daysAhead(loser === one ? 21 : 25) });
        const nights = winner === one ? [0, 0, 1, 1, 1, 1] : [1, 1, 0, 1, 1, 0];
        expect(await taken(room, 21, 27)).toEqual(nights);
        await eventually(
          () => mailsOf(loser, 'guest-change-declined'),
          ({ length }) => length === 1,
        );
      }
    },
  );
});
