import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeMedia } from '#subgraphs/catalog/media/commands/purge-media.ts';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { contextOf } from '../support/developer.ts';
import { type InvoiceWorld, openInvoiceWorld, type Place } from '../support/invoice-world.ts';
import { readPdf } from '../support/pdf.ts';
import { plainPhoto, uploadPhoto } from '../support/photos.ts';

// The page to print and the PDF of an invoice, behind its booking's permalink.

let world: InvoiceWorld;
let place: Place;
let guest: StorefrontHttp;
beforeAll(async () => {
  world = await openInvoiceWorld();
  place = await world.addPlace({
    currency: 'EUR',
    baseRate: 10_000,
    taxes: [{ percent: 7, inclusive: true }],
    name: 'Seehof',
  });
  guest = storefrontHttp(world.platform.address, `lakeside.localhost:${world.platform.port}`);
  await world.run(
    'mutation($input: TeamUpdateInput!) { teamUpdate(input: $input) { userErrors { message } } }',
    {
      input: { legalName: 'Seehof AG', taxId: 'CHE-123', address: 'Seestrasse 1\n3855 Brienz' },
    },
  );
});
afterAll(async () => {
  await guest.close();
  await world.close();
});

const RECIPIENT = {
  name: 'Łukasz Žižek',
  company: 'Ωmega ООО',
  vatNumber: 'PL123',
  address: 'Ulica <b>1</b>\nKraków',
};

const ISSUER_AND_RECIPIENT = [
  'Seehof AG',
  'Seestrasse 1',
  '3855 Brienz',
  'Tax ID: CHE-123',
  'Łukasz Žižek',
  'Ωmega ООО',
  'Ulica <b>1</b>',
  'Kraków',
  'VAT number: PL123',
];

const issued = async (stay: object = {}) =>
  (await world.create(await world.enter(place, { nights: 2, ...stay }), RECIPIENT)).invoice;

const pathOf = (url: string) => new URL(url).pathname;

/** Fetches a file from the storefront. */
async function fetchFile(path: string) {
  const host = `lakeside.localhost:${world.platform.port}`;
  const { statusCode, headers, body } = await request(world.platform.address + path, { headers: { host } });
  return { status: statusCode, headers, body: new Uint8Array(await body.arrayBuffer()) };
}

test('the PDF has a text layer with everything that the invoice states, and embedded fonts', async () => {
  const invoice = await issued();
  const { headers, status, body } = await fetchFile(pathOf(invoice.pdfUrl));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'content-disposition': `inline; filename="${invoice.number}.pdf"`,
  });
  const { text, fonts, info } = await readPdf(body);
  const wanted = [
    ISSUER_AND_RECIPIENT,
    ['Invoice', invoice.number, 'Seehof', 'Lake room', 'Accommodation', '186.92', '7%', '13.08', '200.00'],
    ['EUR 200.00', 'VAT, 7%', 'EUR 0.00', 'Paid in full.'],
  ].flat();
  expect(wanted.filter((part) => !text.includes(part))).toEqual([]);
  expect(info.Title).toBe(`Invoice ${invoice.number}`);
  expect(new Set(fonts.values())).toEqual(new Set([true]));
  expect(
    Buffer.from(body)
      .toString('latin1')
      .match(/\/FontFile2 /g),
  ).toHaveLength(2);
});

test('the page to print has no script and states the same', async () => {
  const invoice = await issued();
  const { headers, text } = await guest.get(pathOf(invoice.printUrl));
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(text).not.toMatch(/<script|<b>1/);
  for (const part of [
    invoice.number,
    'Seehof AG',
    'Łukasz Žižek',
    '186.92',
    '13.08',
    'EUR 200.00',
    'Paid in full.',
  ]) {
    expect(text).toContain(part);
  }
});

/** Publishes a look with this logo; null for none. */
async function publishLogo(logoId: string | null): Promise<void> {
  const { storefronts } = await world.run<{ storefronts: { id: string; domain: string }[] }>(
    '{ storefronts { id domain } }',
  );
  const id = storefronts.find(({ domain }) => domain === 'lakeside.localhost')?.id;
  const { storefrontLook } = await world.run<{ storefrontLook: { version: number } }>(
    'query ($id: ID!) { storefrontLook(storefrontId: $id) { version } }',
    { id },
  );
  const input = { storefrontId: id, version: storefrontLook.version, logoId };
  const { set } = await world.run<{ set: { userErrors: unknown[] } }>(
    'mutation ($input: StorefrontLookSetInput!) { set: storefrontLookSet(input: $input) { userErrors { message } } }',
    { input },
  );
  expect(set.userErrors).toEqual([]);
  await world.run(
    'mutation ($id: ID!, $version: Int!) { storefrontLookPublish(storefrontId: $id, version: $version) { userErrors { message } } }',
    { id, version: storefrontLook.version + 1 },
  );
}

