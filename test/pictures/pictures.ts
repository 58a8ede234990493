import type { Page } from 'playwright-core';
import { daysAhead } from '../support/stays.ts';

/** A picture of the product: its page, and the steps to show the relevant content. */
export interface Picture {
  readonly name: string;
  readonly host: string;
  /** Window height in pixels. */
  readonly height: number;
  readonly open: (page: Page, origin: string) => Promise<void>;
}

const STAY = `/stays/1?check_in=${daysAhead(90)}&check_out=${daysAhead(93)}&adults=2`;

export const PICTURES: readonly Picture[] = [
  {
    name: 'stay',
    host: 'lakeside.localhost',
    height: 1_780,
    async open(page, origin) {
      await page.goto(origin + STAY, { waitUntil: 'networkidle' });
    },
  },
  {
    name: 'calendar',
    host: 'localhost',
    height: 800,
    async open(page, origin) {
      await page.goto(`${origin}/panel/calendar`);
      await page.getByRole('gridcell', { name: 'Ada Lovelace' }).first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'today',
    host: 'localhost',
    height: 800,
    async open(page, origin) {
      await page.goto(`${origin}/panel`);
      await page.getByText('Ada Lovelace').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'docs',
    host: 'localhost',
    height: 800,
    async open(page, origin) {
      await page.goto(`${origin}/docs/guides/smart-lock`, { waitUntil: 'networkidle' });
    },
  },
];
