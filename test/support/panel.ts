import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright-core';
import { expect } from 'vitest';
import { plainBrowser, signIn } from './oauth.ts';
import type { TestPlatform } from './platform.ts';
import { EFFORT } from './seeded.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * A demo account in the panel, signed in without loading the page for it, in a separate browser context; ends
 * on `/panel`.
 */
export async function openPanel(
  platform: TestPlatform,
  browser: Browser,
  { who = 'host', lands = 'Today', watching, ...context }: OpenPanel = {},
): Promise<Page> {
  const opened = await browser.newContext({
    baseURL: platform.address,
    reducedMotion: 'reduce', // animations have no viewer, and tests would wait for them
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

/** Chooses the first option of a searchable field that contains a typed text, with the keyboard. */
export async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.clear();
  await field.pressSequentially(text);
  const list = page.locator(`[id="${await field.getAttribute('aria-controls')}"]`);
  await list.locator('[data-combobox-selected]').filter({ hasText: text }).waitFor();
  await field.press('Enter');
}

/** Width of a desk, and of the narrowest supported phone. */
const DESK_WIDTH = 1440;
export const PHONE_WIDTH = 360;
export const WIDTHS: readonly number[] = [DESK_WIDTH, PHONE_WIDTH];
/** Widths of a desk and a usual phone. */
const GUEST_WIDTHS = [DESK_WIDTH, 390];

/** A page's color scheme and width, with axe's rules to apply; all if empty. */
type Look = readonly [colorScheme: 'dark' | 'light', width: number, rules: readonly string[]];

/**
 * Every combination of a width and a color scheme, where dark differs only in contrast; with less than full effort one
 * of them, chosen by the page's name. Problems in only one combination are rare, and each look takes a second.
 */
export function looksIn(name: string, widths: readonly number[]): readonly Look[] {
  const looks = widths.flatMap((width): Look[] => [
    ['dark', width, ['color-contrast']],
    ['light', width, []],
  ]);
  if (EFFORT >= 1) return looks;
  const [colorScheme, width] = looks[
    createHash('sha256').update(name).digest().readUInt8() % looks.length
  ] as Look;
  return [[colorScheme, width, []]];
}

/** Expects the current page to pass axe and fit its window, and stores a picture of it, in each of its looks. */
export async function expectGoodLooks(page: Page, name: string, widths = WIDTHS): Promise<void> {
  const shown = (colorScheme: string) =>
    page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await expectGoodLook(page, name, shown, widths);
}

/**
 * The same for a guest page, whose colors follow the browser immediately; pictures show all of it, on a phone
 * with 390 pixels.
 */
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
  for (const width of widths) await expectFit(page, name, width);
  for (const [colorScheme, width, rules] of looksIn(name, widths)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await shown(colorScheme);
    expect(await seriousFindings(page, rules), `${name}, ${colorScheme}, ${width} pixels`).toEqual([]);
    await keepPicture(page, `${name}-${colorScheme}-${width}`, picture);
  }
  await page.setViewportSize({ width: widths[0] ?? DESK_WIDTH, height: 900 });
}

/** Expects the page to scroll only vertically in a window with that width. */
export async function expectFit(page: Page, name: string, width = PHONE_WIDTH): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const scrolled = () => page.evaluate('document.documentElement.scrollWidth');
  await expect.poll(scrolled, { message: `${name}, ${width} pixels` }).toBe(width);
}

interface OpenPanel extends BrowserContextOptions {
  /** A demo account's key. */
  readonly who?: string;
  /** Heading of the page that the account reaches. */
  readonly lands?: string;
  /** Called with the page before its first navigation. */
  readonly watching?: (page: Page) => void;
}

/** Rows that show the previous data while the next are read, with less contrast. */
const DIMMED = 'table[aria-busy="true"], [role="rowgroup"][aria-busy="true"]';

/** Rules that count whatever axe-core's impact is: screen readers' users find their way by headings. */
const ALWAYS = ['heading-order'];

/** axe-core's serious and critical findings on the current page, and skipped headings; `rules` limits the check. */
export async function seriousFindings(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  const found = await findings(page, rules);
  const counts = ({ rule, impact }: Finding) =>
    impact === 'serious' || impact === 'critical' || ALWAYS.includes(rule);
  return found.filter(counts).map(({ text }) => text);
}

/** The same for every impact. */
export async function findings(page: Page, rules: readonly string[] = []): Promise<readonly Finding[]> {
  // The panel's own policy would refuse a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  await page.locator(DIMMED).first().waitFor({ state: 'detached' });
  await atRest(page); // colors in transition have a different contrast
  const options = { resultTypes: ['violations'], ...(rules.length && { runOnly: rules }) };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? null,
    text: `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  }));
}

interface Finding {
  readonly rule: string;
  readonly impact: axe.ImpactValue;
  readonly text: string;
}

/** Smallest side of a control for thumbs. */
const THUMB = 44;

/**
 * Returns the visible controls that are narrower or lower than a thumb needs, with their size in pixels. A checkbox counts
 * with its label, and links within a sentence don't count.
 */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  await atRest(page);
  return page.evaluate<readonly string[]>(`(() => {
    const controls = 'a[href], button, summary, select, textarea, input:not([type="hidden"]), [role="menuitem"], [role="tab"]';
    const sizeOf = (control) => {
      const boxes = [control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect());
      const side = (from, until) =>
        Math.max(...boxes.map((box) => box[until])) - Math.min(...boxes.map((box) => box[from]));
      return { width: side('left', 'right'), height: side('top', 'bottom') };
    };
    return [...document.querySelectorAll(controls)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .filter((control) => !control.closest('p') && control.getBoundingClientRect().bottom > 0)
      .map((control) => ({ control, ...sizeOf(control) }))
      .filter(({ width, height }) => Math.min(width, height) < ${THUMB} - 0.01)
      .map(({ control, width, height }) =>
        (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 60) + ': ' + Math.round(width) + ' × ' + Math.round(height));
  })()`);
}

/** Stores a picture of the page for readers of the run. */
export async function keepPicture(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  await atRest(page);
  mkdirSync('test-output/panel', { recursive: true });
  await page.screenshot({ path: `test-output/panel/${name}.png`, ...options });
}

/** Waits until all motion and color changes have ended, except endless ones such as a placeholder's shimmer. */
const atRest = (page: Page) =>
  page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`);
