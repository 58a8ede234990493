import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright-core';
import { expect } from 'vitest';
import { plainBrowser, signIn } from './oauth.ts';
import type { TestPlatform } from './platform.ts';
import { EFFORT } from './seeded.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A demo account in the panel, signed in without loading the page for it, in a browser context of its own; ends on `/panel`. */
export async function openPanel(
  platform: TestPlatform,
  browser: Browser,
  { who = 'host', lands = 'Today', watching, ...context }: OpenPanel = {},
): Promise<Page> {
  const opened = await browser.newContext({
    baseURL: platform.address,
    reducedMotion: 'reduce', // no one watches what moves, and tests would wait for it
    ...context,
  });
  const page = await opened.newPage();
  page.setDefaultTimeout(30_000);
  watching?.(page);
  const visitor = plainBrowser(platform.address);
  await signIn(platform, visitor, who);
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: platform.address }));
  await opened.addCookies(cookies.map((cookie) => ({ ...cookie, httpOnly: true })));
  await page.goto('/panel');
  await page.getByRole('heading', { level: 1, name: lands }).waitFor();
  return page;
}

/** Of a desk, and of the narrowest phone that pages fit. */
const DESK_WIDTH = 1440;
export const PHONE_WIDTH = 360;
export const WIDTHS: readonly number[] = [DESK_WIDTH, PHONE_WIDTH];
/** Of a desk and of a usual phone. */
const GUEST_WIDTHS = [DESK_WIDTH, 390];

/** What a page is looked at in, and the rules of axe for it: none named are all. */
type Look = readonly [colorScheme: 'dark' | 'light', width: number, rules: readonly string[]];

/**
 * Every width and every colour; with a full effort every pair of them, where the dark differs in its contrast alone. What is
 * wrong in just one pair is rare, and each look takes a second.
 */
export function looksIn(widths: readonly number[]): readonly Look[] {
  const [desk, phone] = widths;
  if (EFFORT < 1 && desk && phone)
    return [
      ['light', desk, []],
      ['dark', phone, []],
    ];
  return widths.flatMap((width): Look[] => [
    ['dark', width, ['color-contrast']],
    ['light', width, []],
  ]);
}

/** The page as it is passes axe and fits, in light and dark, on a desk and on a phone; keeps a picture of each. */
export async function expectGoodLooks(page: Page, name: string, widths = WIDTHS): Promise<void> {
  const shown = (colorScheme: string) =>
    page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await expectGoodLook(page, name, shown, widths);
}

/** The same of a page for guests, whose colours follow the browser at once; pictures show all of it, on a phone of 390 pixels. */
export async function expectGoodGuestPage(page: Page, name: string): Promise<void> {
  await expectFit(page, name);
  await expectGoodLook(page, `guest-${name}`, () => Promise.resolve(), GUEST_WIDTHS, { fullPage: true });
}

async function expectGoodLook(
  page: Page,
  name: string,
  shown: (colorScheme: string) => Promise<void>,
  widths: readonly number[],
  picture: PageScreenshotOptions = {},
): Promise<void> {
  for (const [colorScheme, width, rules] of looksIn(widths)) {
    await expectFit(page, name, width);
    await page.emulateMedia({ colorScheme });
    await shown(colorScheme);
    expect(await seriousFindings(page, rules), `${name}, ${colorScheme}, ${width} pixels`).toEqual([]);
    await keepPicture(page, `${name}-${colorScheme}-${width}`, picture);
  }
  await page.setViewportSize({ width: widths[0] ?? DESK_WIDTH, height: 900 });
}

/** The page scrolls up and down alone in a window of that width. */
export async function expectFit(page: Page, name: string, width = PHONE_WIDTH): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const scrolled = () => page.evaluate('document.documentElement.scrollWidth');
  await expect.poll(scrolled, { message: `${name}, ${width} pixels` }).toBe(width);
}

interface OpenPanel extends BrowserContextOptions {
  /** Key of a demo account. */
  readonly who?: string;
  /** Heading of the page the account finds itself on. */
  readonly lands?: string;
  /** Called with the page before it goes anywhere. */
  readonly watching?: (page: Page) => void;
}

/** What axe-core finds on the page as it is, serious and critical alone; `rules` names those to look at, or all. */
export async function seriousFindings(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  const found = await findings(page, rules);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

/** The same of every impact. */
export async function findings(page: Page, rules: readonly string[] = []): Promise<readonly Finding[]> {
  // A script element would be refused by the panel's own policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  await atRest(page); // colours on their way have another contrast
  const options = { resultTypes: ['violations'], ...(rules.length && { runOnly: rules }) };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, impact, nodes }) => ({
    impact: impact ?? null,
    text: `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  }));
}

interface Finding {
  readonly impact: axe.ImpactValue;
  readonly text: string;
}

/** Keeps a picture of the page for anyone who reads the run. */
export async function keepPicture(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  await atRest(page);
  mkdirSync('test-output/panel', { recursive: true });
  await page.screenshot({ path: `test-output/panel/${name}.png`, ...options });
}

/** Waits until nothing on the page moves or changes its colour, except what never ends, such as a placeholder's shimmer. */
const atRest = (page: Page) =>
  page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`);
