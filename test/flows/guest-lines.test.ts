import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent, type McpAgent, type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { ask, type Developer } from '../support/developer.ts';
import { onTeamOf } from '../support/payment-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { chanceOf, SEED, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/bookings.md#cancelling-one-line and #changes-by-guests: a guest cancels or changes one of several lines.

let platform: TestPlatform;
let host: Developer['host'];
let guest: StorefrontHttp;
let agent: McpAgent;
let storefrontId: string;
let propertyId: string;
let guests = 0;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1S' });
  ({ host } = await onTeamOf(platform, 'lakeside.localhost'));
  guest = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  agent = await connectAgent(platform.port, 'lakeside.localhost');
  const found = await run<{ storefronts: { id: string; domain: string }[] }>('{ storefronts { id domain } }');
  storefrontId = found.storefronts.find(({ domain }) => domain === 'lakeside.localhost')?.id ?? '';
  propertyId = await addProperty('EUR');
  await offer('instant');
});
afterAll(async () => {
  await agent.close();
  await guest.close();
  await platform.close();
});

const run = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> =>
  ask<T>(platform, host, text, variables);

const offer = (guestChanges: string) =>
  run(
    'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    { input: { id: storefrontId, guestChanges } },
  );

async function addProperty(currency: string): Promise<string> {
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
}

const addFee = (at: string, name: string, basis: string, amount: number) =>
  run('mutation ($input: FeeSetInput!) { feeSet(input: $input) { userErrors { message } } }', {
    input: { propertyId: at, name, basis, amount },
  });

const addTax = (at: string, name: string, percent: number) =>
  run('mutation ($input: TaxSetInput!) { taxSet(input: $input) { userErrors { message } } }', {
    input: { propertyId: at, name, percent },
  });

/** Creates a unit type at 100.00 a night. */
async function sell({ units = 1, at = propertyId, name = 'Lake room' } = {}): Promise<string> {
  const { made } = await run<{ made: { unitType: { id: string } } }>(
    'mutation ($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id } } }',
    { input: { propertyId: at, name, maxGuests: 4, units, baseRate: 10_000 } },
  );
  return made.unitType.id;
}

interface Booked {
  readonly id: string;
  readonly path: string;
}

interface Wanted {
  readonly unitTypeId: string;
  readonly adults?: number;
  readonly quantity?: number;
}

/** Books several lines as an agent, and pays `share` of the total. */
async function book(
  wanted: readonly Wanted[],
  [from, to]: readonly [from: number, to: number],
  share = 1,
): Promise<Booked> {
  guests += 1;
  const line_items = wanted.map(({ unitTypeId, adults = 2, quantity = 1 }) => ({
    item: { id: `stay:${unitTypeId}:${daysAhead(from)}:${daysAhead(to)}:${adults}:0` },
    quantity,
  }));
  const buyer = { first_name: 'Ada', last_name: 'Byron', email: `lines${guests}@example.com` };
  const { id: checkout } = await agent.call('create_checkout', { checkout: { line_items, buyer } });
  const { order } = await agent.call('complete_checkout', {
    id: checkout,
    meta: { 'idempotency-key': `lines-${checkout}` },
  });
  const path = new URL(order?.permalink_url ?? '').pathname;
  const [row] = await platform.database.query<{ id: string; total: number }>(
    'SELECT id::text, total::int FROM checkout.bookings WHERE permalink_id = $1::uuid',
    [path.split('/').at(-1) ?? ''],
  );
  if (!row) throw new Error('The checkout was not completed.');
  await run('mutation ($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }', { id: row.id });
  const back = row.total - Math.round(row.total * share);
  if (back > 0)
    await enter('folioRefundRecord', 'FolioRefundRecordInput', {
      bookingId: row.id,
      method: 'cash',
      amount: back,
    });
  return { id: row.id, path };
}

const enter = (field: string, type: string, input: Readonly<Record<string, unknown>>) =>
  run(`mutation ($input: ${type}!) { ${field}(input: $input) { userErrors { code } } }`, { input });

const NONE = { refundPercent: null, feeNights: null, feeAmount: null };
type Cost = Partial<Record<keyof typeof NONE, number>>;

