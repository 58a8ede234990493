import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { type InvoiceWorld, openInvoiceWorld } from '../support/invoice-world.ts';
import { expectGoodLooks, keepPicture, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Reports in the panel: charts with tables of the same numbers, arrivals, taxes, payments and balances due.

let platform: TestPlatform;
let world: InvoiceWorld;
let browser: Browser;
let page: Page;
let troubles: readonly string[];
let propertyId: string;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  world = await openInvoiceWorld(platform);
  const place = await world.addPlace({
    currency: 'EUR',
    baseRate: 3333,
    weekDiscountBp: 1000,
    taxes: [{ percent: 10, inclusive: false }],
  });
  propertyId = place.propertyId;
  await world.enter(place, { nights: 7, checkIn: '2027-05-28', checkOut: '2027-06-04' });
  await world.enter(place, { nights: 2, checkIn: '2027-06-10', checkOut: '2027-06-12', payment: 'paid' });
  const lost = await world.enter(place, { nights: 3, checkIn: '2027-06-20', checkOut: '2027-06-23' });
  await world.run('mutation($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id: lost });
  page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  troubles = watch(page).troubles;
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

const panel = () => page.getByRole('main');
const at = (path: string, parameters: Readonly<Record<string, string>>) =>
  page.goto(`/panel${path}?${new URLSearchParams({ property: propertyId, ...parameters })}`);
const cells = async (row: string) =>
  panel().getByRole('row').filter({ hasText: row }).getByRole('cell').allInnerTexts();

/** Clicks *Download CSV* and returns the file's rows, without the titles. */
async function savedRows(): Promise<readonly (readonly string[])[]> {
  const download = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
}

test('a report keeps its choices in the address and shows its numbers in a table', async () => {
  await at('/reports', { from: '2027-05-01', until: '2027-06-30' });
  await panel().getByLabel('By', { exact: true }).selectOption('Month');
  await panel().getByLabel('Chart').selectOption('Room revenue');
  await panel()
    .getByRole('row')
    .filter({ hasText: /^May 2027/ })
    .waitFor(); // rows of days may still be shown
  expect(await cells('May 2027')).toEqual(
    expect.arrayContaining(['EUR\u00a0120.00', 'EUR\u00a030.00', '4', '1,860', '0.2%']),
  );
  expect(new URL(page.url()).searchParams.get('by')).toBe('month');
  expect(new URL(page.url()).searchParams.get('metric')).toBe('room_revenue');
  await panel().locator('canvas').waitFor();
  await expectGoodLooks(page, 'reports');
  await keepPicture(page, 'reports-whole', { fullPage: true });
});

test('the CSV has the table’s numbers', async () => {
  const download = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('report-2027-05-01-2027-06-30.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('May 2027,0.0022,120,30,0.06,4,1860,0.0022,EUR');
});

test('pace shows each arrival month today and a year ago', async () => {
  await at('/reports/pace', { from: '2027-05-01', until: '2027-06-30', chart: 'roomRevenue' });
  await panel().getByRole('row').filter({ hasText: 'May 2027' }).waitFor();
  expect(await cells('May 2027')).toEqual([
    'May 2027',
    '1',
    '0',
    '7',
    '0',
    'EUR\u00a0209.98',
    'EUR\u00a00.00',
  ]);
  expect(await cells('June 2027')).toEqual(expect.arrayContaining(['2', 'EUR\u00a066.66']));
  await panel().getByText('A year ago', { exact: true }).waitFor();
  await expectGoodLooks(page, 'report-pace');
});

test('stays show how early guests book and how long they stay', async () => {
  await at('/reports/stays', { from: '2027-05-01', until: '2027-06-30' });
  await panel().getByLabel('Show').selectOption('Length of stay');
  await panel().getByRole('row').filter({ hasText: '7 nights' }).waitFor();
  expect(await cells('7 nights')).toEqual(['7 nights', '50%', '1', '7', 'EUR\u00a0209.98']);
  await panel().getByText('2 bookings, 4.5 nights on average.').waitFor();
  await expectGoodLooks(page, 'report-stays');
});

test('cancellations show their share and the revenue lost, and the CSV has the same numbers', async () => {
  await at('/reports/cancellations', { from: '2027-06-01', until: '2027-06-30' });
  await panel().getByRole('row').filter({ hasText: 'June 2027' }).waitFor();
  expect(await cells('June 2027')).toEqual(['June 2027', '2', '1', '50%', '3', 'EUR\u00a099.99']);
  await expectGoodLooks(page, 'report-cancellations');
  const download = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('2027-06,2,1,0.5,3,99.99,EUR');
});

test('arrivals list who comes, when and where', async () => {
  await at('/reports/arrivals', { from: '2027-05-01', until: '2027-06-30' });
  await panel().getByRole('link', { name: /^BK-/ }).nth(1).waitFor();
  expect(await panel().getByRole('row').count()).toBe(3);
  expect(await cells('7 nights')).toEqual(expect.arrayContaining(['Fri, 28 May 2027', 'EUR\u00a00.00']));
  await expectGoodLooks(page, 'report-arrivals');
});

test('taxes list the bookings behind each sum', async () => {
  await at('/reports/taxes', { from: '2027-05-01', until: '2027-06-30' });
  await panel().getByText('1 booking').first().click();
  await panel().getByRole('link', { name: /^BK-/ }).first().waitFor();
  await expectGoodLooks(page, 'report-taxes');
});

test('payments open to the single payments', async () => {
  const now = new Date().toISOString().slice(0, 10);
  await at('/reports/payments', { from: '2026-01-01', until: now < '2027-01-30' ? '2027-01-30' : now });
  await panel().getByText('3 payments').click();
  await panel().getByRole('link', { name: /^BK-/ }).first().waitFor();
  await expectGoodLooks(page, 'report-payments');
});

test('the CSV of arrivals contains those of every page', async () => {
  await platform.database.query(
    `INSERT INTO checkout.bookings OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(NULL::checkout.bookings, to_jsonb(b)
       || jsonb_build_object('id', nextval(pg_get_serial_sequence('checkout.bookings', 'id')), 'hold_id', gen_random_uuid(), 'permalink_id', gen_random_uuid(), 'reference', 'BK-COPY-' || n))).*
     FROM (SELECT * FROM checkout.bookings WHERE property_id = $1 AND check_in = '2027-06-10') b, generate_series(1, 60) n`,
    [propertyId],
  );
  await at('/reports/arrivals', { from: '2027-05-01', until: '2027-06-30' });
  await panel().getByRole('link', { name: /^BK-/ }).nth(49).waitFor();
  expect(await savedRows()).toHaveLength(62);
});

test('balances due list what guests owe, and the CSV has the same bookings', async () => {
  const [paid] = await platform.database.query<{ id: string }>(
    "SELECT id::text FROM checkout.bookings WHERE property_id = $1 AND check_in = '2027-05-28'",
    [propertyId],
  );
  await world.run(
    'mutation($input: FolioChargeAddInput!) { folioChargeAdd(input: $input) { userErrors { code } } }',
    { input: { bookingId: paid?.id, kind: 'extra', name: 'Breakfast', amount: 1500, taxIds: [] } },
  );
  await page.goto('/panel/reports/balances');
  await panel().getByRole('link', { name: /^BK-/ }).first().waitFor();
  const shown = await panel().getByRole('link', { name: /^BK-/ }).allInnerTexts();
  await expectGoodLooks(page, 'report-balances');
  expect((await savedRows()).map(([reference]) => reference)).toEqual(expect.arrayContaining(shown));
  expect(troubles).toEqual([]);
});
