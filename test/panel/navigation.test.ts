import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOVED } from '../../panel/moved.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { expectGoodLooks, openPanel, PHONE_WIDTH } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/guides/panel.md: the navigation, its tabs, and former addresses.

/** A host's entries, as listed in the guide. */
const ENTRIES = [
  ['Today', 'Calendar', 'Bookings', 'Guests', 'Inbox', 'Tasks', 'Reports'],
  ['Properties', 'Rates & plans', 'Site', 'Channels', 'Automation', 'Apps', 'Team', 'Settings'],
].flat();

/** Entries with tabs, and the tabs' names. */
const TABS: Readonly<Record<string, readonly string[]>> = {
  Bookings: ['All bookings', 'Requests', 'Invoices'],
  Tasks: ['All tasks', 'My tasks', 'Housekeeping', 'Guests today'],
  Reports: [
    'Occupancy and revenue',
    'Pace',
    'Stays',
    'Cancellations',
    'Arrivals',
    'Taxes',
    'Payments',
    'Balances due',
  ],
  'Rates & plans': ['Rates', 'Rate plans', 'Cancellation policies', 'Fees and taxes'],
  Site: ['General', 'Look', 'Theme', 'Placements'],
  Channels: ['Channel apps', 'iCal calendars'],
  Automation: ['Task types', 'Messages'],
  Apps: ['Installed apps', 'App store'],
  Team: ['Members', 'Activity'],
  Settings: ['General', 'Import and export', 'Billing'],
};

describe('the navigation', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let troubles: readonly string[];
  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  const panel = () => page.getByRole('navigation', { name: 'Panel' });
  const entry = (name: string) => panel().getByRole('link', { name, exact: true });
  const tabsOf = (name: string) => page.getByRole('navigation', { name, exact: true }).getByRole('link');
  const tabOf = (name: string, tab: string) =>
    tabsOf(name).and(page.getByRole('link', { name: tab, exact: true }));

  test("an owner's navigation lists daily pages, set-up pages and the way to their site", async () => {
    await panel().getByRole('link', { name: 'View your site' }).waitFor();
    expect(await panel().getByRole('link').allInnerTexts()).toEqual([...ENTRIES, 'View your site']);
    const site = await panel().getByRole('link', { name: 'View your site' }).getAttribute('href');
    expect(site).toBe(`http://lakeside.localhost:${platform.port}/`);
  });

  test.each(Object.entries(TABS))('the entry %s has the tabs %j', async (name, tabs) => {
    await entry(name).click();
    await tabsOf(name).first().waitFor();
    expect(await tabsOf(name).allInnerTexts()).toEqual(tabs);
    for (const tab of tabs) {
      await tabOf(name, tab).click();
      await expect.poll(() => tabOf(name, tab).getAttribute('aria-current')).toBe('page');
      expect(await entry(name).getAttribute('aria-current')).toBe('page');
    }
    expect(troubles).toEqual([]);
  });

  test.each(Object.entries(MOVED))(
    'the former address %s redirects to %s and keeps its query and hash',
    async (from, to) => {
      await page.goto(`/panel${from.replace(':id', '1')}?storefront=2#here`);
      const [path = '', own] = to.replace(':id', '1').split('?');
      const query = own === undefined ? 'storefront=2' : `${own}&storefront=2`;
      await page.waitForURL(`${platform.address}/panel${path}?${query}#here`);
    },
  );

  test("each page's help opens the hosts' section about it, in a new tab", async () => {
    const help = page.getByRole('link', { name: 'Help with this page' });
    for (const [name, title] of [
      ['Rates & plans', 'Rates and availability'],
      ['Inbox', 'Messages'],
      ['Team', 'Your team'],
    ] as const) {
      await entry(name).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      const [opened] = await Promise.all([page.waitForEvent('popup'), help.click()]);
      await opened.getByRole('heading', { level: 1, name: title }).waitFor();
      await opened.close();
    }
    expect(troubles).toEqual([]);
  });

  test("on a phone, the bar shows the team's name, and the navigation has the help", async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: PHONE_WIDTH, height: 800 });
    const bar = page.getByRole('banner');
    const name = await bar.getByText('Lakeside Stays').boundingBox();
    expect(name?.width).toBeGreaterThan(40);
    await bar.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('link', { name: 'Help with this page' }).waitFor();
    await bar.getByRole('button', { name: 'Close the navigation' }).click();
    await page.setViewportSize({ width, height });
  });

  test('tabs fit a phone', async () => {
    await page.goto('/panel/rates/charges');
    await page.getByRole('table', { name: 'Fees' }).waitFor();
    await expectGoodLooks(page, 'tabs', [1440, 390]);
  });

  test('a host starts to develop apps under Settings', async () => {
    await entry('Settings').click();
    await page.getByRole('link', { name: 'Develop apps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your apps' }).waitFor();
    await entry('Your apps').waitFor();
    await entry('Today').click();
    await entry('Your apps').waitFor({ state: 'detached' });
  });
});