/** Sets the cancellation terms under which a line was sold: free until a week before, then at a cost. */
const soldUnder = ({ id }: Booked, place: number, cost: Cost, days = 7) => {
  const terms = {
    tiers: [{ ...NONE, hoursBefore: days * 24, refundPercent: 100 }],
    afterLast: { ...NONE, ...cost },
    timeOfDay: '00:00',
  };
  return platform.database.query(
    `UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, ARRAY[$2::text, 'cancellation'], $3::jsonb) WHERE id = $1`,
    [Number(id), String(place), JSON.stringify(terms)],
  );
};

interface Folio {
  readonly total: number;
  readonly paid: number;
  readonly balance: number;
  readonly charges: readonly { kind: string; name: string; amount: number; reverses: string | null }[];
  readonly payments: readonly { amount: number }[];
  readonly refunds: readonly { status: string; amount: number }[];
}

interface State {
  readonly status: string;
  readonly version: number;
  readonly total: number;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly party: { readonly adults: number; readonly children: number };
  readonly lines: readonly {
    readonly id: string;
    readonly title: string;
    readonly subtotal: number;
    readonly party: { readonly adults: number } | null;
    readonly units: readonly { readonly name: string }[];
  }[];
  readonly folio: Folio;
}

const stateOf = async ({ id }: Booked): Promise<State> =>
  (
    await run<{ booking: State }>(
      `query ($id: ID!) { booking(id: $id) { status version total checkIn checkOut party { adults children }
        lines { id: lineId title subtotal party { adults } units { name } }
        folio { total paid balance charges { kind name amount reverses } payments { amount } refunds { status amount } } } }`,
      { id },
    )
  ).booking;

/** Lists a folio's open charges by kind and name. */
const open = ({ charges }: Folio) => {
  const sums = new Map<string, number>();
  for (const { kind, name, amount } of charges) {
    const key = `${kind} ${name}`;
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0));
};

/** Expects charges − payments + refunds = balance, to the minor unit. */
function expectSums({ total, paid, balance, charges, payments, refunds }: Folio) {
  const sum = (entries: readonly { readonly amount: number }[]) =>
    entries.reduce((all, { amount }) => all + amount, 0);
  expect(sum(charges), `seed ${SEED}`).toBe(total);
  expect(sum(payments)).toBe(paid);
  const refunded = refunds.filter(({ status }) => status === 'refunded');
  expect(balance, `seed ${SEED}`).toBe(sum(charges) - sum(payments) + sum(refunded));
  expect(sum(refunds.filter(({ status }) => status !== 'failed'))).toBeLessThanOrEqual(paid);
}

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
const figure = (text: string, label: string) =>
  new RegExp(`<dt>${label}</dt><dd>([^<]+)</dd>|<th scope="row">${label}</th><td>([^<]+)</td>`)
    .exec(text)
    ?.slice(1)
    .find(Boolean);

const post = ({ path }: Booked, page: string, fields: Readonly<Record<string, string>>) =>
  guest.send('POST', `${path}/${page}`, FORM, `${new URLSearchParams(fields)}`);

/** Opens the page on which a line is cancelled, and returns a function that sends its form. */
async function cancelling(booking: Booked, line: string, language = 'en') {
  const page = await guest.get(`${booking.path}/cancel?line=${line}`, {
    ...HTML,
    'accept-language': language,
  });
  const names = ['csrf_token', 'line', 'refund', 'fingerprint'];
  const fields = Object.fromEntries(names.map((name) => [name, hidden(page.text, name)]));
  return { page, fields, send: () => post(booking, 'cancel', fields) };
}

/** Asks for the price of a change to one line, and returns a function that confirms it. */
async function changing(booking: Booked, line: string, wanted: Readonly<Record<string, string>>) {
  const page = await guest.get(`${booking.path}/change?line=${line}`, HTML);
  const fields = { csrf_token: hidden(page.text, 'csrf_token'), line, ...wanted };
  const shown = await post(booking, 'change', fields);
  const fingerprint = hidden(shown.text, 'fingerprint');
  return { page, shown, fingerprint, confirm: () => post(booking, 'change', { ...fields, fingerprint }) };
}

