import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { ask } from '../support/developer.ts';
import { FORM, openPaymentWorld, type PaymentWorld } from '../support/payment-world.ts';
import { daysAhead } from '../support/stays.ts';

// docs/interface/folios.md#extras: guests add optional fees to their stay, while booking and afterwards.

let world: PaymentWorld;
let propertyId: string;
let unitTypeId: string;
let breakfast: string;
let transfer: string;
let storefrontId: string;
let nextDay = 40;

beforeAll(async () => {
  world = await openPaymentWorld();
  const found = await run<{ storefronts: { id: string; domain: string }[] }>('{ storefronts { id domain } }');
  storefrontId = found.storefronts.find(({ domain }) => domain === 'lakeside.localhost')?.id ?? '';
  await run(
    'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    { input: { id: storefrontId, guestChanges: 'instant' } },
  );
  propertyId = (
    await run<{ made: { property: { id: string } } }>(
      'mutation ($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { property { id } } }',
      {
        input: {
          name: 'Seehof',
          currency: 'EUR',
          timeZone: 'Europe/Zurich',
          address: { locality: 'Brienz', country: 'CH' },
        },
      },
    )
  ).made.property.id;
  unitTypeId = (
    await run<{ made: { unitType: { id: string } } }>(
      'mutation ($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id } } }',
      { input: { propertyId, name: 'Lake room', maxGuests: 4, units: 5, baseRate: 10_000 } },
    )
  ).made.unitType.id;
  await run('mutation ($input: TaxSetInput!) { taxSet(input: $input) { userErrors { code } } }', {
    input: { propertyId, name: 'VAT', percent: 10 },
  });
  breakfast = await setFee({
    name: 'Breakfast',
    basis: 'per_guest_per_night',
    amount: 1_500,
    optional: true,
    taxable: true,
    maxPerBooking: 2,
  });
  transfer = await setFee({ name: 'Airport transfer', basis: 'per_stay', amount: 4_500, optional: true });
});
afterAll(() => world.close());

const run = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> =>
  ask<T>(world.platform, world.developer.host, text, variables);

const FEE = `mutation ($input: FeeSetInput!) { made: feeSet(input: $input) {
  fee { id optional maxPerBooking } userErrors { field code } } }`;

interface FeeSet {
  readonly fee: { readonly id: string; readonly maxPerBooking: number | null } | null;
  readonly userErrors: readonly { readonly field: readonly string[]; readonly code: string }[];
}

const trySetFee = async (input: Readonly<Record<string, unknown>>) =>
  (await run<{ made: FeeSet }>(FEE, { input: { propertyId, ...input } })).made;

async function setFee(input: Readonly<Record<string, unknown>>): Promise<string> {
  const { fee, userErrors } = await trySetFee(input);
  expect(userErrors).toEqual([]);
  return fee?.id ?? '';
}

/** The query for other nights each time. */
function stay(nights = 2): string {
  nextDay += nights;
  return `check_in=${daysAhead(nextDay - nights)}&check_out=${daysAhead(nextDay)}&adults=2`;
}

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

const open = (path: string) => world.guest.get(path, { accept: 'text/html', 'accept-language': 'en' });

const send = (path: string, fields: Readonly<Record<string, string>>) =>
  world.guest.send('POST', path, FORM, `${new URLSearchParams(fields)}`);

/** Sends the booking page's form as a browser does. */
async function sendBooking(query: string, extras: Readonly<Record<string, string>>) {
  const path = `/stays/${unitTypeId}/book?${query}`;
  const { text } = await open(path);
  return send(path, {
    attempt: hidden(text, 'attempt'),
    price: hidden(text, 'price'),
    first_name: 'Ada',
    last_name: 'Byron',
    email: `ada${nextDay}@example.com`,
    terms: 'yes',
    ...extras,
  });
}

async function book(extras: Readonly<Record<string, string>> = {}, nights = 2): Promise<string> {
  const { headers, status, text } = await sendBooking(stay(nights), extras);
  if (status !== 303) throw new Error(`Nothing was booked: ${status} ${text}`);
  return headers.location ?? '';
}

/** Pays a booking on its page. */
async function pay(path: string): Promise<void> {
  await world.resolve(await world.open({ path }));
}

