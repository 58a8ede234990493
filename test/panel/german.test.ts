import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { openInvoiceWorld } from '../support/invoice-world.ts';
import { expectFit, expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// panel/README.md#words: the panel's second language.

const DESK = { viewport: { width: 1440, height: 900 } };

let platform: TestPlatform;
let browser: Browser;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  const world = await openInvoiceWorld(platform);
  const place = await world.addPlace({ currency: 'EUR', baseRate: 123_450 });
  await world.enter(place, { nights: 1 });
  await world.enter(place, { nights: 3 });
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describe('with a German browser', () => {
  let page: Page;
  let watched: ReturnType<typeof watch>;
  beforeAll(async () => {
    page = await openPanel(platform, browser, {
      ...DESK,
      locale: 'de-AT',
      lands: 'Heute',
      watching: (opened) => {
        watched = watch(opened);
      },
    });
  });

  test('the panel is in German, from one catalog, and marks its language', async () => {
    expect(await languageOf(page)).toBe('de');
    const entries = page.getByRole('navigation', { name: 'Panel' }).getByRole('link');
    expect((await entries.allInnerTexts()).slice(0, 7)).toEqual([
      'Heute',
      'Kalender',
      'Buchungen',
      'Gäste',
      'Posteingang',
      'Aufgaben',
      'Berichte',
    ]);
    expect(watched.requests.filter((url) => /\/assets\/de-[^/]+\.js$/.test(url))).toHaveLength(1);
    expect(watched.troubles).toEqual([]);
  });

  test('the list of bookings shows German headings, plural forms and money', async () => {
    await page.goto('/panel/bookings');
    await heading(page, 'Buchungen').waitFor();
    const rows = page.getByRole('row').filter({ hasText: 'Lake room' });
    await rows.filter({ hasText: '3 Nächte' }).waitFor();
    await rows.filter({ hasText: '1 Nacht' }).first().waitFor();
    const total = await rows.filter({ hasText: '1 Nacht' }).first().innerText();
    expect(total.replaceAll('\u00a0', ' ')).toContain('1.234,50 €');
    await page.getByRole('columnheader', { name: 'Aufenthalt' }).waitFor();
  });

  test.each([
    ['/', 'Heute', 'german-today'],
    ['/calendar', 'Kalender', 'german-calendar'],
    ['/bookings', 'Buchungen', 'german-bookings'],
    ['/reports', 'Berichte', 'german-reports'],
  ])('the page %s fits a desk and a phone in German', async (path, title, name) => {
    await page.goto(`/panel${path}`);
    await heading(page, title).waitFor();
    await page.getByRole('main').getByRole('status').first().waitFor({ state: 'hidden' });
    await expectFit(page, name, 390);
    await expectGoodLooks(page, name, [1440, 390]);
    expect(watched.troubles).toEqual([]);
  });
});

describe('with an English browser', () => {
  test('the panel is in English, and loads no catalog', async () => {
    const requests: string[] = [];
    const page = await openPanel(platform, browser, {
      ...DESK,
      locale: 'en-US',
      watching: (opened) => opened.on('request', (request) => requests.push(request.url())),
    });
    expect(await languageOf(page)).toBe('en');
    expect(requests.filter((url) => /\/assets\/de-[^/]+\.js$/.test(url))).toEqual([]);
  });

  test('a person chooses German, which stays for later visits, and English again', async () => {
    const page = await openPanel(platform, browser, { ...DESK, locale: 'en-US' });
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await heading(page, 'Heute').waitFor();
    expect(await languageOf(page)).toBe('de');
    await page.reload();
    await heading(page, 'Heute').waitFor();
    await page.getByRole('button', { name: /^Konto von / }).click();
    const english = page.getByRole('menuitem', { name: 'English' });
    expect(await english.getAttribute('aria-current')).toBeNull();
    await english.click();
    await heading(page, 'Today').waitFor();
    expect(await languageOf(page)).toBe('en');
  });
});
