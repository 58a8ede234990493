import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// The page on which units are marked clean, dirty and out of order, and their readiness on Today.

let platform: TestPlatform;
let browser: Browser;
let page: Page;
let host: Developer;
let troubles: readonly string[];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  host = await demoHost(platform, 'lakeside');
  page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  troubles = watch(page).troubles;
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

const unit = () => page.getByRole('main').getByRole('listitem').first();
/** The first unit's status. */
const badge = (status: string) => unit().locator('.mantine-Badge-root').getByText(status, { exact: true });

test('a unit is marked dirty and clean again with one button each', async () => {
  await page.goto('/panel/tasks/housekeeping');
  await unit()
    .getByRole('button', { name: /^Dirty: / })
    .click();
  await badge('Dirty').waitFor();
  await unit()
    .getByRole('button', { name: /^Clean: / })
    .click();
  await badge('Clean').waitFor();
});

test('a manager puts a unit out of order for some nights, with the reason', async () => {
  await unit()
    .getByRole('button', { name: /^Out of order: / })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First night').fill(daysAhead(40));
  await dialog.getByLabel('Last night').fill(daysAhead(39));
  await dialog.getByLabel('Reason').fill('New floor');
  await expectGoodLooks(page, 'housekeeping-out-of-order');
  await dialog.getByLabel('Last night').fill(daysAhead(41));
  await dialog.getByRole('button', { name: 'Close these nights' }).click();
  await badge('Out of order').waitFor();
  await unit()
    .getByText(/^Nights from .+: New floor$/)
    .waitFor();
  await expectGoodLooks(page, 'housekeeping');
  await unit()
    .getByRole('button', { name: /^Clean: / })
    .click();
  await badge('Clean').waitFor();
});

test('Today shows that a unit is dirty, and asks before guests are checked in to it', async () => {
  const query = (text: string, values: readonly unknown[]) =>
    platform.database.query<{ id: number; unit: number; property: number }>(text, values);
  const [type] = await query(
    `SELECT t.id, u.id AS unit FROM catalog.unit_type t JOIN catalog.unit u ON u.unit_type_id = t.id
     JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 AND t.active AND t.units > 1 ORDER BY t.id, u.id LIMIT 1`,
    [host.teamId],
  );
  const unitId = String(type?.unit);
  const { bookingCreate } = await ask<{ bookingCreate: { booking: { id: string; reference: string } } }>(
    platform,
    host.host,
    'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id reference } userErrors { message } } }',
    {
      input: {
        unitTypeId: String(type?.id),
        checkIn: daysAhead(0),
        checkOut: daysAhead(2),
        adults: 1,
        children: 0,
        quantity: 1,
        guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
        payment: 'paid',
      },
    },
  );
  const { id, reference } = bookingCreate.booking;
  const asked = (text: string, input: object) => ask(platform, host.host, text, { input });
  await asked(
    'mutation($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) { userErrors { code } } }',
    { bookingId: id, unitIds: [unitId] },
  );
  await asked(
    'mutation($input: UnitHousekeepingSetInput!) { unitHousekeepingSet(input: $input) { userErrors { code } } }',
    { unitId, status: 'dirty' },
  );
  // At the property, guests may already count as arrived.
  await platform.database.query(
    `UPDATE checkout.bookings SET stay_state = NULL, stay_checked_in_at = NULL, stay_assumed = false WHERE id = $1`,
    [id],
  );

  await page.goto('/panel');
  const row = page.getByRole('row').filter({ hasText: reference }).first();
  await row.getByText('Dirty', { exact: true }).waitFor();
  await expectGoodLooks(page, 'housekeeping-today');
  await row.getByRole('button', { name: `Check in ${reference}` }).click();
  await page.getByRole('dialog', { name: 'Check in to a dirty unit?' }).waitFor();
  await page.getByRole('button', { name: 'Check in anyway' }).click();
  await row.getByText('In house', { exact: true }).waitFor();
  expect(troubles).toEqual([]);
});

test('the desk finds a unit for a booking that lacks one, and moves its guests to another unit', async () => {
  const made = (text: string, input: object) => ask<{ it: Made }>(platform, host.host, text, { input });
  const property = { name: 'Seehof', currency: 'EUR', timeZone: 'Europe/Zurich' };
  const { it: seehof } = await made(
    'mutation($input: PropertyCreateInput!) { it: propertyCreate(input: $input) { made: property { id } } }',
    { ...property, address: { locality: 'Brienz', country: 'CH' } },
  );
  const { it: type } = await made(
    'mutation($input: UnitTypeCreateInput!) { it: unitTypeCreate(input: $input) { made: unitType { id namedUnits { id } } } }',
    { propertyId: seehof.made.id, name: 'Room', maxGuests: 2, units: 2, baseRate: 10_000 },
  );
  const enter = async (from: number, until: number) =>
    (
      await made(
        'mutation($input: BookingCreateInput!) { it: bookingCreate(input: $input) { made: booking { id } } }',
        {
          unitTypeId: type.made.id,
          checkIn: daysAhead(from),
          checkOut: daysAhead(until),
          adults: 1,
          payment: 'paid',
          guest: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' },
        },
      )
    ).it.made.id;
  await enter(10, 12);
  const second = await enter(12, 14);
  await made(
    'mutation($input: BookingUnitsAssignInput!) { it: bookingUnitsAssign(input: $input) { made: booking { id } } }',
    { bookingId: second, unitIds: [type.made.namedUnits?.[1]?.id] },
  );
  const third = await enter(10, 14);

  await page.goto(`/panel/bookings/${third}`);
  await page.getByRole('button', { name: 'Find a unit' }).click();
  const found = page.getByRole('dialog');
  await found.getByText(/gets unit 1\.$/).waitFor();
  await found.getByText(/moves from unit 1 to unit 2\.$/).waitFor();
  await expectGoodLooks(page, 'booking-find-unit');
  await found.getByRole('button', { name: 'Move bookings' }).click();
  await page.getByText('Unit 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Find a unit' }).waitFor({ state: 'detached' });

  await page.goto(`/panel/bookings/${second}`);
  await page.getByRole('button', { name: 'Move to another unit' }).click();
  const moving = page.getByRole('dialog');
  await moving.getByLabel('First night in the new unit').fill(daysAhead(13));
  await expectGoodLooks(page, 'booking-move-unit');
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await moving.getByText(/Unit 1 is assigned to booking/).waitFor();
  await moving.getByRole('button', { name: 'Cancel' }).click();
  expect(troubles).toEqual([]);
});

interface Made {
  readonly made: { readonly id: string; readonly namedUnits?: readonly { readonly id: string }[] };
}
