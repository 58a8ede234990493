import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { type DeskWorld, type EnteredBooking, openDeskWorld } from '../support/desk-world.ts';
import { type Keys, keysOf } from '../support/keys.ts';
import { openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// docs/guides/panel.md#the-keyboard: bookings, folios, units and stays, with keys only.

let platform: TestPlatform;
let browser: Browser;
let page: Page;
let keys: Keys;
let desk: DeskWorld;
let troubles: readonly string[];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  desk = await openDeskWorld(platform);
  page = await openPanel(platform, browser, { locale: 'en-US', viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(10_000);
  troubles = watch(page).troubles;
  keys = keysOf(page);
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});
afterEach(() => expect(troubles).toEqual([]));

const main = () => page.getByRole('main');
const button = (name: string | RegExp, within: Locator = main()) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = () => page.getByRole('dialog');

/** Opens a page, with the focus on its content. */
async function open(path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`/panel${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await keys.activate(page.getByRole('link', { name: 'Skip to content' }));
  await keys.expectFocus(page.locator('#content'));
}

const show = ({ id, reference }: EnteredBooking) => open(`/bookings/${id}`, reference);

/** Opens a button's dialog, which gets the focus, and closes it with Escape, which returns the focus. */
async function expectOpens(opener: Locator): Promise<void> {
  await keys.activate(opener);
  await dialog().locator(':focus').waitFor();
  await keys.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await keys.expectFocus(opener);
  await keys.press('Enter');
  await dialog().locator(':focus').waitFor();
}

test('the desk enters a booking with keys only, and corrects a refused field', async () => {
  await open('/bookings', 'Bookings');
  await expectOpens(button('New booking'));
  const entry = dialog();
  await entry.getByLabel('Unit type').locator('option').first().waitFor({ state: 'attached' });
  await keys.choose(entry.getByLabel('Unit type'), 'Lake room');
  await keys.typeDate(entry.getByLabel('Check-in'), daysAhead(70));
  await keys.typeDate(entry.getByLabel('Check-out'), daysAhead(72));
  await keys.type(entry.getByLabel('First name'), 'Ida');
  await keys.type(entry.getByLabel('Last name'), 'Rhodes');
  await keys.type(entry.getByLabel('Email'), 'nonsense');
  await keys.press('Enter');
  await keys.expectRefused(entry.getByLabel('Email'), 'The email address is invalid');
  await keys.press('Control+A');
  await page.keyboard.type('ida@example.com');
  await keys.tabTo(entry.getByRole('radio', { name: 'Unpaid' }));
  await keys.press('ArrowRight', 'ArrowRight');
  expect(await entry.getByRole('radio', { name: 'Paid', exact: true }).isChecked()).toBe(true);
  await keys.activate(button('Create booking', entry));
  await page.getByRole('heading', { level: 1, name: /^BK-/ }).waitFor();
  await keys.expectFocusKept();
});

test('the bookings list is filtered, given other columns and saved as a view with keys only', async () => {
  const { reference } = await desk.enter(75, 77, 'Grace Hopper');
  await open('/bookings', 'Bookings');
  const table = page.getByRole('table', { name: 'Bookings' });
  await keys.tabTo(page.getByRole('radio', { name: 'All' }));
  await keys.press('ArrowRight');
  await expect.poll(() => page.url()).toContain('show=');
  await keys.press('ArrowLeft');

  await keys.activate(button('Columns'));
  const columns = page.getByRole('group', { name: 'Columns' });
  const source = columns.getByRole('checkbox', { name: 'Booked by' });
  const wasShown = await source.isChecked();
  await keys.activate(source, 'Space');
  await expect.poll(() => source.isChecked()).toBe(!wasShown);
  await keys.press('Escape');
  await columns.waitFor({ state: 'detached' });
  await keys.expectFocus(button('Columns'));

  await keys.tabTo(page.getByRole('combobox', { name: 'Unit type' }));
  await page.keyboard.type('Lake room');
  await page
    .getByRole('option', { name: 'Lake room' })
    .and(page.locator('[data-combobox-selected]'))
    .waitFor();
  await keys.press('Enter');
  await table.getByText(reference).waitFor();
  await keys.typeDate(page.getByLabel('Check-in from'), daysAhead(74));
  await expect.poll(() => table.getByRole('row').count()).toBe(2);

  await keys.backTo(button('Views'));
  await keys.press('Enter');
  await keys.expectFocus(page.getByRole('menuitem').first());
  await keys.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await keys.expectFocus(button('Views'));
  await keys.press('Enter');
  await keys.expectFocus(page.getByRole('menuitem').first());
  await keys.press('Enter');
  await keys.type(dialog().getByLabel('Name'), 'Lake rooms');
  await keys.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await button('Lake rooms').waitFor();
  await keys.expectFocus(button('Lake rooms'));

  await keys.press('Enter');
  await keys.expectFocus(page.getByRole('menuitem').first());
  await keys.press('End', 'ArrowUp', 'Enter');
  await dialog().getByRole('heading', { name: 'Delete “Lake rooms”?' }).waitFor();
  await keys.activate(button('Delete the view', dialog()));
  await dialog().waitFor({ state: 'detached' });
  await keys.expectFocus(button('Views'));
});

test('the desk adds a charge, records its payment and refund, and removes it with keys only', async () => {
  await show(await desk.enter(80, 82, 'Mary Jackson'));
  const folio = page.getByRole('table', { name: 'Folio' });
  const sum = (name: string) => folio.getByRole('row', { name: new RegExp(`^${name} `) }).last();
  await sum('Balance').getByText('0.00').waitFor();

  await expectOpens(button('Add charge'));
  await keys.type(dialog().getByLabel('Name'), 'Late check-out');
  await keys.type(dialog().getByLabel(/^Amount/), 'much');
  await keys.press('Enter');
  await keys.expectRefused(dialog().getByLabel(/^Amount/), /^.*Enter an amount in EUR above 0\./);
  await keys.press('Control+A');
  await page.keyboard.type('12.50');
  await keys.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await sum('Balance').getByText('12.50').waitFor();
  await keys.expectFocus(button('Add charge'));

  await expectOpens(button('Record payment'));
  await keys.type(dialog().getByLabel('Reference'), 'Receipt 7');
  await keys.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await sum('Balance').getByText('0.00').waitFor();
  await keys.expectFocus(button('Record payment'));

  await expectOpens(button('Record refund'));
  await keys.type(dialog().getByLabel(/^Amount/), '5');
  await keys.activate(button(/^Record EUR/, dialog()));
  await dialog().waitFor({ state: 'detached' });
  await sum('Refunded').getByText('5.00').waitFor();
  await keys.expectFocus(button('Record refund'));

  await keys.backTo(button('Remove Late check-out'));
  await keys.press('Enter');
  await keys.activate(button('Remove', dialog()));
  await dialog().waitFor({ state: 'detached' });
  await button('Remove Late check-out').waitFor({ state: 'detached' });
  await keys.expectFocusKept();
  await keys.expectFocus(main().locator('*'));
});

test('the desk moves a stay to another unit on the calendar with keys only, past a taken unit', async () => {
  await desk.enter(1, 4, 'Ada Lovelace');
  await desk.enter(2, 6, 'Bea Smith');
  const stay = (guest: string, unit: string) =>
    page.getByRole('gridcell', { name: `${guest}, ${unit},` }).first();
  await open(`/calendar?property=${desk.propertyId}`, 'Calendar');
  await stay('Bea Smith', 'Unit 2').waitFor();
  await keys.tabTo(page.locator('[role=grid] [tabindex="0"]'));
  await keys.press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown');
  await keys.expectFocus(stay('Ada Lovelace', 'Unit 1'));
  await keys.press('Alt+ArrowDown');
  await stay('Ada Lovelace', 'Unit 3').waitFor();
  await keys.expectFocus(stay('Ada Lovelace', 'Unit 3'));

  await keys.press('Enter');
  const details = page.getByRole('dialog', { name: 'Ada Lovelace' });
  await details.locator(':focus').waitFor();
  await keys.press('Escape');
  await details.waitFor({ state: 'detached' });
  await keys.expectFocus(stay('Ada Lovelace', 'Unit 3'));
  await keys.press('Enter');
  await keys.choose(details.getByLabel('Unit', { exact: true }), 'Unit 1');
  await keys.activate(details.getByRole('button', { name: 'Move' }));
  await stay('Ada Lovelace', 'Unit 1').waitFor();
  await details.waitFor({ state: 'detached' });
  await keys.expectFocus(stay('Ada Lovelace', 'Unit 1'));
});

test('guests are checked in, and the check-in is undone, on Today with keys only', async () => {
  const { reference } = await desk.enter(0, 2, 'Joan Clarke');
  await open('/', 'Today');
  const arrivals = page.getByRole('table', { name: 'Arrivals' });
  await keys.activate(button(`Check in ${reference}`, arrivals));
  await keys.expectFocus(button(`Undo check-in ${reference}`, arrivals));
  await keys.press('Enter');
  await keys.expectFocus(button(`Check in ${reference}`, arrivals));
});

test('guests are checked out, and the check-out is undone, on Today with keys only', async () => {
  const booking = await desk.enter(10, 12, 'Annie Easley');
  await desk.shift(booking, 12);
  await platform.database.query(
    "UPDATE checkout.bookings SET stay_state = 'in_house', stay_checked_in_at = now() - interval '2 days' WHERE id = $1",
    [Number(booking.id)],
  );
  await open('/', 'Today');
  const departures = page.getByRole('table', { name: 'Departures' });
  await keys.activate(button(`Check out ${booking.reference}`, departures));
  await keys.expectFocus(button(`Undo check-out ${booking.reference}`, departures));
  await keys.press('Enter');
  await keys.expectFocus(button(`Check out ${booking.reference}`, departures));

  const inHouse = main()
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'In house' }) });
  await keys.activate(button(`Check out ${booking.reference}`, inHouse));
  await button(`Check out ${booking.reference}`, inHouse).waitFor({ state: 'detached' });
  await keys.expectFocus(inHouse.locator('*'));
});

test('a no-show is recorded from the booking with keys only, and undone by a check-in', async () => {
  const booking = await desk.enter(20, 24, 'Klara Dan');
  await desk.shift(booking, 22);
  await show(booking);
  await expectOpens(button(`No-show ${booking.reference}`));
  await keys.activate(dialog().getByRole('checkbox'), 'Space');
  await keys.activate(dialog().getByRole('button').last());
  await dialog().waitFor({ state: 'detached' });
  await button(`No-show ${booking.reference}`).waitFor({ state: 'detached' });
  await keys.expectFocusKept();
  await keys.activate(button(`Check in ${booking.reference}`));
  await keys.expectFocusKept();
});

test('units are marked dirty, clean and out of order with keys only', async () => {
  await open('/tasks/housekeeping', 'Housekeeping');
  await keys.tabTo(page.getByLabel('Property'));
  await page.keyboard.type('Seehof');
  const [unit] = desk.units;
  const of = (action: string) => button(`${action}: unit ${unit?.name}`);
  await page.getByRole('heading', { name: 'Lake room' }).waitFor();
  await keys.activate(of('Dirty'));
  await of('Clean').waitFor();
  await keys.expectFocus(of('Clean'));
  await keys.press('Enter');
  await of('Dirty').waitFor();
  await keys.expectFocusKept();
  await expectOpens(of('Out of order'));
  await keys.typeDate(dialog().getByLabel('First night'), daysAhead(100));
  await keys.typeDate(dialog().getByLabel('Last night'), daysAhead(101));
  await keys.type(dialog().getByLabel('Reason'), 'New floor');
  await keys.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await main().getByText('New floor').waitFor();
  await keys.expectFocus(of('Out of order'));
});