describe('A guest cancels one of several lines', () => {
  test('a cancelled line is charged by its terms, while fees per stay remain with the other line', async () => {
    const at = await addProperty('EUR');
    await addFee(at, 'Arrival', 'per_stay', 3_000);
    await addFee(at, 'Cleaning', 'per_unit_per_stay', 4_000);
    await addFee(at, 'Linen', 'per_guest_per_night', 500);
    await addTax(at, 'VAT', 10);
    const [suite, attic] = [await sell({ at, name: 'Suite' }), await sell({ at, name: 'Attic' })];
    const booking = await book(
      [
        { unitTypeId: suite, adults: 1 },
        { unitTypeId: attic, adults: 3 },
      ],
      [2, 4],
    );
    await soldUnder(booking, 0, { refundPercent: 0 });
    await soldUnder(booking, 1, { refundPercent: 50 });
    expect(open((await stateOf(booking)).folio)).toEqual({
      'accommodation Accommodation': 40_000,
      'fee Arrival': 3_000,
      'fee Cleaning': 8_000,
      'fee Linen': 4_000,
      'tax VAT': 4_000,
    });
    const { page, send } = await cancelling(booking, '2');
    expect(page.status).toBe(200);
    // 50 % of two nights, one cleaning and the linen of three guests.
    expect(figure(page.text, 'Cancellation fee')).toBe('EUR 135.00');
    expect(figure(page.text, 'New total')).toBe('EUR 435.00');
    expect(figure(page.text, 'You get back')).toBe('EUR 155.00');
    const { version } = await stateOf(booking);
    const sent = [await send(), await send()];
    for (const { status, headers } of sent) expect([status, headers.location]).toEqual([303, booking.path]);
    const after = await stateOf(booking);
    expect(after).toMatchObject({
      status: 'confirmed',
      version: version + 1,
      party: { adults: 1, children: 0 },
      lines: [{ id: '1', title: 'Suite, Seehof EUR', subtotal: 20_000, party: { adults: 1 } }],
    });
    expect(open(after.folio)).toEqual({
      'accommodation Accommodation': 20_000,
      'fee Arrival': 3_000,
      'fee Cleaning': 4_000,
      'fee Linen': 1_000,
      'tax VAT': 2_000,
      'cancellation Cancelled nights': 13_500,
    });
    expect(after.folio).toMatchObject({
      total: 43_500,
      paid: 59_000,
      refunds: [{ status: 'due', amount: 15_500 }],
    });
    expectSums(after.folio);
    expect(await taken(attic, 2, 4)).toEqual([0, 0]);
    expect(await taken(suite, 2, 4)).toEqual([1, 1]);
    const shown = (await guest.get(booking.path, HTML)).text;
    expect(figure(shown, 'Cancelled nights')).toBe('EUR 135.00');
    const top = shown.slice(shown.indexOf('<main'), shown.indexOf('<h2'));
    expect(top).toContain('EUR 155.00 is due back to you');
    await eventually(
      () =>
        platform.database.query<{ params: object }>(
          `SELECT params FROM apps.mails WHERE booking_id = $1 AND template = 'guest-changed'`,
          [Number(booking.id)],
        ),
      ([mail]) =>
        /"dropped":13500/.test(JSON.stringify(mail?.params)) &&
        /"cancelled":"Attic, Seehof EUR"/.test(JSON.stringify(mail?.params)),
    );
    const { activity } = await run<{ activity: { nodes: { kind: string; change: string | null }[] } }>(
      '{ activity: teamEvents(first: 5) { nodes { kind change } } }',
    );
    expect(activity.nodes).toContainEqual({
      kind: 'booking.changed',
      change: 'By the guest: Attic, Seehof EUR cancelled',
    });
  });

  test('the lines that are left keep their ids and units', async () => {
    const rooms = await sell({ units: 6 });
    const line = { unitTypeId: rooms };
    const booking = await book([line, line, line], [20, 22]);
    const names = async () => (await stateOf(booking)).lines.map(({ id, units }) => [id, units[0]?.name]);
    const before = await names();
    expect(before.map(([id]) => id)).toEqual(['1', '2', '3']);
    expect((await (await cancelling(booking, '1')).send()).status).toBe(303);
    expect(await names()).toEqual(before.slice(1));
    expect((await (await cancelling(booking, '3')).send()).status).toBe(303);
    expect(await names()).toEqual(before.slice(1, 2));
    expect(await taken(rooms, 20, 22)).toEqual([1, 1]);
  });

  test('cancelling the last line cancels the booking but keeps the charge for the other one', async () => {
    const [suite, attic] = [await sell({ name: 'Suite' }), await sell({ name: 'Attic' })];
    const booking = await book([{ unitTypeId: suite }, { unitTypeId: attic }], [2, 4]);
    await soldUnder(booking, 0, { feeNights: 1 });
    await soldUnder(booking, 1, { refundPercent: 0 });
    await (await cancelling(booking, '2')).send();
    const { page, fields } = await cancelling(booking, '1');
    expect(page.text).toContain('Cancel this booking');
    expect(fields['fingerprint']).toBe('');
    expect((await post(booking, 'cancel', { ...fields, line: '1' })).status).toBe(303);
    const after = await stateOf(booking);
    expect(after.status).toBe('cancelled');
    expect(after.folio).toMatchObject({ total: 30_000, paid: 40_000 });
    expectSums(after.folio);
    await eventually(
      async () => [...(await taken(suite, 2, 4)), ...(await taken(attic, 2, 4))],
      (nights) => nights.every((units) => units === 0),
    );
  });

  test('nothing is cancelled if an amount differs from the page, until the guest confirms the new ones', async () => {
    const [suite, attic] = [await sell({ name: 'Suite' }), await sell({ name: 'Attic' })];
    const booking = await book([{ unitTypeId: suite }, { unitTypeId: attic }], [10, 12]);
    await soldUnder(booking, 1, { refundPercent: 0 });
    const { send, fields } = await cancelling(booking, '2');
    await soldUnder(booking, 1, { refundPercent: 0 }, 30);
    const before = await stateOf(booking);
    const again = await send();
    expect(again.status).toBe(422);
    expect(again.text).toContain('nothing was cancelled');
    expect(figure(again.text, 'Cancellation fee')).toBe('EUR 200.00');
    expect((await post(booking, 'cancel', { ...fields, refund: '' })).status).toBe(422);
    expect((await post(booking, 'cancel', { ...fields, fingerprint: 'old' })).status).toBe(422);
    expect(await stateOf(booking)).toEqual(before);
    expect(
      (
        await post(booking, 'cancel', {
          ...fields,
          refund: hidden(again.text, 'refund'),
          fingerprint: hidden(again.text, 'fingerprint'),
        })
      ).status,
    ).toBe(303);
    expect((await stateOf(booking)).folio).toMatchObject({ total: 40_000, paid: 40_000, balance: 0 });
  });

  test('a line can be cancelled in a house that has no free unit', async () => {
    const rooms = await sell({ units: 4 });
    const booking = await book([{ unitTypeId: rooms }, { unitTypeId: rooms }], [15, 17]);
    await platform.database.query(
      'UPDATE catalog.night SET confirmed = 4 WHERE unit_type_id = $1 AND night >= $2 AND night < $3',
      [Number(rooms), daysAhead(15), daysAhead(17)],
    );
    expect((await (await cancelling(booking, '2')).send()).status).toBe(303);
    expect((await stateOf(booking)).lines).toHaveLength(1);
    expect(await taken(rooms, 15, 17)).toEqual([3, 3]);
  });

  test('a line sold before its guests were recorded can be cancelled and changed', async () => {
    const rooms = await sell({ units: 2 });
    const booking = await book(
      [
        { unitTypeId: rooms, adults: 1 },
        { unitTypeId: rooms, adults: 3 },
      ],
      [20, 22],
    );
    await platform.database.query(
      `UPDATE checkout.bookings SET lines = (SELECT jsonb_agg(line - 'adults' - 'children') FROM jsonb_array_elements(lines::jsonb) line)
       WHERE id = $1`,
      [Number(booking.id)],
    );
    expect((await stateOf(booking)).lines.map(({ party }) => party?.adults)).toEqual([1, 3]);
    expect((await (await cancelling(booking, '1')).send()).status).toBe(303);
    expect(await stateOf(booking)).toMatchObject({
      party: { adults: 3 },
      lines: [{ id: '2', party: { adults: 3 } }],
    });
  });

  test('the cancel page offers every line in every language', async () => {
    const rooms = await sell({ units: 2 });
    const booking = await book([{ unitTypeId: rooms, adults: 1 }, { unitTypeId: rooms }], [20, 22]);
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl']) {
      const { text } = await guest.get(`${booking.path}/cancel`, { ...HTML, 'accept-language': language });
      expect(text).toContain('?line=1');
      expect(text).toContain('?line=2');
      expect(hidden(text, 'line')).toBe('');
    }
    const { page } = await cancelling(booking, '2');
    expect(page.text).toContain('>Cancel Lake room, Seehof EUR, 2 adults<');
    expect((await guest.get(`${booking.path}/cancel?line=9`, HTML)).status).toBe(303);
    const same = await book([{ unitTypeId: rooms }, { unitTypeId: rooms }], [24, 26]);
    expect((await cancelling(same, '2')).page.text).toContain('>Cancel Lake room, Seehof EUR, 2 adults (2)<');
  });

  test('50 simultaneous cancellations of lines and changes leave one outcome', async () => {
    const rooms = await sell({ units: 6 });
    const line = { unitTypeId: rooms };
    const booking = await book([line, line, line], [20, 22]);
    const forms = [
      await cancelling(booking, '1'),
      await cancelling(booking, '2'),
      await cancelling(booking, '3'),
    ];
    const change = await changing(booking, '2', { check_in: daysAhead(21), check_out: daysAhead(23) });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        place % 4 === 3 ? change.confirm() : forms[place % 4]?.send(),
      ),
    );
    expect(answers.filter((answer) => (answer?.status ?? 0) >= 500)).toEqual([]);
    const { lines, folio, checkIn, version } = await stateOf(booking);
    const isMoved = checkIn === daysAhead(21);
    expect(lines).toHaveLength(isMoved ? 3 : 2);
    expect(version).toBeGreaterThan(1);
    expectSums(folio);
    const units = isMoved ? [0, 3, 3] : [2, 2, 0];
    expect(await taken(rooms, 20, 23)).toEqual(units);
  });
});

