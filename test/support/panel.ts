import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright-core';
import { expect } from 'vitest';
import { demoAccount } from './oauth.ts';
import type { TestPlatform } from './platform.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core');

/** Signs a demo account in to the panel, in a browser context of its own; ends on `/panel`. */
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
  page.setDefaultTimeout(10_000);
  watching?.(page);
  await page.goto('/login?return_to=%2Fpanel');
  const { email, password } = demoAccount(platform, who);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: lands }).waitFor();
  return page;
}

const WIDTHS = [1440, 390];

/** Colours, and what axe looks at in them: in the dark only the contrast differs. */
const SCHEMES: readonly (readonly ['dark' | 'light', readonly string[]])[] = [
  ['dark', ['color-contrast']],
  ['light', []],
];

/** The page as it is passes axe and fits, in light and dark, on a desk and on a phone; keeps a picture of each of the four. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  const shown = (colorScheme: string) =>
    page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await expectGoodLook(page, name, shown);
}

/** The same of a page for guests, whose colours follow the browser at once; pictures show all of it. */
export async function expectGoodGuestPage(page: Page, name: string): Promise<void> {
  await expectGoodLook(page, `guest-${name}`, () => Promise.resolve(), { fullPage: true });
}

async function expectGoodLook(
  page: Page,
  name: string,
  shown: (colorScheme: string) => Promise<void>,
  picture: PageScreenshotOptions = {},
): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const scrolled = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(scrolled, { message: `${name}, ${width} pixels` }).toBe(width);
    for (const [colorScheme, rules] of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await shown(colorScheme);
      expect(await seriousFindings(page, rules), `${name}, ${colorScheme}, ${width} pixels`).toEqual([]);
      await keepPicture(page, `${name}-${colorScheme}-${width}`, picture);
    }
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
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
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // A script element would be refused by the panel's own policy.
    await page.evaluate(readFileSync(AXE, 'utf8'));
  }
  await atRest(page); // colours on their way have another contrast
  const options = { resultTypes: ['violations'], ...(rules.length && { runOnly: rules }) };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
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
