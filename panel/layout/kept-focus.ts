import { useEffect } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
const TEXT_FIELDS =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [role="combobox"], [aria-haspopup])';
/** Parts of a page whose heading names their content. */
const PARTS = 'section, main, [role="dialog"]';
/** The part of the document that belongs to the page, and not to a menu or a list of choices. */
const LASTING = '#content, [role="dialog"], header, nav';
/** Number of places to remember. */
const MOST_PLACES = 20;

/** A formerly focused control, and its position in the document at that time. */
interface Place {
  readonly control: HTMLElement;
  /** Its ancestors, closest first. */
  readonly path: readonly Level[];
}

interface Level {
  readonly ancestor: Element;
  /** The ancestor's children. */
  readonly children: readonly Element[];
  /** Index of the child that contains the control. */
  readonly index: number;
}

/**
 * Keeps the focus in the page. Browsers drop it when the focused control is removed or disabled, and people who
 * use the keyboard would start again at the top of the page. A control that's disabled while its change is
 * saved gets the focus back; a form whose save button stays disabled, the field before it. After a removal, the
 * focus moves to the control that took its place, to the next row, or to the heading of its part of the page.
 * From a closed menu, it returns to the menu's button.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: readonly Place[] = [];
    let isLost = false;
    const onFocus = ({ target }: FocusEvent) => {
      isLost = false;
      if (!(target instanceof HTMLElement) || target === document.body) return;
      places = [placeOf(target), ...places.filter(({ control }) => control !== target)].slice(0, MOST_PLACES);
    };
    const settle = () => {
      const { activeElement } = document;
      const isDropped = activeElement === null || activeElement === document.body;
      const [last] = places;
      if (!last || !(isDropped || isGone(activeElement))) return;
      // A person can also take the focus away, for example with a click next to a control.
      isLost ||= isGone(last.control);
      if (isLost) restore(places);
    };
    const giveUp = () => {
      isLost = false;
      places = places.filter(({ control }) => !isGone(control));
    };
    // Once per frame, because a check needs the layout.
    let frame = 0;
    const observer = new MutationObserver(() => {
      if (frame) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        settle();
      });
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden', 'data-loading'],
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', giveUp);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', giveUp);
    };
  }, []);
}

function placeOf(control: HTMLElement): Place {
  const path: Level[] = [];
  let child: Element = control;
  for (let ancestor = child.parentElement; ancestor; ancestor = child.parentElement) {
    const children = childrenOf(ancestor);
    path.push({ ancestor, children, index: children.indexOf(child) });
    child = ancestor;
  }
  return { control, path };
}

/** An element's children; a form's `children` property can be a field with that name. */
function childrenOf(element: Element): readonly Element[] {
  const children: Element[] = [];
  for (let child = element.firstElementChild; child; child = child.nextElementSibling) children.push(child);
  return children;
}

/** True if a control can't have the focus anymore. */
const isGone = (control: Element): boolean => !control.isConnected || !isUsable(control);

const isUsable = (control: Element): boolean => !control.matches(':disabled') && control.checkVisibility();

/**
 * True if a control is disabled only while its change is saved. A button that stays disabled, such as a form's
 * save button after saving, doesn't show a loader.
 */
const isSaving = (control: Element): boolean =>
  control.isConnected &&
  control.matches(':disabled') &&
  (control.localName !== 'button' || control.hasAttribute('data-loading'));

/** Focuses the latest place that still exists, or what took its place. */
function restore(places: readonly Place[]): void {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one.checkVisibility());
  const dialog = dialogs.at(-1);
  for (const place of places) {
    if (
      dialog &&
      !dialog.contains(place.control) &&
      !place.path.some(({ ancestor }) => ancestor === dialog)
    ) {
      continue;
    }
    if (isSaving(place.control)) return;
    const next = fieldBefore(place, places) ?? successorOf(place);
    if (next) {
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest' });
      return;
    }
  }
}

/** Returns the last focused text field in a disabled button's form; null without one. */
function fieldBefore({ control }: Place, places: readonly Place[]): HTMLElement | null {
  const form = control.matches('button:disabled') ? control.closest('form') : null;
  const fields = places.map((place) => place.control).filter((one) => form?.contains(one));
  return fields.find((one) => one.matches(TEXT_FIELDS) && isUsable(one)) ?? null;
}

/** Returns a place's control, or what took its place; null if its menu or dialog has closed. */
function successorOf({ control, path }: Place): HTMLElement | null {
  if (control.isConnected && isUsable(control)) return control;
  const left = path.slice(path.findIndex(({ ancestor }) => ancestor.isConnected));
  const [closest] = left;
  if (!closest?.ancestor.closest(LASTING)) return null;
  for (const level of left) {
    const found = controlNear(level, control);
    if (found) return found;
    if (level.ancestor.matches(PARTS)) break;
  }
  const part = closest.ancestor.closest(PARTS);
  const heading = part?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/**
 * Returns the control most like a removed control, from the children now in its place and before it; children added
 * in the meantime are searched first.
 */
function controlNear({ ancestor, children, index }: Level, removed: HTMLElement): HTMLElement | null {
  const now = childrenOf(ancestor);
  const nearby = [now[index], now[index - 1]].filter((child) => child !== undefined);
  const added = nearby.filter((child) => !children.includes(child));
  for (const child of [...added, ...nearby]) {
    const controls = [child, ...child.querySelectorAll(CONTROLS)].filter(
      (one): one is HTMLElement => one instanceof HTMLElement && one.matches(CONTROLS) && isUsable(one),
    );
    const found =
      controls.find(
        (one) => one.localName === removed.localName && one.textContent === removed.textContent,
      ) ??
      controls.find(({ localName }) => localName === removed.localName) ??
      controls[0];
    if (found) return found;
  }
  return null;
}
