import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { LOOK_OF } from './keyboard.ts';

/**
 * A person who uses a page with the keyboard only. Every control on the way must be visible and show its focus.
 */
export interface Keys {
  /** Presses Tab until a control has the focus; fails after `limit` presses. */
  readonly tabTo: (control: Locator, limit?: number) => Promise<void>;
  /** The same with Shift and Tab. */
  readonly backTo: (control: Locator, limit?: number) => Promise<void>;
  /** Moves to a control, forwards, and presses a key: Enter by default. */
  readonly activate: (control: Locator, key?: string) => Promise<void>;
  /** Moves to a field, forwards, and replaces its text. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Moves to a date field, forwards, and types a `YYYY-MM-DD` date in the browser's order. */
  readonly typeDate: (field: Locator, date: string) => Promise<void>;
  /** Moves to a list of choices, forwards, and types the beginning of one. */
  readonly choose: (list: Locator, text: string) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Waits until a control has the focus. */
  readonly expectFocus: (control: Locator) => Promise<void>;
  /** Waits until something has the focus and stays enabled; returns its name. */
  readonly expectFocusKept: () => Promise<string>;
  /** Waits until a field shows a reason that screen readers read with it, and the focus is on the field. */
  readonly expectRefused: (field: Locator, reason: string | RegExp) => Promise<void>;
}

/** Uses a page with the keyboard only. */
export function keysOf(page: Page): Keys {
  async function move(control: Locator, key: string, limit: number): Promise<void> {
    await control.waitFor({ state: 'attached' });
    await aim(control);
    await page.evaluate(`(${WATCH})()`);
    const passed: string[] = [];
    for (let presses = 0; presses <= limit; presses++) {
      if (presses > 0) await page.keyboard.press(key);
      const { name, problem, isReached, isReplaced } = await page.evaluate<Stop>('keys.stop()');
      expect(problem, `${name}, after ${passed.at(-1) ?? 'the beginning'}`).toBeNull();
      if (isReached) return;
      passed.push(name);
      // For example, by a refresh of its list.
      if (isReplaced) await aim(control);
    }
    throw new Error(`${limit} presses of ${key} don't reach ${control}. They pass:\n${passed.join('\n')}`);
  }

  const keys: Keys = {
    tabTo: (control, limit = 90) => move(control, 'Tab', limit),
    backTo: (control, limit = 90) => move(control, 'Shift+Tab', limit),
    async activate(control, key = 'Enter') {
      await keys.tabTo(control);
      await page.keyboard.press(key);
    },
    async type(field, text) {
      await keys.tabTo(field);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
      await expect.poll(() => field.inputValue()).toBe(text);
    },
    async typeDate(field, date) {
      await keys.tabTo(field);
      const [year = '', month = '', day = ''] = date.split('-');
      await page.keyboard.type(`${month}${day}${year}`);
      await expect.poll(() => field.inputValue()).toBe(date);
    },
    async choose(list, text) {
      await keys.tabTo(list);
      await page.keyboard.type(text);
      await expect
        .poll(() => list.locator('option:checked').innerText())
        .toMatch(new RegExp(`^${RegExp.escape(text)}`, 'i'));
    },
    async press(...pressed) {
      for (const key of pressed) await page.keyboard.press(key);
    },
    async expectFocus(control) {
      await control.and(page.locator(':focus')).waitFor();
    },
    async expectFocusKept() {
      await expect.poll(() => page.evaluate(FOCUSED), { timeout: 10_000 }).not.toBeNull();
      return (await page.evaluate<string | null>(FOCUSED)) ?? '';
    },
    async expectRefused(field, reason) {
      await keys.expectFocus(field);
      await expect.poll(() => reasonOf(field)).toMatch(reason);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    },
  };
  return keys;
}

/** A control that Tab reached; `problem` is null if a person sees the focus there. */
interface Stop {
  readonly name: string;
  readonly problem: string | null;
  /** True if it's the control to reach. */
  readonly isReached: boolean;
  /** True if the control to reach is no longer in the document. */
  readonly isReplaced: boolean;
}

/** Returns the name of the control with the focus; null if none has it. */
const FOCUSED = `(() => {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement.matches(':disabled')) return null;
  return activeElement.getAttribute('aria-label') || activeElement.textContent.trim() || activeElement.localName;
})()`;

/** Makes a control the one to reach, as `aimed` in its page. */
const aim = (control: Locator) =>
  control.evaluate((element) => {
    Object.assign(globalThis, { aimed: element });
  });

/** Returns the text that describes a field, for example why it was refused. */
const reasonOf = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    ['aria-describedby', 'aria-errormessage']
      .flatMap((attribute) => (element.getAttribute(attribute) ?? '').split(' ').filter(Boolean))
      .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** Begins to watch the focus in the page, as `keys`, on its way to the control `aimed`. */
const WATCH = `() => {
  const lookOf = ${LOOK_OF};
  const nameOf = (element) => {
    const text = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
    const role = element.getAttribute('role') ?? element.localName;
    return role + ' “' + text.trim().slice(0, 60) + '”';
  };
  // What people see of a control, e.g. the label of a radio button without a size.
  const shownAs = (element) => {
    const candidates = [element, ...(element.labels ?? []), element.parentElement];
    return candidates.find((one) => {
      const { width, height } = one?.getBoundingClientRect() ?? { width: 0, height: 0 };
      return width > 1 && height > 1;
    });
  };
  const unseen = (element) => {
    const shown = shownAs(element);
    if (!shown || !element.checkVisibility({ visibilityProperty: true })) return 'is hidden';
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return 'is outside the window';
    return null;
  };
  if (!globalThis.keys) {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  }
  const first = aimed;
  const unfocused = first === document.activeElement ? null : lookOf(first);
  let before = { element: document.activeElement, look: null };
  const problemOf = (element, left, look) => {
    if (left.element !== element && left.look !== null && left.element.isConnected && lookOf(left.element) === left.look)
      return 'is reached from “' + nameOf(left.element) + '”, which shows no focus';
    if (element === first && unfocused !== null && unfocused === look) return 'shows no focus';
    return unseen(element);
  };
  globalThis.keys = {
    stop() {
      const { activeElement } = document;
      const isReached = activeElement === aimed;
      const isReplaced = !aimed.isConnected;
      const left = before;
      if (activeElement === document.body) {
        before = { element: activeElement, look: null };
        return { name: 'the window', problem: null, isReached, isReplaced };
      }
      // Pages in frames show the focus themselves, and containers aren't controls.
      const look = activeElement.matches('iframe, main, [role=dialog]') ? null : lookOf(activeElement);
      before = { element: activeElement, look };
      const problem = left.element === activeElement ? null : problemOf(activeElement, left, look);
      return { name: nameOf(activeElement), problem, isReached, isReplaced };
    },
  };
}`;