/** Adds extras on the booking's page. */
async function add(path: string, extras: Readonly<Record<string, string>>, page?: string) {
  const text = page ?? (await open(path)).text;
  const token = ['csrf_token', 'attempt', 'price'].map((name) => [name, hidden(text, name)]);
  return send(`${path}/extras`, { ...Object.fromEntries(token), ...extras });
}

const sql = <Row extends object>(text: string, values: readonly unknown[]) =>
  world.platform.database.query<Row>(text, values);

const idOf = async (path: string): Promise<string> => {
  const [row] = await sql<{ id: string }>('SELECT id::text FROM checkout.bookings WHERE permalink_id = $1', [
    path.split('/').at(-1),
  ]);
  return row?.id ?? '';
};

const bookingOf = async (path: string) => {
  const { booking } = await run<{
    booking: {
      status: string;
      folio: {
        total: number;
        paid: number;
        balance: number;
        charges: {
          kind: string;
          name: string;
          amount: number;
          quantity: number;
          taxIds: string[];
          reverses: string | null;
          id: string;
        }[];
      };
    };
  }>(
    `query ($id: ID!) { booking(id: $id) { status
       folio { total paid balance charges { id kind name amount quantity taxIds reverses } } } }`,
    { id: await idOf(path) },
  );
  const { charges } = booking.folio;
  const reversed = charges.map(({ reverses }) => reverses);
  const openOnes = charges.filter(({ id, reverses }) => reverses === null && !reversed.includes(id));
  return { ...booking, open: openOnes.map(({ kind, name, amount }) => `${kind} ${name} ${amount}`) };
};

/** The extras of a look-up's first product. */
const extrasIn = (products: readonly object[]): readonly object[] => {
  const [product] = products as { metadata: { lodging: { extras: object[] } } }[];
  return product?.metadata.lodging.extras ?? [];
};

const sessionAmounts = async (path: string) =>
  sql<{ status: string; amount: number }>(
    'SELECT status, amount::float8 FROM payments.session WHERE booking_id = $1 ORDER BY created_at',
    [Number(await idOf(path))],
  );

describe('an optional fee', () => {
  test('an optional fee is in look-ups with its price for the stay, and in no total', async () => {
    const agent = await connectAgent(world.platform.port, 'lakeside.localhost');
    const [checkIn, checkOut] = [daysAhead(30), daysAhead(33)];
    const id = `stay:${unitTypeId}:${checkIn}:${checkOut}:2:0`;
    const { products } = await agent.call('lookup_catalog', { catalog: { ids: [id] } });
    expect(extrasIn(products)).toEqual([
      { id: breakfast, title: 'Breakfast', price: 9_000, max: 2 },
      { id: transfer, title: 'Airport transfer', price: 4_500, max: 99 },
    ]);
    const session = await agent.call('create_checkout', {
      checkout: { line_items: [{ item: { id }, quantity: 1 }] },
    });
    expect(
      session.totals.map(({ type, amount }: { type: string; amount: number }) => [type, amount]),
    ).toEqual([
      ['subtotal', 30_000],
      ['tax', 3_000],
      ['total', 33_000],
    ]);
    await agent.close();
  });

  test('an extra has the amount charged each time in look-ups without dates', async () => {
    const agent = await connectAgent(world.platform.port, 'lakeside.localhost');
    const { products } = await agent.call('lookup_catalog', {
      catalog: { ids: [`unit_type:${unitTypeId}`] },
    });
    expect(extrasIn(products)[0]).toMatchObject({ title: 'Breakfast', price: 1_500 });
    await agent.close();
  });

  test.each([
    [{ optional: true, collect: 'property' }, 'collect'],
    [{ optional: true, maxPerBooking: 0 }, 'maxPerBooking'],
    [{ optional: true, maxPerBooking: 100 }, 'maxPerBooking'],
    [{ maxPerBooking: 3 }, 'maxPerBooking'],
  ])('an optional fee with %j is refused', async (given, field) => {
    const { userErrors } = await trySetFee({ name: 'Sauna', basis: 'per_stay', amount: 900, ...given });
    expect(userErrors).toEqual([{ field: ['input', field], code: 'INVALID' }]);
  });
});