test('a document shows the logo of the day it was issued, and keeps its file', async () => {
  const logo = await uploadPhoto(world.platform, world.host.host, await plainPhoto(600, 200));
  await publishLogo(logo.id);
  const withLogo = await issued();
  await publishLogo(null);
  const without = await issued();
  const shown = async ({ printUrl, pdfUrl }: typeof withLogo) => {
    const { text, headers } = await guest.get(pathOf(printUrl));
    const { body } = await fetchFile(pathOf(pdfUrl));
    const source = /<img src="([^"]+)"/.exec(text)?.[1] ?? null;
    const pictures =
      Buffer.from(body)
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length ?? 0;
    return { source, pictures, policy: headers['content-security-policy'] };
  };
  const { source, pictures, policy } = await shown(withLogo);
  expect([pictures, policy]).toEqual([1, expect.stringContaining("img-src 'self'")]);
  expect(await shown(without)).toMatchObject({ source: null, pictures: 0 });

  // The look no longer has the logo, and a month passes.
  await world.platform.database.query(`UPDATE catalog.storefront_looks SET media_ids = '{}', history = '[]'`);
  await world.platform.database.query(
    `UPDATE catalog.media SET updated_at = now() - interval '31 days' WHERE id = $1`,
    [Number(logo.id)],
  );
  await purgeMedia(contextOf(world.platform));
  expect(await fetchFile(source ?? '')).toMatchObject({ status: 200 });
  expect((await shown(withLogo)).pictures).toBe(1);
});

test('a document keeps its text and its bytes after everything behind it has changed', async () => {
  const id = await world.enter(place, { nights: 2 });
  const { invoice } = await world.create(id);
  const before = [
    await fetchFile(pathOf(invoice.pdfUrl)),
    await guest.get(pathOf(invoice.printUrl)),
  ] as const;
  await world.run(
    'mutation($input: TeamUpdateInput!) { teamUpdate(input: $input) { userErrors { message } } }',
    {
      input: { legalName: 'Other AG', taxId: null, address: null },
    },
  );
  await world.run(
    'mutation($input: PropertyUpdateInput!) { propertyUpdate(input: $input) { userErrors { message } } }',
    {
      input: { id: place.propertyId, name: 'Other' },
    },
  );
  await world.run('mutation($id: ID!) { bookingCancel(id: $id) { userErrors { message } } }', { id });
  await world.platform.database.query(
    `UPDATE checkout.bookings SET guest_last_name = 'Other', guest_locale = 'fr' WHERE id = $1`,
    [id],
  );
  const after = [await fetchFile(pathOf(invoice.pdfUrl)), await guest.get(pathOf(invoice.printUrl))] as const;
  expect(Buffer.compare(Buffer.from(after[0].body), Buffer.from(before[0].body))).toBe(0);
  expect(after[1].text.split('<main>')[1]).toBe(before[1].text.split('<main>')[1]);
});

test.each([
  ['de', 'Rechnung', 'Vollständig bezahlt.'],
  ['fr', 'Facture', 'Payée en totalité.'],
  ['es', 'Factura', 'Pagada por completo.'],
  ['it', 'Fattura', 'Interamente pagata.'],
  ['nl', 'Factuur', 'Volledig betaald.'],
])('a guest who speaks %s gets the document and its link in that language', async (language, title, note) => {
  const id = await world.enter(place, { nights: 2 });
  await world.platform.database.query('UPDATE checkout.bookings SET guest_locale = $2 WHERE id = $1', [
    id,
    language,
  ]);
  const { invoice } = await world.create(id);
  const { text } = await guest.get(pathOf(invoice.printUrl));
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(note);
  expect((await readPdf((await fetchFile(pathOf(invoice.pdfUrl))).body)).text).toContain(title);
  const page = await guest.get(pathOf(invoice.printUrl).replace(/\/invoices.*/, ''));
  expect(page.text).toContain(`>${title} ${invoice.number}</a>`);
});

