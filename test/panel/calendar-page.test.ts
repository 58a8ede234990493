import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { findings, keepPicture, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

describe('the calendar', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    await bookStay(platform, { checkIn: daysAhead(1), checkOut: daysAhead(4), guest: 'Ada Lovelace' });
    await bookStay(platform, { checkIn: daysAhead(2), checkOut: daysAhead(6), guest: 'Bea Smith' });
    await bookStay(platform, { checkIn: daysAhead(6), checkOut: daysAhead(9), guest: 'Cleo Lovell' });
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await stay('Bea Smith', 'Not assigned').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  /** A guest's stay in a lane: `Unit 1` or `Not assigned`. */
  const stay = (guest: string, unit: string) =>
    page.getByRole('gridcell', { name: `${guest}, ${unit},` }).first();
  const night = (date: string) => page.locator(`[role=gridcell][data-date="${date}"]`).first();
  const focused = () =>
    page.locator(':focus').evaluate((cell) => cell.getAttribute('aria-label') ?? cell.textContent);
  const lane = (unit: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: unit, exact: true }) })
      .first();

  test('a stay keeps the focus when Alt and an arrow key move it to the next free unit', async () => {
    await stay('Ada Lovelace', 'Not assigned').press('Alt+ArrowDown');
    await stay('Ada Lovelace', 'Unit 1').waitFor();
    expect(await focused()).toMatch(/^Ada Lovelace, Unit 1,/);
    expect(await page.getByRole('gridcell', { name: 'Ada Lovelace' }).count()).toBe(1);
  });

  test('a stay can be dragged to another unit', async () => {
    await stay('Bea Smith', 'Not assigned').dragTo(lane('Unit 2'));
    await stay('Bea Smith', 'Unit 2').waitFor();
  });

  test('a stay that moves with the keyboard skips a taken unit', async () => {
    await stay('Ada Lovelace', 'Unit 1').press('Alt+ArrowDown');
    await stay('Ada Lovelace', 'Unit 3').waitFor();
    expect(await focused()).toMatch(/^Ada Lovelace, Unit 3,/);
    await page.keyboard.press('Alt+ArrowUp');
    await stay('Ada Lovelace', 'Unit 1').waitFor();
    expect(await focused()).toMatch(/^Ada Lovelace, Unit 1,/);
  });

  test('a stay can be moved to another unit from its details', async () => {
    await stay('Cleo Lovell', 'Not assigned').press('Enter');
    const details = page.getByRole('dialog', { name: 'Cleo Lovell' });
    await details.getByText('3 nights').waitFor();
    await details.getByLabel('Unit', { exact: true }).selectOption('Unit 1');
    await details.getByRole('button', { name: 'Move' }).click();
    await stay('Cleo Lovell', 'Unit 1').waitFor();
    await expect.poll(focused).toMatch(/^Cleo Lovell, Unit 1,/);
  });

  test('the calendar explains why a stay moves back from a taken unit', async () => {
    await stay('Ada Lovelace', 'Unit 1').dragTo(lane('Unit 2'));
    await page.getByRole('alert').getByText('Unit 2 is assigned to booking').waitFor();
    await stay('Ada Lovelace', 'Unit 1').waitFor();
    await page.getByRole('button', { name: 'Close the message' }).click();
  });

  test('arrow keys, Home and End move between cells', async () => {
    await stay('Ada Lovelace', 'Unit 1').focus();
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toMatch(/EUR|free/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    expect(await focused()).toMatch(/^Unit 1, /);
    await page.keyboard.press('End');
    expect(await focused()).toMatch(/^Unit 1, .*free$/);
    await page.keyboard.press('Control+Home');
    expect(await page.locator('[role=grid] [tabindex="0"]').count()).toBe(1);
  });

  test('a host selects nights with the keyboard and changes their price', async () => {
    await night(daysAhead(10)).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(3);
    await page.keyboard.press('Enter');
    const editor = page.getByRole('dialog', { name: /^Change nights/ });
    expect(await editor.getByLabel('First night').inputValue()).toBe(daysAhead(10));
    expect(await editor.getByLabel('Last night').inputValue()).toBe(daysAhead(12));
    await editor.getByLabel('Rate per night (EUR)').fill('321');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText(/^Saved for 3 nights/).waitFor();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: 'EUR 321.00' }).first().waitFor();
    await expect.poll(focused).toMatch(/321\.00/);
  });

  test('dragging over nights selects them for the editor', async () => {
    await night(daysAhead(13)).hover();
    await page.mouse.down();
    await night(daysAhead(15)).hover();
    await page.mouse.up();
    const editor = page.getByRole('dialog', { name: /^Change nights/ });
    expect(await editor.getByLabel('Last night').inputValue()).toBe(daysAhead(15));
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
  });

  test('a new booking can begin with the selected nights', async () => {
    await night(daysAhead(10)).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New booking' }).click();
    const form = page.getByRole('dialog', { name: 'New booking' });
    expect(await form.getByLabel('Check-in').inputValue()).toBe(daysAhead(10));
    expect(await form.getByLabel('Check-out').inputValue()).toBe(daysAhead(11));
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('the address has the property and the start date of a range across months', async () => {
    await page.goto(`/panel/timeline?property=1&from=${daysAhead(40)}`);
    await page.waitForURL(`**/panel/calendar?property=1&from=${daysAhead(40)}`);
    await night(daysAhead(61)).waitFor();
    await page.getByRole('button', { name: 'Later nights' }).click();
    await page.waitForURL(`**/panel/calendar?property=1&from=${daysAhead(61)}`);
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await stay('Ada Lovelace', 'Unit 1').waitFor();
    await page.waitForURL('**/panel/calendar?property=1');
  });

  test.each([
    ['desk', 1440],
    ['phone', 390],
  ] as const)(
    'the calendar passes axe on a %s, in light and dark mode, with targets large enough for fingers',
    async (_where, width) => {
      await page.setViewportSize({ width, height: 900 });
      await stay('Ada Lovelace', 'Unit 1').waitFor();
      await page.locator('[role=rowgroup][aria-busy=true]').waitFor({ state: 'detached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        expect(await findings(page)).toEqual([]);
        await keepPicture(page, `Calendar-${colorScheme}-${width}`);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      if (width === 390)
        expect(await smallest(page.locator('[role=gridcell]:not([data-stay])'))).toBeGreaterThanOrEqual(44);
      expect(troubles).toEqual([]);
    },
  );
});

/** Returns the smallest width or height of some elements, in pixels. */
const smallest = (elements: Locator): Promise<number> =>
  elements.evaluateAll((all) =>
    Math.min(
      ...all.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        return [width, height];
      }),
    ),
  );
