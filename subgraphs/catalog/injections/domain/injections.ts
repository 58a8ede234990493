import { MAX_PAGE_FRAMES, MAX_PAGE_SCRIPTS } from '#schema/limits.ts';

export const INJECTION_KINDS = ['frame', 'script', 'link', 'meta'] as const;
export const INJECTION_CONSENTS = ['necessary', 'preferences', 'statistics', 'marketing'] as const;
export const PLACEMENT_STATUSES = ['draft', 'published', 'suspended'] as const;
/** Of an address: looked at again and again; found to load; found not to. */
export const CHECK_STATUSES = ['looking', 'fine', 'failing'] as const;

/** Why what an app adds is off the pages when its address does not load; hosts read it. */
export const NOT_LOADING = 'Its address does not load. It is shown again as soon as it does.';

type InjectionKind = (typeof INJECTION_KINDS)[number];

/** What a page would show. */
interface Shown {
  readonly id: number;
  readonly kind: InjectionKind;
  readonly target: string;
}

/** The page that a target is on: `stay` for `stay.bottom`. */
const pageOf = (target: string): string => target.split('.')[0] ?? target;

/** Why a placement cannot be published beside those that are; null if it can (docs/interface/injections.md#limits). */
export function refuseOnPage(placement: Shown, published: readonly Shown[]): string | null {
  const { kind } = placement;
  const others = published.filter(({ id, ...other }) => id !== placement.id && other.kind === kind);
  if (kind === 'script' && others.length >= MAX_PAGE_SCRIPTS)
    return `A storefront has at most ${MAX_PAGE_SCRIPTS} script of apps: remove the other one first.`;
  const frames = others.filter(({ target }) => pageOf(target) === pageOf(placement.target));
  if (kind === 'frame' && frames.length >= MAX_PAGE_FRAMES)
    return `A page has at most ${MAX_PAGE_FRAMES} frames of apps: remove one first.`;
  return null;
}

/** Ids in the order that a list has once one of them is moved. */
export function moved(ids: readonly number[], id: number, position: number): readonly number[] {
  const rest = ids.filter((other) => other !== id);
  return rest.toSpliced(Math.max(0, position), 0, id);
}
