import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookStay } from '../support/bookings.ts';
import { BROWSER_PATH, openBrowser, type Watched, watch } from '../support/browser.ts';
import { keepPicture, openPanel, seriousFindings } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead, searchStays } from '../support/stays.ts';

// Issue "host panel": what a host does every day, in a browser.

let platform: TestPlatform;
let browser: Browser;
beforeAll(async () => {
  platform = await startPlatform();
  browser = await openBrowser();
  const today = daysAhead(0);
  await bookStay(platform, { checkIn: today, checkOut: daysAhead(2), guest: 'Ada Lovelace' });
  await bookStay(platform, { checkIn: daysAhead(5), checkOut: daysAhead(8), guest: 'Bea Smith' });
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

/** Pages and what stands on them once they are there. */
const PAGES: readonly (readonly [name: string, path: string, there: (page: Page) => Promise<void>])[] = [
  ['today', '/panel', (page) => page.getByRole('table', { name: 'Arrivals' }).waitFor()],
  ['bookings', '/panel/bookings', (page) => page.getByText('Bea Smith').waitFor()],
  ['calendar', '/panel/calendar', (page) => page.getByRole('table', { name: /^Nights of/ }).waitFor()],
];

describe.skipIf(BROWSER_PATH === null)('the panel', () => {
  test.each(['light', 'dark'] as const)(
    'in %s: every page passes axe and troubles no policy',
    async (colorScheme) => {
      let watched: Watched | undefined;
      const page = await openPanel(platform, browser, {
        colorScheme,
        reducedMotion: 'reduce',
        watching: (opened) => {
          watched = watch(opened);
        },
      });
      for (const [name, path, there] of PAGES) {
        await page.goto(path);
        await there(page);
        expect(await seriousFindings(page), name).toEqual([]);
        await keepPicture(page, `${name}-${colorScheme}`);
      }
      expect(watched?.troubles).toEqual([]);
      await page.context().close();
    },
  );

  test('fits a phone: nothing is wider than the screen', async () => {
    const viewport = { width: 360, height: 740 };
    const page = await openPanel(platform, browser, { viewport, reducedMotion: 'reduce' });
    for (const [name, path, there] of PAGES) {
      await page.goto(path);
      await there(page);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(viewport.width);
      await keepPicture(page, `${name}-phone`);
    }
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(BROWSER_PATH === null)('bookings', () => {
  test('one that comes in appears by itself, is found, and is marked as paid after a question', async () => {
    const page = await openPanel(platform, browser);
    await page.goto('/panel/bookings');
    await page.getByText('Bea Smith').waitFor();
    const { reference } = await bookStay(platform, {
      checkIn: daysAhead(20),
      checkOut: daysAhead(21),
      guest: 'Cleo Lovell',
    });
    await page.getByText('Cleo Lovell').waitFor();
    await page.getByLabel('Search by guest or reference').fill(reference);
    await page.getByText('Bea Smith').waitFor({ state: 'detached' });
    expect(await page.getByRole('row').nth(1).innerText()).toContain('agent.example');

    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Bookings' }).getByText('Unpaid').waitFor();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('table', { name: 'Bookings' }).getByText('Confirmed').waitFor();
    await page.getByRole('link', { name: reference }).click();
    await page.getByText('cleo@example.com').waitFor();
    await page.context().close();
  });
});

describe.skipIf(BROWSER_PATH === null)('the calendar', () => {
  test('a range that is changed is what an agent finds at its next search', async () => {
    const dates = { check_in: daysAhead(40), check_out: daysAhead(43) };
    const found = async () => {
      const stays = await searchStays(platform.address, 'lakeside.localhost', dates);
      return stays.find(({ title }) => title.startsWith('Lake View Double'));
    };
    const page = await openPanel(platform, browser);
    await page.goto('/panel/calendar');
    await page.getByLabel('Last night').fill(daysAhead(42));
    await page.getByLabel('First night').fill(daysAhead(40));
    await page.getByLabel('Rate a night (EUR)').fill('321.5');
    await page.getByLabel('Units closed').fill('6');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved for 3 nights/).waitFor();
    await expect.poll(found).toMatchObject({ price: 3 * 32_150, available_units: 2 });

    await page.getByLabel('Minimum stay').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(found).toBeUndefined();

    await page.getByLabel('Rate a night (EUR)').fill('ten');
    await page.getByText('An amount in EUR, please.').waitFor();
    await page.getByLabel('Rate a night (EUR)').fill('');
    await page.getByLabel('Units', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved for 3 nights/).waitFor();
    await page.context().close();
  });

  test('nights are picked by keyboard', async () => {
    const page = await openPanel(platform, browser);
    await page.goto('/panel/calendar');
    await page.getByRole('button', { name: 'Month after' }).click();
    const nights = page.locator('button[data-date]');
    await page.locator('button[data-date$="-01"]').press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await nights.and(page.locator('[aria-pressed="true"]')).count()).toBe(9);
    expect(await page.getByLabel('Last night').inputValue()).toMatch(/-09$/);
    await page.context().close();
  });
});
