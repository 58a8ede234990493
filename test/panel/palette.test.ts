import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { bookStay } from '../support/bookings.ts';
import { openBrowser } from '../support/browser.ts';
import { ask } from '../support/developer.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { newMember, PASSWORD } from '../support/team-world.ts';

// docs/guides/panel.md#search: bookings, guests, units and pages, by keyboard.

describe('the search', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let reference: string;
  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    const stay = { checkIn: daysAhead(5), checkOut: daysAhead(7), guest: 'Ada Lovelace' };
    ({ reference } = await bookStay(platform, stay));
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  const field = () => page.getByRole('combobox', { name: /^Search bookings/ });
  const results = (group: string) => page.getByRole('group', { name: group }).getByRole('option');

  test('a booking is found by its reference with the keyboard only', async () => {
    await page.keyboard.press('Control+k');
    await field().fill(reference);
    await results('Bookings').waitFor();
    await expectGoodLooks(page, 'search', [1440, 390]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: reference }).waitFor();
    await field().waitFor({ state: 'detached' });
    expect(await page.locator(':focus').getAttribute('id')).toBe('content');
  });

  test('a guest is found by a part of the email address', async () => {
    await page.getByRole('button', { name: 'Search' }).click();
    await field().fill('ada@');
    await results('Guests').filter({ hasText: 'Ada Lovelace' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  });

  test('a unit is found by its unit type', async () => {
    await page.keyboard.press('Control+k');
    await field().fill('lake view');
    await results('Units').first().waitFor();
    expect(await results('Units').count()).toBe(5);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lake View Double' }).waitFor();
  });

  test('a page is found by its title', async () => {
    await page.keyboard.press('Control+k');
    await field().fill('cancellation');
    await results('Pages').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Cancellation policies' }).waitFor();
  });

  test('the Escape key closes the search and returns the focus', async () => {
    await page.getByRole('button', { name: 'Search' }).press('Enter');
    await field().press('Escape');
    await field().waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).toContain('Search');
  });

  test('housekeeping finds units and pages but no bookings and no guests', async () => {
    const { account } = await newMember(platform, 'lakeside', 'housekeeping');
    const context = await browser.newContext({ baseURL: platform.address, reducedMotion: 'reduce' });
    const cleaner = await context.newPage();
    await cleaner.goto('/login?return_to=%2Fpanel%3Fteam%3Dlakeside');
    await cleaner.getByLabel('Email').fill(`${account.team}@example.com`);
    await cleaner.getByLabel('Password').fill(PASSWORD);
    await cleaner.getByRole('button', { name: 'Sign in' }).click();
    await cleaner.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor();
    await cleaner.keyboard.press('Control+k');
    const typed = cleaner.getByRole('combobox', { name: /^Search bookings/ });
    await typed.fill('la');
    await cleaner.getByRole('group', { name: 'Units' }).waitFor();
    const groups = await cleaner.getByRole('listbox').getByRole('group').count();
    expect(groups).toBe(1);
    await typed.fill(reference);
    await cleaner.getByText('No results.').waitFor();
    await context.close();
  });

  test("the unit search returns at most 20 units of the caller's team", async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const outsider = await demoHost(platform, 'alpine');
    const find = (of: typeof host, search: string, first: number) =>
      ask<{ unitSearch: { unitTypeName: string }[] }>(
        platform,
        of,
        'query($search: String!, $first: Int!) { unitSearch(search: $search, first: $first) { unitTypeName } }',
        { search, first },
      );
    expect((await find(host, 'VIEW dou', 3)).unitSearch.map(({ unitTypeName }) => unitTypeName)).toEqual([
      'Lake View Double',
      'Lake View Double',
      'Lake View Double',
    ]);
    expect((await find(outsider.host, 'Lake View', 20)).unitSearch).toEqual([]);
    expect((await find(host, '%', 20)).unitSearch).toEqual([]);
    await expect(find(host, 'Lake', 21)).rejects.toThrow('first must be 1 to 20.');
  });
});
