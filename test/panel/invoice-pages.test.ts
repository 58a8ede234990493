import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { type InvoiceWorld, openInvoiceWorld, type Place } from '../support/invoice-world.ts';
import { expectGoodGuestPage, expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Invoices in the panel and on the guest's page: issued, credited, listed and printed.

let platform: TestPlatform;
let world: InvoiceWorld;
let place: Place;
let browser: Browser;
let page: Page;
let troubles: readonly string[];
let bookingId: string;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  world = await openInvoiceWorld(platform);
  place = await world.addPlace({
    currency: 'EUR',
    baseRate: 12_500,
    taxes: [{ percent: 8.1, inclusive: true }],
  });
  bookingId = await world.enter(place, { nights: 3 });
  page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  troubles = watch(page).troubles;
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

const panel = () => page.getByRole('main');

test('an owner sets the details that invoices show', async () => {
  await page.goto('/panel/settings');
  const form = panel().locator('form').filter({ hasText: 'Details on invoices' });
  await form.getByLabel('Legal name').fill('Seehof Hotelbetriebe AG');
  await form.getByLabel('Tax ID').fill('CHE-123.456.789 MWST');
  await form.getByLabel('Address').fill('Seestrasse 12\n3855 Brienz\nSchweiz');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved').waitFor();
  await expectGoodLooks(page, 'team-invoice-details');
});

test('the desk issues an invoice to a company and credits it', async () => {
  await page.goto(`/panel/bookings/${bookingId}`);
  await panel().getByRole('button', { name: 'Create invoice' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Ada Byron');
  await dialog.getByLabel('Company').fill('Analytical Engines Ltd');
  await dialog.getByLabel('VAT number').fill('GB123456789');
  await dialog.getByLabel('Address').fill('12 St James’s Square\nLondon SW1Y 4JH');
  await expectGoodLooks(page, 'invoice-create');
  await dialog.getByRole('button', { name: 'Create invoice' }).click();
  await panel()
    .getByRole('link', { name: /^\d{4}-\d{4}$/ })
    .waitFor();
  expect(await panel().getByRole('button', { name: 'Create invoice' }).count()).toBe(0);
  await panel()
    .getByRole('button', { name: /^Credit \d/ })
    .click();
  await dialog.getByLabel('Amount (EUR)').fill('9999');
  await dialog
    .getByText(/can still be credited/)
    .first()
    .waitFor();
  await dialog.getByLabel('Amount (EUR)').fill('100');
  await dialog.getByLabel('Reason').fill('No hot water on the first evening');
  await expectGoodLooks(page, 'invoice-credit');
  await dialog
    .getByRole('button', { name: 'Credit €100.00' })
    .or(dialog.getByRole('button', { name: /^Credit .*100/ }))
    .first()
    .click();
  await panel().getByRole('link', { name: /^CN-/ }).first().waitFor();
  await expectGoodLooks(page, 'booking-invoices');
});

test('the list shows invoices and credit notes', async () => {
  await page.goto('/panel/bookings/invoices');
  await panel()
    .getByText(/^Credit note for /)
    .waitFor();
  await expectGoodLooks(page, 'invoices');
  expect(troubles).toEqual([]);
});

test('the guest opens the page to print from the booking’s page', async () => {
  const { booking } = await world.run<{ booking: { invoices: { number: string; printUrl: string }[] } }>(
    'query($id: ID!) { booking(id: $id) { invoices { number printUrl } } }',
    { id: bookingId },
  );
  const [note, invoice] = booking.invoices;
  const { pathname } = new URL(invoice?.printUrl ?? '');
  const origin = `http://lakeside.localhost:${platform.port}`;
  await page.goto(origin + pathname.replace(/\/invoices.*/, ''));
  await page.getByRole('link', { name: `Invoice ${invoice?.number}`, exact: true }).click();
  await page.getByRole('heading', { name: `Invoice ${invoice?.number}` }).waitFor();
  await expectGoodGuestPage(page, 'invoice-print');
  await page.goto(`${origin}${pathname.replace(/[^/]+$/, '')}${note?.number}`);
  await expectGoodGuestPage(page, 'credit-note-print');
  await page.getByRole('link', { name: /Back to/ }).click();
  await page
    .getByRole('heading', { name: /Booking/ })
    .first()
    .waitFor();
  await expectGoodGuestPage(page, 'guest-invoice-links');
});
