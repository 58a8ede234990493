import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// docs/guides/switch-systems.md: a host brings existing reservations in the panel.

let platform: TestPlatform;
let browser: Browser;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

const HEADER =
  'external_id,property,unit_type,unit,check_in,check_out,adults,children,first_name,last_name,email,phone,status,total,paid,currency,source,note';
const row = (id: string, from: number, total: string) =>
  `${id},Forest Cabins,Spruce Cabin,,${daysAhead(from)},${daysAhead(from + 2)},2,0,Ada,Byron ${id},,,confirmed,${total},0,EUR,Phone,`;
const csv = (...rows: readonly string[]) => ({
  name: 'reservations.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...rows].join('\n')),
});

test('a host corrects a file of reservations, imports it and sees the bookings', async () => {
  const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  try {
    await page.goto('/panel/settings/transfer');
    const choose = async (file: ReturnType<typeof csv>) => {
      const opened = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose reservations' }).click();
      await (await opened).setFiles(file);
    };
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download example' }).click();
    expect((await download).suggestedFilename()).toBe('reservations.csv');

    await choose(csv(row('A-1', 300, '400.00'), row('A-2', 310, 'much')));
    const rows = page.getByRole('table', { name: 'Rows of the file' });
    await page.getByText('Correct 1 row with errors').waitFor();
    await rows.getByRole('row', { name: /^3 .*Error total: / }).waitFor();
    const result = page.getByRole('region', { name: 'What the file would import' });
    const focused = <T>(read: string) => page.evaluate<T>(`(document.activeElement).${read}`);
    expect(await focused('ariaLabel')).toBe('What the file would import');
    expect(await focused('previousElementSibling.querySelector("h2").textContent')).toBe(
      'Import reservations',
    );
    const top = () => focused<number>('getBoundingClientRect().top');
    await expect.poll(top).toBeGreaterThanOrEqual(60);
    expect(await top()).toBeLessThan(500);
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
    await expectGoodLooks(page, 'reservations-checked');

    await choose(csv(row('A-1', 300, '400.00'), row('A-2', 310, '380.00')));
    await page.getByRole('button', { name: 'Import 2 bookings' }).waitFor();
    expect(await page.getByText('with errors').count()).toBe(0);
    expect(await result.count()).toBe(1);
    await page.getByRole('button', { name: 'Import 2 bookings' }).click();
    await page.getByText('Done: 2 bookings imported.').waitFor();
    await page.getByRole('link', { name: 'Show the imported bookings' }).click();
    const bookings = page.getByRole('table', { name: 'Bookings' });
    await bookings.getByText('Ada Byron A-1').waitFor();
    expect(await bookings.getByRole('row').count()).toBe(3);
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const lines = readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    await page.getByRole('button', { name: 'Show all bookings' }).click();
    await page.getByRole('button', { name: 'Show all bookings' }).waitFor({ state: 'detached' });
  } finally {
    await page.context().close();
  }
});