describe('A guest changes one of several lines', () => {
  test('guests who join one line pay the supplement for this line only', async () => {
    const rooms = await sell({ units: 2 });
    await run(
      'mutation ($input: UnitTypeUpdateInput!) { unitTypeUpdate(input: $input) { userErrors { code } } }',
      {
        input: { id: rooms, baseGuests: 2, adultSupplement: 1_000 },
      },
    );
    const booking = await book(
      [
        { unitTypeId: rooms, adults: 1 },
        { unitTypeId: rooms, adults: 2 },
      ],
      [20, 22],
    );
    const { page, shown, confirm } = await changing(booking, '2', { adults: '3' });
    expect(page.text).toContain('value="2"');
    expect(figure(shown.text, 'Difference')).toBe('EUR 20.00');
    expect([(await confirm()).status, (await confirm()).status]).toEqual([303, 303]);
    const after = await stateOf(booking);
    expect(after).toMatchObject({ total: 42_000, party: { adults: 4 } });
    expect(after.lines).toMatchObject([
      { id: '1', subtotal: 20_000, party: { adults: 1 } },
      { id: '2', subtotal: 22_000, party: { adults: 3 } },
    ]);
    expect(await taken(rooms, 20, 22)).toEqual([2, 2]);
  });

  test('each line charges the nights that other dates drop by its own terms', async () => {
    const [suite, attic] = [await sell({ name: 'Suite' }), await sell({ name: 'Attic' })];
    const booking = await book([{ unitTypeId: suite }, { unitTypeId: attic }], [2, 5]);
    await soldUnder(booking, 0, { refundPercent: 0 });
    await soldUnder(booking, 1, { refundPercent: 50 });
    const { shown, confirm } = await changing(booking, '1', {
      check_in: daysAhead(3),
      check_out: daysAhead(5),
    });
    expect(shown.text).toContain('The dates apply to your whole booking.');
    expect(figure(shown.text, '1 cancelled night')).toBe('EUR 150.00');
    expect((await confirm()).status).toBe(303);
    const after = await stateOf(booking);
    expect(after).toMatchObject({ checkIn: daysAhead(3), total: 40_000 });
    expect(after.folio).toMatchObject({ total: 55_000, paid: 60_000 });
    expect([await taken(suite, 2, 5), await taken(attic, 2, 5)]).toEqual([
      [0, 1, 1],
      [0, 1, 1],
    ]);
  });

  test('all lines move or none does', async () => {
    const [suite, attic] = [await sell({ name: 'Suite' }), await sell({ name: 'Attic' })];
    const booking = await book([{ unitTypeId: suite }, { unitTypeId: attic }], [20, 22]);
    await book([{ unitTypeId: attic }], [22, 24]);
    const before = await stateOf(booking);
    const { shown } = await changing(booking, '1', { check_in: daysAhead(21), check_out: daysAhead(23) });
    expect(shown.status).toBe(422);
    expect(await stateOf(booking)).toEqual(before);
    expect(await taken(suite, 20, 23)).toEqual([1, 1, 0]);
  });

  test('the host accepts the requested change of a line', async () => {
    await offer('request');
    const rooms = await sell({ units: 2 });
    const booking = await book([{ unitTypeId: rooms }, { unitTypeId: rooms }], [20, 22]);
    const { confirm } = await changing(booking, '2', { adults: '4', check_out: daysAhead(23) });
    expect((await confirm()).status).toBe(303);
    await offer('instant');
    const { requests } = await run<{ requests: { id: string; total: number; adults: number }[] }>(
      'query ($id: ID) { requests: bookingChangeRequests(bookingId: $id) { id total adults } }',
      { id: booking.id },
    );
    expect(requests).toMatchObject([{ total: 60_000, adults: 6 }]);
    const { answer } = await run<{ answer: { bookingChangeRequest: { status: string } | null } }>(
      'mutation ($id: ID!) { answer: bookingChangeRequestAccept(id: $id) { bookingChangeRequest { status } userErrors { code } } }',
      { id: requests[0]?.id },
    );
    expect(answer.bookingChangeRequest?.status).toBe('accepted');
    expect(await stateOf(booking)).toMatchObject({
      checkOut: daysAhead(23),
      lines: [{ party: { adults: 2 } }, { party: { adults: 4 } }],
    });
    expect(await taken(rooms, 20, 24)).toEqual([2, 2, 2, 0]);
  });

  test('the form for changing a line is refused once the line is cancelled', async () => {
    const rooms = await sell({ units: 2 });
    const booking = await book([{ unitTypeId: rooms }, { unitTypeId: rooms }], [20, 22]);
    const { confirm } = await changing(booking, '2', { adults: '3' });
    await (await cancelling(booking, '2')).send();
    const late = await confirm();
    expect(late.status).toBe(422);
    expect((await stateOf(booking)).party.adults).toBe(2);
  });

  test('hosts name the line whose guests change', async () => {
    const rooms = await sell({ units: 2 });
    const booking = await book([{ unitTypeId: rooms }, { unitTypeId: rooms }], [20, 22]);
    const update = async (input: object) =>
      (
        await run<{ done: { userErrors: { code: string; field: string[] }[] } }>(
          'mutation ($input: BookingUpdateInput!) { done: bookingUpdate(input: $input) { userErrors { code field } } }',
          { input: { id: booking.id, ...input } },
        )
      ).done.userErrors;
    expect(await update({ adults: 3 })).toMatchObject([
      { code: 'SEVERAL_LINES', field: ['input', 'lineId'] },
    ]);
    expect(await update({ adults: 3, lineId: '9' })).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(await update({ quantity: 2, lineId: '1' })).toMatchObject([{ code: 'SEVERAL_LINES' }]);
    expect(await update({ adults: 3, lineId: '1' })).toEqual([]);
    expect(await update({ checkOut: daysAhead(23) })).toEqual([]);
    expect(await stateOf(booking)).toMatchObject({
      checkOut: daysAhead(23),
      total: 60_000,
      lines: [{ party: { adults: 3 } }, { party: { adults: 2 } }],
    });
    expect(await taken(rooms, 20, 24)).toEqual([2, 2, 2, 0]);
  });
});

