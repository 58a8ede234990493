import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Problems found while tabbing: controls not reached in order or without a visible focus, as shortened
 * markup.
 */
interface Walked {
  /** Visible controls that neither Tab nor a reached control's arrow keys reach. */
  readonly unreached: readonly string[];
  /** Controls that look the same with and without the focus. */
  readonly unmarked: readonly string[];
  /** Controls that precede earlier-reached ones in the document. */
  readonly disordered: readonly string[];
}

/** Possible starting points for a walk. */
type Root = 'html' | '#content' | '[role=dialog]';

/**
 * Presses Tab from the beginning of `root` until the focus has left it, or is back at the start: every
 * control must be reached, in document order, and show its focus. A dialog keeps the focus, and may begin in
 * its middle.
 */
export async function expectKeyboard(page: Page, root: Root): Promise<void> {
  const controls = await page.evaluate<number>(`(${BEGIN})('${root}')`);
  let left = false;
  // Dates take a Tab for each part.
  for (let presses = 0; !left && presses < controls * 3 + 50; presses++) {
    await page.keyboard.press('Tab');
    left = await page.evaluate<boolean>('walk.step()');
  }
  const { unreached, unmarked, disordered } = await page.evaluate<Walked>('walk.end()');
  expect({
    left,
    unreached,
    unmarked,
    disordered: disordered.slice(root === '[role=dialog]' ? 1 : 0),
  }).toEqual({
    left: true,
    unreached: [],
    unmarked: [],
    disordered: [],
  });
}

/**
 * Expects that button's dialog to open, be walkable and close by keyboard, with the focus back on the button
 * afterwards.
 */
export async function expectDialog(page: Page, button: string | RegExp): Promise<void> {
  const opener = page.locator('#content').getByRole('button', { name: button }).first();
  await opener.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.locator(':focus').waitFor();
  await expectKeyboard(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await opener.and(page.locator(':focus')).waitFor();
}

/**
 * Returns what shows a control's focus, as text: the look of the control, of what is drawn beside it in its
 * place, and of the field around it.
 */
export const LOOK_OF = `(control) => {
  const around = (element, levels) =>
    levels === 0 || !element ? [] : [element, ...around(element.parentElement, levels - 1)];
  return [...around(control, 4), ...(control.parentElement?.querySelectorAll(':scope > *') ?? [])].map((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(element);
    return [outlineStyle !== 'none' && [outlineStyle, outlineWidth, outlineColor], boxShadow, borderColor].join();
  }).join(';');
}`;

/** Begins a walk in the page, as `walk`; returns the number of controls to reach. */
const BEGIN = `(selector) => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"], [contenteditable=true]';
  const ARROWS = '[role=tablist], [role=grid]';
  const root = document.querySelector(selector);
  const isThere = (control) =>
    control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    !control.matches(':disabled') && !control.closest('[inert], [aria-hidden=true]');
  const controls = () => [...root.querySelectorAll(CONTROLS)].filter(isThere);
  const markup = ({ outerHTML }) => outerHTML.replace(/ (class|style)="[^"]*"/g, '').slice(0, 160);
  const isBefore = (one, other) => other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING;

  const lookOf = ${LOOK_OF};
  if (!globalThis.walk) {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  }

  const looks = new Map();
  const reached = () => [...looks.keys()];
  const note = () => looks.set(document.activeElement, lookOf(document.activeElement));
  const isLedTo = (control) =>
    control.type === 'radio'
      ? reached().some(({ type, name }) => type === 'radio' && name === control.name)
      : control.tabIndex < 0 && reached().some((other) => control.closest(ARROWS)?.contains(other));
  globalThis.walk = {
    step() {
      const { activeElement } = document;
      if (activeElement === document.body || !root.contains(activeElement)) return true;
      if (looks.size > 1 && activeElement === reached()[0]) return true;
      if (!looks.has(activeElement)) note();
      return false;
    },
    end() {
      const { activeElement } = document;
      activeElement.blur();
      const stayed = reached().filter(({ isConnected }) => isConnected);
      const found = {
        unreached: controls().filter((control) => !looks.has(control) && !isLedTo(control)).map(markup),
        unmarked: stayed
          .filter((control) => control.localName !== 'iframe' && lookOf(control) === looks.get(control))
          .map(markup),
        disordered: stayed.filter((control, i) => i > 0 && isBefore(control, stayed[i - 1])).map(markup),
      };
      activeElement.focus();
      return found;
    },
  };
  // Where a field has the focus already, the walk would begin there.
  if (selector === 'html') root.tabIndex = -1;
  if (selector !== '[role=dialog]') root.focus();
  else if (root.contains(document.activeElement) && document.activeElement !== document.body) note();
  return controls().length;
}`;
