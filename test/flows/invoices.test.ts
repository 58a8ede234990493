import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/viewer.ts';
import { installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import {
  DOCUMENT,
  type Document,
  type InvoiceWorld,
  openInvoiceWorld,
  type Place,
} from '../support/invoice-world.ts';
import { newMember } from '../support/team-world.ts';

// Invoices and credit notes: numbers, contents and corrections.

let world: InvoiceWorld;
let place: Place;
beforeAll(async () => {
  world = await openInvoiceWorld();
  place = await world.addPlace({ currency: 'EUR', baseRate: 10_000 });
});
afterAll(() => world.close());

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  world.platform.database.query<Row>(text, values);

const sumOf = (lines: readonly { readonly amount: number }[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0);
const taxOf = ({ lines }: Document) => lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0);

const folioOf = async (id: string) =>
  (
    await world.run<{
      booking: { folio: { total: number; balance: number; charges: { amount: number }[] } };
    }>('query($id: ID!) { booking(id: $id) { folio { total balance charges { kind amount } } } }', { id })
  ).booking.folio;

const addCharge = (bookingId: string, fields: object) =>
  world.run(
    'mutation($input: FolioChargeAddInput!) { folioChargeAdd(input: $input) { userErrors { message } } }',
    {
      input: { bookingId, kind: 'extra', ...fields },
    },
  );

/** A booking at an agreed price without taxes. */
const agreed = (amount: number) =>
  world.enter(place, { nights: 1, price: { mode: 'total', amount, reason: 'Agreed' } });

const cancel = (id: string) =>
  world.run('mutation($id: ID!) { bookingCancel(id: $id) { userErrors { message } } }', { id });

describe('Money 1: tax is rounded once', () => {
  test('50 nights at GBP 241.67 with 20 % on top have a tax of GBP 2,416.70', async () => {
    const at = await world.addPlace({ currency: 'GBP', baseRate: 24_167, taxes: [{ percent: 20 }] });
    const id = await world.enter(at, { nights: 50 });
    const { invoice } = await world.create(id);
    expect(invoice.taxes).toEqual([{ name: 'VAT', percent: 20, net: 1_208_350, amount: 241_670 }]);
    expect(invoice.total).toBe(1_450_020);
    expect((await folioOf(id)).total).toBe(invoice.total);
  });

  test('16 nights at EUR 348.35 less 4 % with 22 % on top have a tax of EUR 1,177.15', async () => {
    const at = await world.addPlace({
      currency: 'EUR',
      baseRate: 34_835,
      taxes: [{ percent: 22 }],
      weekDiscountBp: 400,
    });
    const id = await world.enter(at, { nights: 16 });
    const { invoice } = await world.create(id);
    expect(invoice.taxes).toEqual([{ name: 'VAT', percent: 22, net: 535_066, amount: 117_715 }]);
    expect(invoice.total).toBe(652_781);
    expect(sumOf(invoice.lines)).toBe(652_781);
    expect((await folioOf(id)).charges).toEqual([
      { kind: 'accommodation', amount: 557_360 },
      { kind: 'discount', amount: -22_294 },
      { kind: 'tax', amount: 117_715 },
    ]);
  });
});

describe('Money 2: a full refund is exactly what was paid', () => {
  test('an invoice with included tax is credited with exactly its amounts', async () => {
    const at = await world.addPlace({
      currency: 'GBP',
      baseRate: 2390,
      taxes: [{ percent: 20, inclusive: true }],
      weekDiscountBp: 2500,
    });
    const { invoice } = await world.create(await world.enter(at, { nights: 10 }));
    expect(invoice).toMatchObject({ total: 17_925, balance: 0 });
    expect(invoice.taxes).toEqual([{ name: 'VAT', percent: 20, net: 14_937, amount: 2988 }]);
    const { creditNote } = await world.credit(invoice.id, 17_925);
    expect(creditNote).toMatchObject({ total: -17_925, balance: -17_925, payments: [] });
    expect(creditNote.taxes).toEqual([{ name: 'VAT', percent: 20, net: -14_937, amount: -2988 }]);
    expect(taxOf(creditNote)).toBe(-2988);
  });

  test('a currency without decimals has whole taxes', async () => {
    const at = await world.addPlace({
      currency: 'JPY',
      baseRate: 12_000,
      taxes: [{ percent: 10, inclusive: true }],
    });
    const { invoice } = await world.create(await world.enter(at, { nights: 1 }));
    expect(invoice.taxes).toEqual([{ name: 'VAT', percent: 10, net: 10_909, amount: 1091 }]);
    expect(invoice.total).toBe(12_000);
  });
});

describe('Money 3: shares of a negative amount', () => {
  test.each([
    [[10_000, 10_000, 10_000], 10_000, [-3334, -3333, -3333]],
    [[20_000, 10_000], 10_001, [-6667, -3334]],
  ])('lines of %j are credited with %i as %j', async (amounts, credit, parts) => {
    const [first = 0, ...others] = amounts;
    const id = await agreed(first);
    for (const amount of others) await addCharge(id, { name: 'Dinner', amount });
    const { invoice } = await world.create(id);
    const { creditNote } = await world.credit(invoice.id, credit);
    expect(creditNote.lines.map(({ amount }) => amount)).toEqual(parts);
  });
});

describe('Money 4: the second credit note', () => {
  test('credit notes name their invoice and never exceed it together', async () => {
    const { invoice } = await world.create(await agreed(100_000));
    const first = await world.credit(invoice.id, 10_000, 'No hot water');
    const second = await world.credit(invoice.id, 10_000);
    for (const { creditNote } of [first, second]) {
      expect(creditNote).toMatchObject({
        total: -10_000,
        creditNoteOf: { id: invoice.id, number: invoice.number },
      });
    }
    expect(first.creditNote.reason).toBe('No hot water');
    expect(first.creditNote.number).not.toBe(second.creditNote.number);
    const refused = await world.credit(invoice.id, 80_001);
    expect(refused.creditNote).toBeNull();
    expect(refused.userErrors).toMatchObject([
      { field: ['amount'], code: 'CREDIT_TOO_LARGE', message: expect.stringMatching(/^EUR 800\.00 /) },
    ]);
    const last = await world.credit(invoice.id, 80_000);
    expect(last.creditNote.total).toBe(-80_000);
    const none = await world.credit(invoice.id, 1);
    expect(none.userErrors).toMatchObject([{ code: 'CREDIT_TOO_LARGE' }]);
    expect(await world.find(invoice.id)).toMatchObject({ total: 100_000, credited: 100_000 });
  });

  test('several credits at once never exceed the invoice', async () => {
    const { invoice } = await world.create(await agreed(10_000));
    const done = await Promise.all(Array.from({ length: 8 }, () => world.credit(invoice.id, 3000)));
    expect(done.filter(({ creditNote }) => creditNote !== null)).toHaveLength(3);
    expect(await world.find(invoice.id)).toMatchObject({ credited: 9000 });
  });

  test('a credit note cannot be credited', async () => {
    const { invoice } = await world.create(await agreed(10_000));
    const { creditNote } = await world.credit(invoice.id, 100);
    expect((await world.credit(creditNote.id, 1)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

test('Money 5: an issued invoice stays as it is', async () => {
  const at = await world.addPlace({
    currency: 'EUR',
    baseRate: 10_000,
    taxes: [{ percent: 7, inclusive: true, externalId: 'vat' }],
    name: 'Seeblick',
  });
  await world.run(
    'mutation($input: TeamUpdateInput!) { teamUpdate(input: $input) { userErrors { message } } }',
    {
      input: {
        legalName: 'Lakeside AG',
        taxId: 'CHE-123.456.789 MWST',
        address: 'Seestrasse 1\n3855 Brienz',
      },
    },
  );
  const id = await world.enter(at, { nights: 2 });
  const { invoice } = await world.create(id);
  expect(invoice).toMatchObject({
    issuer: { legalName: 'Lakeside AG', taxId: 'CHE-123.456.789 MWST', address: 'Seestrasse 1\n3855 Brienz' },
    recipient: { name: 'Ada Byron', company: null, vatNumber: null, address: null },
    propertyName: 'Seeblick',
  });
  await world.run(
    'mutation($input: TeamUpdateInput!) { teamUpdate(input: $input) { userErrors { message } } }',
    {
      input: { legalName: 'Other AG', taxId: 'CHE-999', address: 'Elsewhere' },
    },
  );
  await sql(
    `UPDATE checkout.bookings SET guest_first_name = 'Grace', guest_last_name = 'Hopper' WHERE id = $1`,
    [id],
  );
  await sql(`UPDATE catalog.property SET name = 'Other' WHERE id = $1`, [at.propertyId]);
  await sql('UPDATE catalog.tax SET percent = 19 WHERE property_id = $1', [at.propertyId]);
  await cancel(id);
  expect(await world.find(invoice.id)).toEqual(invoice);
  expect((await world.create(id)).userErrors).toMatchObject([
    {
      field: ['input', 'bookingId'],
      code: 'INVOICE_EXISTS',
      message: expect.stringContaining(invoice.number),
    },
  ]);
  await world.credit(invoice.id, invoice.total);
  await addCharge(id, { name: 'Dinner', amount: 5000 });
  const again = await world.create(id, { company: 'Analytical Ltd', vatNumber: 'GB123', address: 'London' });
  expect(again.invoice.number).not.toBe(invoice.number);
  expect(again.invoice).toMatchObject({
    issuer: { legalName: 'Other AG' },
    recipient: { name: null, company: 'Analytical Ltd', vatNumber: 'GB123', address: 'London' },
    propertyName: 'Other',
  });
});

describe('issuing', () => {
  test('concurrent requests for one booking issue one invoice', async () => {
    const id = await agreed(10_000);
    const done = await Promise.all(Array.from({ length: 10 }, () => world.create(id)));
    expect(done.filter(({ invoice }) => invoice !== null)).toHaveLength(1);
    expect(done.flatMap(({ userErrors }) => userErrors).every(({ code }) => code === 'INVOICE_EXISTS')).toBe(
      true,
    );
  });

  test('payments and refunds explain the balance', async () => {
    const id = await agreed(10_000);
    await world.run(
      'mutation($input: FolioRefundRecordInput!) { folioRefundRecord(input: $input) { userErrors { message } } }',
      { input: { bookingId: id, method: 'cash', amount: 2500 } },
    );
    const { invoice } = await world.create(id);
    expect(invoice.payments.map(({ method, amount }) => [method, amount])).toEqual([
      ['other', 10_000],
      ['cash', -2500],
    ]);
    expect(invoice.balance).toBe(invoice.total - sumOf(invoice.payments));
    expect(invoice.balance).toBe((await folioOf(id)).balance);
  });

  test('a voided payment is not on the invoice', async () => {
    const id = await world.enter(place, { nights: 1, payment: 'unpaid' });
    const pay = (method: string) =>
      world.run<{ done: { folio: { payments: { id: string }[] } } }>(
        `mutation($input: FolioPaymentRecordInput!) { done: folioPaymentRecord(input: $input) { folio { payments { id } } } }`,
        { input: { bookingId: id, method, amount: 10_000 } },
      );
    const { done } = await pay('cash');
    await world.run('mutation($id: ID!) { folioPaymentVoid(id: $id) { userErrors { message } } }', {
      id: done.folio.payments[0]?.id,
    });
    await pay('card_terminal');
    const { invoice } = await world.create(id);
    expect(invoice.payments).toMatchObject([{ method: 'card_terminal', amount: 10_000 }]);
    expect(invoice.balance).toBe(0);
  });

  test('a booking without charges, or without a paid hold, has nothing to invoice', async () => {
    const id = await agreed(10_000);
    await addCharge(id, { kind: 'adjustment', name: 'Goodwill', amount: -10_000 });
    expect((await world.create(id)).userErrors).toMatchObject([{ code: 'NOTHING_TO_INVOICE' }]);
    const held = await world.enter(place, { nights: 1, payment: 'unpaid' });
    await sql(`UPDATE checkout.bookings SET status = 'released' WHERE id = $1`, [held]);
    expect((await world.create(held)).userErrors).toMatchObject([{ code: 'BOOKING_RELEASED' }]);
  });

  test.each([
    [{ name: 'x'.repeat(201) }, 'name', 'INVALID'],
    [{ company: 'a\nb' }, 'company', 'INVALID'],
    [{}, 'name', 'INVALID'],
    [{ name: 'Ada', address: `${'a\n'.repeat(9)}b` }, 'address', 'INVALID'],
    [{ name: 'Ada', vatNumber: 'V'.repeat(51) }, 'vatNumber', 'INVALID'],
    [{ name: '4242 4242 4242 4242' }, 'name', 'CARD_DATA'],
  ])('a recipient of %j is refused at its field', async (recipient, field, code) => {
    const { userErrors } = await world.create(await agreed(10_000), recipient);
    expect(userErrors).toMatchObject([{ field: ['input', 'recipient', field], code }]);
  });

  test.each([
    [0, null, 'amount'],
    [-5, null, 'amount'],
    [5, 'x'.repeat(501), 'reason'],
  ])('a credit of %i with the reason %j is refused', async (amount, reason, field) => {
    const { invoice } = await world.create(await agreed(10_000));
    expect((await world.credit(invoice.id, amount, reason)).userErrors).toMatchObject([
      { field: [field], code: 'INVALID' },
    ]);
  });

  test('test bookings have a series of their own', async () => {
    const id = await agreed(10_000);
    await sql('UPDATE checkout.bookings SET test = true WHERE id = $1', [id]);
    const { invoice } = await world.create(id);
    expect(invoice.number).toMatch(/^TEST-\d{4}-0001$/);
  });

  test('the database refuses to change or delete a document', async () => {
    const { invoice } = await world.create(await agreed(10_000));
    await expect(sql('UPDATE checkout.invoices SET total = 1 WHERE id = $1', [invoice.id])).rejects.toThrow(
      /can't be changed/,
    );
    await expect(sql('DELETE FROM checkout.invoices WHERE id = $1', [invoice.id])).rejects.toThrow(
      /can't be changed/,
    );
  });

  test('the activity log names the numbers and amounts', async () => {
    const { invoice } = await world.create(await agreed(10_000));
    await world.credit(invoice.id, 100);
    const rows = await sql<{ kind: string; change: string }>(
      `SELECT kind, change FROM public.team_events WHERE kind IN ('invoice.created', 'credit_note.created')
       ORDER BY id DESC LIMIT 2`,
    );
    expect(rows).toEqual([
      { kind: 'credit_note.created', change: expect.stringMatching(/^CN-\d{4}-\d{4}: EUR -1\.00, /) },
      { kind: 'invoice.created', change: `${invoice.number}: EUR 100.00` },
    ]);
  });
});

describe('access', () => {
  test('the list is in pages, latest first', async () => {
    const id = await agreed(10_000);
    const { invoice } = await world.create(id);
    const { creditNote } = await world.credit(invoice.id, 100);
    const list = async (after: string | null, bookingId: string | null) =>
      (
        await world.run<{
          invoices: { nodes: Document[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
        }>(
          `query($after: String, $bookingId: ID) { invoices(first: 1, after: $after, bookingId: $bookingId) {
            nodes ${DOCUMENT} pageInfo { endCursor hasNextPage } } }`,
          { after, bookingId },
        )
      ).invoices;
    const first = await list(null, null);
    expect(first).toMatchObject({ nodes: [{ id: creditNote.id }], pageInfo: { hasNextPage: true } });
    const second = await list(first.pageInfo.endCursor, id);
    expect(second).toMatchObject({ nodes: [{ id: invoice.id }], pageInfo: { hasNextPage: false } });
    const { booking } = await world.run<{ booking: { invoices: { id: string }[] } }>(
      'query($id: ID!) { booking(id: $id) { invoices { id } } }',
      { id },
    );
    expect(booking.invoices.map((one) => one.id)).toEqual([creditNote.id, invoice.id]);
  });

  test('the export has every invoice and credit note of the team, for roles that can read them', async () => {
    const id = await agreed(10_000);
    const { invoice } = await world.create(id, { company: '=Müller & Söhne', vatNumber: 'DE123456789' });
    const { creditNote } = await world.credit(invoice.id, 2_500, 'Late check-in');
    const path = '/panel/export/invoices.csv?team=lakeside';
    const desk = await newMember(world.platform, 'lakeside', 'front_desk');
    const answer = await desk.open(path);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="invoices.csv"');
    const [titles = '', ...lines] = (await answer.text()).slice(0, -2).split('\r\n');
    expect(titles).toMatch(/^Number,Credit note of,Issued on,/);
    const [documents] = await sql<{ count: number }>(
      "SELECT count(*)::int FROM checkout.invoices i JOIN apps.teams t ON t.id = i.team_id WHERE t.slug = 'lakeside'",
    );
    expect(lines).toHaveLength(documents?.count ?? 0);
    expect(lines[0]).toContain(`${creditNote.number},${invoice.number},`);
    expect(lines[0]).toContain(',-25,');
    expect(lines[1]).toContain(`${invoice.number},,${invoice.issuedOn},no,`);
    expect(lines[1]).toContain(`"'=Müller & Söhne",DE123456789,`);
    expect(lines[1]).toMatch(/,EUR,[\d.]+,[\d.]+,100,/);
    for (const role of ['revenue', 'housekeeping'] as const)
      expect((await (await newMember(world.platform, 'lakeside', role)).open(path)).status).toBe(403);
    expect((await desk.open(path.replace('lakeside', 'harbour'))).status).toBe(403);
    expect((await fetch(`${world.platform.address}${path}`)).status).toBe(401);
  });

  const as = (role: 'front_desk' | 'housekeeping' | 'revenue' | 'manager'): Viewer => ({
    ...world.host.host,
    role,
  });

  test('the front desk reads and issues invoices, and only managers credit them', async () => {
    const { invoice } = await world.create(await agreed(10_000), undefined, as('front_desk'));
    expect(await world.find(invoice.id, as('front_desk'))).toMatchObject({ id: invoice.id });
    await expect(world.credit(invoice.id, 1, null, as('front_desk'))).rejects.toThrow(/role/i);
    expect((await world.credit(invoice.id, 1, null, as('manager'))).userErrors).toEqual([]);
    for (const role of ['housekeeping', 'revenue'] as const) {
      await expect(world.find(invoice.id, as(role))).rejects.toThrow(/role/i);
    }
  });

  test('another team finds and credits nothing', async () => {
    const id = await agreed(10_000);
    const { invoice } = await world.create(id);
    const stranger = (await newDeveloper(world.platform)).host;
    expect(await world.find(invoice.id, stranger)).toBeNull();
    expect((await world.create(id, undefined, stranger)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect((await world.credit(invoice.id, 1, null, stranger)).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
  });

  test('apps need the payment scopes', async () => {
    const id = await agreed(10_000);
    const reader = await installNewApp(world.platform, world.host, { scopes: ['read_payments'] });
    const writer = await installNewApp(world.platform, world.host, {
      scopes: ['read_payments', 'write_payments'],
    });
    const create = (token: string) =>
      graphql(
        world.platform.address,
        `mutation($id: ID!) { invoiceCreate(input: { bookingId: $id }) { invoice { id number } userErrors { code } } }`,
        { token, version: 'unstable', variables: { id } },
      );
    expect(JSON.stringify(await create(reader.token))).toContain('ACCESS_DENIED');
    const { data } = await create(writer.token);
    const made = data as { invoiceCreate: { invoice: { id: string } } };
    const found = await graphql(world.platform.address, 'query($id: ID!) { invoice(id: $id) { total } }', {
      token: reader.token,
      version: 'unstable',
      variables: { id: made.invoiceCreate.invoice.id },
    });
    expect(found.data).toEqual({ invoice: { total: 10_000 } });
  });

  test('redacting the guest leaves the invoice as it was issued', async () => {
    const id = await agreed(10_000);
    const { invoice } = await world.create(id);
    const { booking } = await world.run<{ booking: { guest: { id: string } } }>(
      'query($id: ID!) { booking(id: $id) { guest { id } } }',
      { id },
    );
    await world.run('mutation($id: ID!) { contactRedact(id: $id) { userErrors { message } } }', {
      id: booking.guest.id,
    });
    expect(await world.find(invoice.id)).toEqual(invoice);
  });
});