test.each(['EUR', 'JPY', 'KWD'])(
  'random changes and cancellations of lines in %s leave exact folios',
  async (currency) => {
    const { below, pick } = chanceOf(SEED);
    const at = await addProperty(currency);
    await addFee(at, 'Arrival', 'per_stay', 1_001);
    await addFee(at, 'Cleaning', 'per_unit_per_stay', 333);
    await addFee(at, 'Linen', 'per_guest_per_night', 77);
    await addTax(at, 'VAT', 7.7);
    for (let story = 0; story < tries(2); story++) {
      const [small, large] = [await sell({ at, units: 4 }), await sell({ at, units: 6 })];
      const wanted = Array.from({ length: 2 + below(2) }, () => ({
        unitTypeId: pick([small, large]),
        adults: 1 + below(3),
      }));
      const limited = wanted.filter(({ unitTypeId }) => unitTypeId === small).length > 2;
      const lines = limited ? wanted.map((line) => ({ ...line, unitTypeId: large })) : wanted;
      const from = 1 + below(9);
      const booking = await book(lines, [from, from + 1 + below(3)], pick([1, 1, 0.4]));
      for (const place of lines.keys()) {
        await soldUnder(
          booking,
          place,
          pick([{ refundPercent: below(101) }, { feeNights: 1 + below(3) }, { feeAmount: below(30_000) }]),
        );
      }
      for (let step = 0; step < 5; step++) {
        const before = await stateOf(booking);
        if (before.status !== 'confirmed') break;
        const line = pick(before.lines).id;
        const move = below(4);
        if (move === 0) {
          const { page, send, fields } = await cancelling(booking, line);
          expect(page.status, `seed ${SEED}`).toBe(200);
          const sent = fields['line'] === '' ? await post(booking, 'cancel', fields) : await send();
          expect(sent.status, `seed ${SEED}`).toBe(303);
        } else if (move === 1) {
          const next = 1 + below(12);
          const dates = { check_in: daysAhead(next), check_out: daysAhead(next + 1 + below(4)) };
          const { fingerprint, confirm } = await changing(booking, line, dates);
          if (fingerprint) expect((await confirm()).status, `seed ${SEED}`).toBe(303);
        } else if (move === 2) {
          const { fingerprint, confirm } = await changing(booking, line, { adults: String(1 + below(4)) });
          if (fingerprint) expect((await confirm()).status, `seed ${SEED}`).toBe(303);
        } else {
          await enter('folioPaymentRecord', 'FolioPaymentRecordInput', {
            bookingId: booking.id,
            method: 'cash',
            amount: 1 + below(9_999),
          });
        }
        const after = await stateOf(booking);
        expectSums(after.folio);
        const nights = async (unitTypeId: string) => {
          const rows = await platform.database.query<{ units: number }>(
            `SELECT coalesce(sum((line ->> 'quantity')::int), 0)::int AS units FROM checkout.bookings b, jsonb_array_elements(b.lines::jsonb) line
             WHERE b.id = $1 AND (line ->> 'unitTypeId')::int = $2`,
            [Number(booking.id), Number(unitTypeId)],
          );
          const units = after.status === 'confirmed' ? (rows[0]?.units ?? 0) : 0;
          return Array.from({ length: 20 }, (_, day) => {
            const night = daysAhead(day);
            return after.checkIn <= night && night < after.checkOut ? units : 0;
          });
        };
        for (const unitTypeId of [small, large]) {
          const expected = await nights(unitTypeId);
          await eventually(
            () => taken(unitTypeId, 0, 20),
            (now) => JSON.stringify(now) === JSON.stringify(expected),
          );
        }
      }
    }
  },
);
