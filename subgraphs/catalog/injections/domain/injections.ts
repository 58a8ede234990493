import { MAX_PAGE_FRAMES, MAX_PAGE_SCRIPTS } from '#schema/limits.ts';

export const INJECTION_KINDS = ['frame', 'script', 'link', 'meta'] as const;
export const INJECTION_CONSENTS = ['necessary', 'preferences', 'statistics', 'marketing'] as const;
export const PLACEMENT_STATUSES = ['draft', 'published', 'suspended'] as const;
/** Statuses for an address: being checked repeatedly, loading, or failing. */
export const CHECK_STATUSES = ['looking', 'fine', 'failing'] as const;

/** Text for hosts when an app's placement is off the pages because its address doesn't load. */
export const NOT_LOADING = 'Its address doesn’t load. Guests see it again as soon as it does.';

type InjectionKind = (typeof INJECTION_KINDS)[number];

/** A placement as a page shows it. */
interface Shown {
  readonly id: number;
  readonly kind: InjectionKind;
  readonly target: string;
}

/** The target's page: `stay` for `stay.bottom`. */
const pageOf = (target: string): string => target.split('.')[0] ?? target;

/**
 * The reason a placement can't be published in addition to the published ones; null if it can
 * (docs/interface/injections.md#limits).
 */
export function refuseOnPage(placement: Shown, published: readonly Shown[]): string | null {
  const { kind } = placement;
  const others = published.filter(({ id, ...other }) => id !== placement.id && other.kind === kind);
  if (kind === 'script' && others.length >= MAX_PAGE_SCRIPTS)
    return `A storefront can have at most ${MAX_PAGE_SCRIPTS} app script. Remove the other one first.`;
  const frames = others.filter(({ target }) => pageOf(target) === pageOf(placement.target));
  if (kind === 'frame' && frames.length >= MAX_PAGE_FRAMES)
    return `A page can have at most ${MAX_PAGE_FRAMES} app frames. Remove one first.`;
  return null;
}

/** A list's ids in order after a move. */
export function moved(ids: readonly number[], id: number, position: number): readonly number[] {
  const rest = ids.filter((other) => other !== id);
  return rest.toSpliced(Math.max(0, position), 0, id);
}
