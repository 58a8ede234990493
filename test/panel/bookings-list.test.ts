import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer, installNewApp } from '../support/developer.ts';
import { expectGoodLooks, keepPicture, openPanel, smallTargets } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// The bookings list: its statuses and their counts, and its layout on a phone.

let platform: TestPlatform;
let browser: Browser;
let host: Developer;
let desk: Page;
let troubles: readonly string[];
/** References of bookings by status. */
const references: Record<string, string> = {};

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  host = await demoHost(platform, 'lakeside');
  for (const [place, status] of ['held', 'confirmed', 'cancelled', 'released'].entries()) {
    references[status] = await enter(200 + 5 * place, status);
  }
  desk = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  troubles = watch(desk).troubles;
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

/** Enters a booking and gives it a status; returns its reference. */
async function enter(day: number, status: string): Promise<string> {
  const [type] = await platform.database.query<{ id: string }>(
    `SELECT t.id::text FROM catalog.unit_type t JOIN catalog.property p ON p.id = t.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1 AND t.active ORDER BY t.id LIMIT 1`,
    [host.teamId],
  );
  const { bookingCreate } = await ask<{ bookingCreate: { booking: { id: string; reference: string } } }>(
    platform,
    host.host,
    'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id reference } userErrors { message } } }',
    {
      input: {
        unitTypeId: type?.id,
        checkIn: daysAhead(day),
        checkOut: daysAhead(day + 2),
        adults: 2,
        payment: 'paid',
        guest: {
          firstName: 'Ada',
          lastName: `Tabs${day}`,
          email: 'ada@example.com',
          phone: '+41 44 555 01 01',
        },
      },
    },
  );
  await platform.database.query('UPDATE checkout.bookings SET status = $2 WHERE id = $1', [
    bookingCreate.booking.id,
    status,
  ]);
  return bookingCreate.booking.reference;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Bookings' }).locator('tbody tr');

test.each([
  ['All', ['held', 'confirmed', 'cancelled', 'released']],
  ['Unpaid', ['held']],
  ['Confirmed', ['confirmed']],
  ['Cancelled', ['cancelled']],
  ['Released', ['released']],
])('the tab %s of the bookings lists the bookings %j and shows their number', async (label, statuses) => {
  await desk.goto('/panel/bookings');
  await desk.getByPlaceholder(/guest or reference/i).fill('Tabs');
  const tab = desk.getByRole('radiogroup').getByText(`${label} ${statuses.length}`, { exact: true });
  await tab.click();
  await desk
    .getByText(statuses.length === 1 ? '1 booking' : `${statuses.length} bookings`, { exact: true })
    .waitFor();
  const shown = await rows(desk).getByRole('link').allTextContents();
  expect(shown.toSorted()).toEqual(statuses.map((status) => references[status]).toSorted());
});

test('the bookings list fits a desk and a phone in light and dark colors', async () => {
  await desk.goto('/panel/bookings');
  await rows(desk).first().waitFor();
  await expectGoodLooks(desk, 'bookings-list');
  expect(troubles).toEqual([]);
});

test('the bookings list on a phone starts near the top, labels amounts and can be selected as a whole', async () => {
  const phone = await openPanel(platform, browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto('/panel/bookings');
  const first = rows(phone).first();
  await first.waitFor();
  await phone.getByRole('option', { name: /^All [1-9]/ }).waitFor({ state: 'attached' });
  expect((await first.boundingBox())?.y).toBeLessThan(515);
  await keepPicture(phone, 'bookings-list-phone');
  const labels = await phone.evaluate<string[]>(
    `[...document.querySelectorAll('tbody tr:first-child td[data-numeric]')].map((cell) => getComputedStyle(cell, '::before').content)`,
  );
  expect(labels).toEqual(['"Total"', '"Balance"']);
  const all = phone.getByRole('checkbox', { name: 'Select all on this page' });
  await phone.getByText('Select all on this page').tap();
  expect(await all.isChecked()).toBe(true);
  const each = phone.getByRole('checkbox', { name: /^Select BK-/ });
  expect(await each.count()).toBe(await each.and(phone.locator(':checked')).count());
  await phone.getByRole('button', { name: 'Filters' }).tap();
  await phone.getByLabel('Order').waitFor();
  await keepPicture(phone, 'bookings-filters-phone');
  // The headings are hidden on a phone, and the rows are dense.
  const isElsewhere = (name: string) => /^(Sort by |(Select )?BK-)/.test(name);
  expect((await smallTargets(phone)).filter((name) => !isElsewhere(name))).toEqual([]);
  await phone.context().close();
});

test("a booking's page names its tasks as Tasks does, and its guest's phone number can be called", async () => {
  await installNewApp(platform, host, {
    name: 'Batteries',
    capabilities: ['register_task_types'],
    task_types: [{ key: 'smoke_alarms', name: 'Change batteries' }],
  });
  const types = async () =>
    (
      await ask<{ taskTypes: readonly { id: string }[] }>(platform, host.host, '{ taskTypes { id } }')
    ).taskTypes.find(({ id }) => id.endsWith('/smoke_alarms'))?.id;
  await expect.poll(types).toBeDefined();
  const [booking] = await platform.database.query<{ id: string; property: string }>(
    'SELECT id::text, property_id::text AS property FROM checkout.bookings WHERE reference = $1',
    [references['confirmed']],
  );
  const { taskCreate } = await ask<{ taskCreate: { userErrors: readonly unknown[] } }>(
    platform,
    host.host,
    'mutation($input: TaskCreateInput!) { taskCreate(input: $input) { userErrors { code message } } }',
    { input: { taskType: await types(), propertyId: booking?.property, bookingId: booking?.id } },
  );
  expect(taskCreate.userErrors).toEqual([]);
  await desk.goto(`/panel/bookings/${booking?.id}`);
  await desk.getByRole('link', { name: 'View task: Change batteries' }).waitFor();
  expect(await desk.getByText('smoke_alarms').count()).toBe(0);
  const phone = desk.getByRole('link', { name: '+41 44 555 01 01' });
  expect(await phone.getAttribute('href')).toBe('tel:+41445550101');
  await expectGoodLooks(desk, 'booking-with-app-task');
});
