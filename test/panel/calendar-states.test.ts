import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { findings, keepPicture, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { newMember, PASSWORD } from '../support/team-world.ts';

describe("the calendar's states and properties", () => {
  let platform: TestPlatform;
  let browser: Browser;
  let host: Developer;
  let page: Page;
  let propertyId: string;

  const asked = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}) =>
    ask<T>(platform, host.host, text, variables);

  async function addProperty(name: string): Promise<string> {
    const { made } = await asked<{ made: { property: { id: string } } }>(
      'mutation ($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { property { id } } }',
      {
        input: {
          name,
          currency: 'EUR',
          timeZone: 'Europe/Zurich',
          address: { locality: 'Brienz', country: 'CH' },
          autoAssignUnits: false,
        },
      },
    );
    return made.property.id;
  }

  /** Adds a unit type; returns its id and its units' ids. */
  async function addUnitType(property: string, name: string, units: number) {
    const { made } = await asked<{ made: { unitType: { id: string; namedUnits: { id: string }[] } } }>(
      'mutation ($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id namedUnits { id } } } }',
      { input: { propertyId: property, name, maxGuests: 4, units, baseRate: 10_000 } },
    );
    return { id: made.unitType.id, units: made.unitType.namedUnits.map(({ id }) => id) };
  }

  /** Enters a paid booking, in a unit if given. */
  async function enter(
    unitTypeId: string,
    lastName: string,
    [from, until]: readonly [number, number],
    unit?: string,
  ) {
    const { made } = await asked<{ made: { booking: { id: string }; userErrors: object[] } }>(
      'mutation ($input: BookingCreateInput!) { made: bookingCreate(input: $input) { booking { id } userErrors { message } } }',
      {
        input: {
          externalId: lastName,
          unitTypeId,
          checkIn: daysAhead(from),
          checkOut: daysAhead(until),
          adults: 2,
          guest: { firstName: 'Guest', lastName },
          payment: 'paid',
        },
      },
    );
    expect(made.userErrors).toEqual([]);
    await asked(
      'mutation ($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) { userErrors { message } } }',
      { input: { bookingId: made.booking.id, unitIds: unit ? [unit] : [] } },
    );
  }

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    host = await demoHost(platform, 'lakeside');
    propertyId = await addProperty('Seehof');
    const rooms = await addUnitType(propertyId, 'Room', 3);
    await enter(rooms.id, 'Left', [1, 3], rooms.units[0]);
    await enter(rooms.id, 'Right', [3, 6], rooms.units[1]);
    await enter(rooms.id, 'Wide', [1, 6]);
    const cabin = await addUnitType(propertyId, 'Cabin', 1);
    await enter(cabin.id, 'Stuck', [2, 4], cabin.units[0]);
    for (const [unitId, reason] of [
      [rooms.units[2], 'Paint'],
      [cabin.units[0], 'Leak'],
    ]) {
      await asked(
        'mutation ($input: UnitHousekeepingSetInput!) { unitHousekeepingSet(input: $input) { userErrors { message } } }',
        { input: { unitId, status: 'out_of_order', from: daysAhead(0), until: daysAhead(9), reason } },
      );
    }
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    await page.goto(`/panel/calendar?property=${propertyId}`);
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  const stay = (name: string) => page.getByRole('gridcell', { name });

  test('nights out of order and conflicts have words in addition to colors', async () => {
    await page
      .getByRole('gridcell', { name: /^Unit 3, .*, out of order: Paint$/ })
      .first()
      .waitFor();
    await stay('Guest Stuck, Not assigned').waitFor();
    expect(await stay('Guest Stuck').getAttribute('aria-label')).toMatch(/no unit is free$/);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        expect(await findings(page)).toEqual([]);
        await keepPicture(page, `Calendar-states-${colorScheme}-${width}`);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a stay without a unit gets one through moves of other stays', async () => {
    await stay('Guest Wide, Not assigned').click();
    const details = page.getByRole('dialog', { name: 'Guest Wide' });
    await details.getByRole('button', { name: 'Find a unit' }).click();
    const moves = page.getByRole('dialog', { name: 'Find a unit for the whole stay' });
    await moves.getByRole('listitem').nth(1).waitFor();
    await moves.getByRole('button', { name: 'Move bookings' }).click();
    await stay('Guest Wide, Unit').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toMatch(/^Guest Wide, Unit/);
  });

  test("a revenue manager sees stays and prices but can't move stays", async () => {
    const { account } = await newMember(platform, 'lakeside', 'revenue');
    const context = await browser.newContext({ baseURL: platform.address, reducedMotion: 'reduce' });
    const theirs = await context.newPage();
    await theirs.goto('/login?return_to=%2Fpanel%3Fteam%3Dlakeside');
    await theirs.getByLabel('Email').fill(`${account.team}@example.com`);
    await theirs.getByLabel('Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await theirs.getByRole('button', { name: 'Team: Lakeside Stays' }).waitFor();
    await theirs.goto(`/panel/calendar?property=${propertyId}`);
    const left = theirs.getByRole('gridcell', { name: 'Guest Left' });
    await left.click();
    const details = theirs.getByRole('dialog', { name: 'Guest Left' });
    await details.getByText('2 nights').waitFor();
    expect(await details.getByLabel('Unit', { exact: true }).count()).toBe(0);
    await theirs.keyboard.press('Escape');
    expect(await left.getAttribute('draggable')).toBe('false');
    await theirs
      .getByRole('gridcell', { name: /EUR 100/ })
      .last()
      .click();
    await theirs.getByRole('dialog').getByLabel('Rate per night (EUR)').waitFor();
    await context.close();
  });

  test('the calendar of all properties loads a property once it is near the window', async () => {
    for (let number = 1; number <= 8; number += 1) {
      await addUnitType(await addProperty(`House ${number}`), `Suite ${number}`, 12);
    }
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      const [, id] = /calendarUnitTypes.*"propertyId":"(\d+)"/s.exec(body) ?? [];
      if (id) loaded.add(id);
    });
    await page.goto('/panel/calendar');
    await page.getByRole('rowheader', { name: 'House 8' }).waitFor({ state: 'attached' });
    await page.getByRole('rowheader', { name: 'Unit 1' }).first().waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    const before = loaded.size;
    expect(before).toBeLessThan(8);
    await page.getByRole('rowheader', { name: 'House 8' }).focus();
    await page.getByRole('rowheader', { name: 'Suite 8' }).waitFor();
    expect(loaded.size).toBeGreaterThan(before);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toMatch(/^Unit 1, /);
  });
});
