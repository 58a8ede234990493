import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { choose, expectGoodLooks, keepPicture, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

describe('the guests of a team in the panel', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    platform = await startPlatform();
    browser = await openBrowser();
    let night = 5;
    for (const guest of ['Ada Lovelace', 'Ada Lovelace', 'Adah Lovelace', 'Bea Smith', 'Cleo Lovell']) {
      await bookStay(platform, { checkIn: daysAhead(night), checkOut: daysAhead(night + 2), guest });
      night += 3;
    }
    const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    context = page.context();
    await page.close();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  async function open(path: string): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(path);
    return page;
  }
  const guestPage = async (name: string) => {
    const page = await open('/panel/guests');
    await page.getByRole('table', { name: 'Guests' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return page;
  };

  test('a host can find guests by email address, open their bookings and go back', async () => {
    const page = await open('/panel/guests');
    const table = page.getByRole('table', { name: 'Guests' });
    await table.getByText('Bea Smith').waitFor();
    await page.getByLabel('Search by name, email or phone').fill('ada@example');
    await table.getByText('Bea Smith').waitFor({ state: 'detached' });
    await table.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    const bookings = page.getByRole('table', { name: 'Bookings of this guest' });
    await bookings.waitFor();
    expect(await bookings.getByRole('link').count()).toBe(2);
    await bookings.getByRole('link').first().click();
    await page.getByText('Guest and stay').waitFor();
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await page.close();
  });

  test('a host corrects a guest in a form', async () => {
    const page = await guestPage('Bea Smith');
    await page.getByLabel('Notes').fill('Arrives late.');
    await page.getByRole('combobox', { name: 'Phone numbers' }).fill('+41 79 123 45 67');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('+41791234567').waitFor();
    await page.reload();
    await page.getByText('Arrives late.').waitFor();
    await choose(page, 'Country', 'switz');
    await choose(page, 'Language', 'de-CH');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Country' }).inputValue())
      .toBe('Switzerland (CH)');
    expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe(
      'German (Switzerland) (de-CH)',
    );
    await page.close();
  });

  test('a list is marked as loading until the rows for a changed filter arrive', async () => {
    const page = await open('/panel/guests');
    const table = page.getByRole('table', { name: 'Guests' });
    await table.waitFor();
    expect(await table.getAttribute('aria-busy')).toBe('false');
    const held = Promise.withResolvers<void>();
    await page.route('**/panel/graphql', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('ada');
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('true');
    held.resolve();
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('false');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  test('a host merges guests and undoes the merge', async () => {
    const page = await guestPage('Adah Lovelace');
    await page.getByRole('button', { name: 'Merge…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search by name, email or phone').fill('ada@example');
    await dialog.getByLabel('Ada Lovelace').check();
    await keepPicture(page, 'Guests-merge');
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    const bookings = page.getByRole('table', { name: 'Bookings of this guest' }).getByRole('link');
    await expect.poll(() => bookings.count()).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click();
    await expect.poll(() => bookings.count()).toBe(2);
    await page.close();
  });

  test('a host can redact a guest after confirming', async () => {
    const page = await guestPage('Cleo Lovell');
    await page.getByRole('button', { name: 'Redact' }).click();
    await page.getByRole('dialog').getByText('who made 1 held or confirmed booking').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Redact' }).click();
    await page.getByRole('button', { name: 'Erase this person' }).click();
    await page.getByRole('heading', { level: 1, name: 'Redacted guest' }).waitFor();
    await page.getByRole('table', { name: 'Bookings of this guest' }).getByRole('link').click();
    await page.getByRole('link', { name: 'Redacted guest' }).waitFor();
    expect(await page.content()).not.toContain('cleo@example.com');
    await page.close();
  });

  test('the guest pages pass axe in light and dark mode and fit a phone', { timeout: 90_000 }, async () => {
    const page = await guestPage('Bea Smith');
    const { troubles } = watch(page);
    await page.getByRole('table', { name: 'Bookings of this guest' }).waitFor();
    await expectGoodLooks(page, 'Guest');
    await page.getByRole('link', { name: 'All guests' }).click();
    await page.getByRole('table', { name: 'Guests' }).waitFor();
    await keepPicture(page, 'Guests-light');
    expect(troubles).toEqual([]);
    await page.close();
  });
});
