import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

/** Builds a calendar with an event on each of these days from now. */
const calendar = (...days: readonly number[]) =>
  [
    'BEGIN:VCALENDAR',
    ...days.flatMap((day) => [
      'BEGIN:VEVENT',
      `UID:${day}@example.com`,
      `DTSTART;VALUE=DATE:${daysAhead(day).toString().replaceAll('-', '')}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

describe('the calendars page', () => {
  let shown = calendar(5, 6, 7, 20);
  let server: Server;
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let troubles: readonly string[];

  beforeAll(async () => {
    server = createServer((_request, response) => response.end(shown)).listen(0, '127.0.0.1');
    [platform, browser] = await Promise.all([startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }), openBrowser()]);
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
    await page.getByRole('link', { name: 'Channels' }).click();
    await page.getByRole('link', { name: 'iCal calendars' }).click();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
    server.close();
  });

  const link = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ics`;
  const feed = () => page.getByRole('article', { name: /^Airbnb/ });

  test('the calendars page adds a calendar and reads it immediately', async () => {
    await page.getByLabel('Name').fill('Airbnb');
    await page.getByLabel('Export link').fill(link());
    await page.getByLabel('Units per event').fill('50');
    await page.getByRole('button', { name: 'Add calendar' }).click();
    await feed().getByText('Up to date').waitFor();
    await feed().getByText('4 upcoming events').waitFor();
    await feed().getByText('Overbooked').waitFor();
  });

  test('the calendars page changes a calendar', async () => {
    await feed().getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Airbnb' });
    await dialog.getByLabel('Name').fill('Airbnb lake');
    await dialog.getByLabel('Export link').fill('ftp://example.com/a.ics');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.getByLabel('Export link').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Export link').fill(link());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'Airbnb lake' }).waitFor();
  });

  test('the calendar and the first page show which calendar blocks nights', async () => {
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page
      .getByRole('gridcell', { name: /^Airbnb lake, .* overbooked$/ })
      .first()
      .waitFor();
    await page.getByText('overbooked by Airbnb lake').first().waitFor({ state: 'attached' });
    await expectGoodLooks(page, 'Calendar with calendars');
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.getByRole('alert').getByText('Overbooked').waitFor();
    await page
      .getByRole('link', { name: /^Airbnb lake: / })
      .first()
      .click();
    await feed().waitFor();
  });

  test('the calendars page requires confirmation before a shrunken calendar releases nights', async () => {
    shown = calendar(20);
    await feed().getByRole('button', { name: 'Read now' }).click();
    await feed().getByText('3 events gone').waitFor();
    await expectGoodLooks(page, 'Calendars');
    await feed().getByRole('button', { name: "Confirm that they're gone" }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Free nights' }).click();
    await feed().getByText('1 upcoming event').waitFor();
  });

  test('the calendars page removes a calendar', async () => {
    await feed().getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove calendar' }).click();
    await feed().waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
  });
});