test('a credit note names its invoice and its reason', async () => {
  const invoice = await issued();
  const { creditNote } = await world.credit(invoice.id, 10_000, 'No hot water');
  const { text } = await readPdf((await fetchFile(pathOf(creditNote.pdfUrl))).body);
  for (const part of [
    'Credit note',
    `Corrects invoice ${invoice.number}`,
    'Reason: No hot water',
    'EUR -100.00',
  ]) {
    expect(text.replaceAll('-EUR 100.00', 'EUR -100.00')).toContain(part);
  }
  expect(text).not.toContain('Balance due');
});

test('a long invoice is complete on several pages', async () => {
  const id = await world.enter(place, { nights: 1 });
  for (let at = 0; at < 40; at += 1) {
    await world.run(
      'mutation($input: FolioChargeAddInput!) { folioChargeAdd(input: $input) { userErrors { message } } }',
      {
        input: {
          bookingId: id,
          kind: 'extra',
          name: `Dinner ${at} ${'with a view '.repeat(18)}`,
          amount: 100,
        },
      },
    );
  }
  const { invoice } = await world.create(id);
  const { body } = await fetchFile(pathOf(invoice.pdfUrl));
  const { pages, text } = await readPdf(body);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.every((page, at) => page.includes(`Page ${at + 1} of ${pages.length}`))).toBe(true);
  expect(text.match(/Dinner \d+/g)).toHaveLength(40);
  expect(body.length).toBeLessThan(300_000);
});

test('no one finds a document at another booking or storefront', async () => {
  const [invoice, other] = [await issued(), await issued()];
  const [, permalink = ''] = /(\/bookings\/[^/]+)/.exec(pathOf(other.printUrl)) ?? [];
  for (const path of [
    `${permalink}/invoices/${invoice.number}`,
    `${permalink}/invoices/${invoice.number}.pdf`,
    `${permalink}/invoices/x.exe`,
    '/bookings/not-a-uuid/invoices/1',
  ]) {
    expect((await guest.get(path)).status).toBe(404);
  }
  const elsewhere = storefrontHttp(world.platform.address, `alpine.localhost:${world.platform.port}`);
  expect((await elsewhere.get(pathOf(invoice.printUrl))).status).toBe(404);
  await elsewhere.close();
});

test('a receipt states taxes by rate, payments with date and method, and the issuer', async () => {
  const id = await world.enter(place, { nights: 2 });
  const [row] = await world.platform.database.query<{ path: string }>(
    `SELECT '/bookings/' || permalink_id || '/receipt' AS path FROM checkout.bookings WHERE id = $1`,
    [id],
  );
  await world.run(
    'mutation($input: TeamUpdateInput!) { teamUpdate(input: $input) { userErrors { message } } }',
    {
      input: { legalName: 'Seehof AG', taxId: 'CHE-123', address: 'Seestrasse 1\n3855 Brienz' },
    },
  );
  const { text, status } = await guest.get(row?.path ?? '', { 'accept-language': 'en' });
  expect(status).toBe(200);
  expect(text).toContain(
    '<address><strong>Seehof AG</strong><br>Seestrasse 1<br>3855 Brienz<br>Tax ID: CHE-123</address>',
  );
  expect(text).toMatch(/<th scope="row">VAT, 7%<\/th><td>186\.92<\/td><td>13\.08<\/td>/);
  expect(text).toMatch(/<th scope="row">\d{1,2} \w+ \d{4}, Payment<\/th><td>200\.00<\/td>/);
  const german = await guest.get(`${row?.path}?lang=de`);
  expect(german.text).toContain('Enthaltene Steuern');
});

test.each([
  ['李明', 'LiMing'],
  ['محمد', 'mhmd'],
  ['Zoë 李', 'Zoë Li'],
])('a name whose letters no embedded font has is in Latin letters in the PDF: %s', async (name, latin) => {
  const { invoice } = await world.create(await world.enter(place, { nights: 2 }), { name });
  const { text } = await readPdf((await fetchFile(pathOf(invoice.pdfUrl))).body);
  expect(text).toContain(latin);
  expect((await guest.get(pathOf(invoice.printUrl))).text).toContain(name);
});