describe('while booking', () => {
  test('the guest chooses extras, which are paid with the stay', async () => {
    const page = await open(`/stays/${unitTypeId}/book?${stay()}`);
    expect(page.text).toContain(`name="extra_${breakfast}" type="number"`);
    expect(page.text).toMatch(/Breakfast <small>EUR 66\.00 each/);
    const path = await book({ [`extra_${breakfast}`]: '2', [`extra_${transfer}`]: '1' });
    const { open: charges, folio, status } = await bookingOf(path);
    expect(charges).toEqual([
      'accommodation Accommodation 20000',
      'tax VAT 2000',
      'extra Breakfast 12000',
      'tax VAT 1200',
      'extra Airport transfer 4500',
    ]);
    expect([status, folio.total]).toEqual(['held', 39_700]);
    const { text } = await open(path);
    expect(text).toContain('2 × Breakfast');
    expect(text).toContain('EUR 397.00');
    expect(text.match(/<th scope="row">VAT<\/th><td>EUR 32\.00/g), 'one line per tax').toHaveLength(1);
    await pay(path);
    expect(await bookingOf(path)).toMatchObject({ status: 'confirmed', folio: { paid: 39_700, balance: 0 } });
    const receipt = await open(`${path}/receipt`);
    expect(receipt.text).toContain('2 × Breakfast');
    const mailed = `SELECT DISTINCT params ->> 'total' AS total FROM apps.mails
      WHERE booking_id = $1 AND template IN ('guest-held', 'host-new', 'guest-confirmed')`;
    await expect.poll(async () => sql(mailed, [Number(await idOf(path))])).toEqual([{ total: '39700' }]);
  });

  test('a guest who chooses no extras pays only for the stay', async () => {
    const path = await book({ [`extra_${breakfast}`]: '0' });
    expect((await bookingOf(path)).open).toEqual(['accommodation Accommodation 20000', 'tax VAT 2000']);
  });

  test.each(['3', '-1', '1.5', 'two'])('a quantity of %s is refused at its field', async (quantity) => {
    const { status, text } = await sendBooking(stay(), { [`extra_${breakfast}`]: quantity });
    expect(status).toBe(422);
    expect(text).toContain(`id="extra_${breakfast}-fault">Enter a whole number from 0 to 2.`);
  });

  test('a price that has changed since is shown again', async () => {
    const path = `/stays/${unitTypeId}/book?${stay()}`;
    const sauna = await setFee({ name: 'Sauna', basis: 'per_stay', amount: 900, optional: true });
    const { text } = await open(path);
    await setFee({ id: sauna, name: 'Sauna', basis: 'per_stay', amount: 1_000, optional: true });
    const sent = { attempt: hidden(text, 'attempt'), price: hidden(text, 'price'), terms: 'yes' };
    const guest = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
    const answer = await send(path, { ...sent, ...guest, [`extra_${sauna}`]: '1' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('EUR 10.00 each');
    await run('mutation ($id: ID!) { feeRemove(id: $id) { userErrors { code } } }', { id: sauna });
  });
});

describe("on the booking's page", () => {
  test('an extra of a held booking is due with it, and its payment follows', async () => {
    const path = await book();
    await world.open({ path });
    const { status, headers } = await add(path, { [`extra_${transfer}`]: '1' });
    expect([status, headers.location]).toEqual([303, path]);
    await expect.poll(() => sessionAmounts(path)).toEqual([{ status: 'CANCELED', amount: 22_000 }]);
    expect((await open(path)).text).toContain('EUR 265.00');
    await pay(path);
    expect(await bookingOf(path)).toMatchObject({ status: 'confirmed', folio: { paid: 26_500, balance: 0 } });
  });

  test('an extra of a paid booking is due as its balance, and the form adds it once', async () => {
    const path = await book();
    await pay(path);
    const { text } = await open(path);
    expect((await add(path, { [`extra_${breakfast}`]: '1' }, text)).status).toBe(303);
    expect((await add(path, { [`extra_${breakfast}`]: '1' }, text)).status).toBe(303);
    expect(await bookingOf(path)).toMatchObject({
      status: 'confirmed',
      open: ['accommodation Accommodation 20000', 'tax VAT 2000', 'extra Breakfast 6000', 'tax VAT 600'],
      folio: { balance: 6_600 },
    });
    await pay(path);
    expect((await bookingOf(path)).folio.balance).toBe(0);
  });

  test('a booking never gets more of an extra than it can have, even from two pages at once', async () => {
    const path = await book();
    const pages = await Promise.all([open(path), open(path)]);
    const answers = await Promise.all(
      pages.map(({ text }) => add(path, { [`extra_${breakfast}`]: '2' }, text)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect((await bookingOf(path)).open.filter((charge) => charge.startsWith('extra'))).toEqual([
      'extra Breakfast 12000',
    ]);
    expect((await open(path)).text).not.toContain(`extra_${breakfast}`);
  });

  test('a form without a choice is shown again', async () => {
    const path = await book();
    const { status, text } = await add(path, { [`extra_${breakfast}`]: '0' });
    expect(status).toBe(422);
    expect(text).toContain('Choose how many you want.');
  });

  test('a cancelled booking takes no extras', async () => {
    const path = await book();
    const { text } = await open(path);
    await run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', {
      id: await idOf(path),
    });
    const answer = await add(path, { [`extra_${breakfast}`]: '1' }, text);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Extras can no longer be added');
  });

  test('a booking whose check-in day is over takes no extras', async () => {
    const path = await book();
    await pay(path);
    const { text } = await open(path);
    await sql(`UPDATE checkout.bookings SET check_in = current_date - 2 WHERE id = $1`, [
      Number(await idOf(path)),
    ]);
    expect((await open(path)).text).not.toContain(`extra_${breakfast}`);
    expect((await add(path, { [`extra_${breakfast}`]: '1' }, text)).status).toBe(422);
  });
});

describe('a change of the stay', () => {
  /** Changes a booking's dates on its page. */
  async function change(path: string, checkIn: string, checkOut: string) {
    const page = await open(`${path}/change`);
    const dates = { check_in: checkIn, check_out: checkOut, adults: '2', children: '0' };
    const token = { csrf_token: hidden(page.text, 'csrf_token') };
    const quoted = await send(`${path}/change`, { ...token, ...dates });
    return {
      quoted: quoted.text,
      done: await send(`${path}/change`, {
        ...token,
        ...dates,
        fingerprint: hidden(quoted.text, 'fingerprint'),
      }),
    };
  }

  test('a change of the stay charges an extra per night for the new nights, and leaves one per stay', async () => {
    const path = await book({ [`extra_${breakfast}`]: '1', [`extra_${transfer}`]: '1' }, 2);
    await pay(path);
    nextDay += 1;
    const [from, until] = [daysAhead(nextDay - 3), daysAhead(nextDay)];
    const { quoted, done } = await change(path, from, until);
    // 100.00 for the night, 30.00 for breakfast, and 10 % on both.
    expect(quoted).toContain('EUR 143.00');
    expect(done.status).toBe(303);
    const { open: charges, folio } = await bookingOf(path);
    expect(charges.toSorted()).toEqual([
      'accommodation Accommodation 30000',
      'extra Airport transfer 4500',
      'extra Breakfast 9000',
      'tax VAT 3000',
      'tax VAT 900',
    ]);
    expect(folio.balance).toBe(14_300);
  });

  test('a change of the stay keeps an extra at the price at which it was sold', async () => {
    const own = await setFee({ name: 'Parking', basis: 'per_night', amount: 1_000, optional: true });
    const path = await book({ [`extra_${own}`]: '1' }, 2);
    await pay(path);
    await setFee({ id: own, name: 'Parking', basis: 'per_night', amount: 1_200, optional: true });
    nextDay += 1;
    await change(path, daysAhead(nextDay - 3), daysAhead(nextDay));
    expect((await bookingOf(path)).open).toContain('extra Parking 3200');
  });
});

test('a cancellation reverses the extras and their taxes, regardless of the policy', async () => {
  const path = await book({ [`extra_${breakfast}`]: '1' });
  await pay(path);
  const cost = { refundPercent: 50, feeNights: null, feeAmount: null };
  await sql(
    `UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, '{0,cancellation}', $2::jsonb) WHERE id = $1`,
    [Number(await idOf(path)), JSON.stringify({ tiers: [], afterLast: cost, timeOfDay: '00:00' })],
  );
  await run('mutation ($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', {
    id: await idOf(path),
  });
  expect((await bookingOf(path)).open).toEqual(['cancellation Cancellation 10000']);
});
