import { MAX_FEED_PATH } from '#schema/limits.ts';

/**
 * Ids of the unit types that nights came through, in this product: who exports them first, then those that it had them from. Empty for
 * nights that another product exports (docs/interface/ical.md#circles).
 */
export type FeedPath = readonly string[];

/** Of a unit type, the first part of its UIDs. */
const ID = /^[\da-f]{16}$/;

/** A path as an event or a row of the database carries it; what is none has no path. */
export function readPath(text: unknown): FeedPath {
  if (typeof text !== 'string') return [];
  const ids = text.split(',').map((id) => id.trim());
  return ids.every((id) => ID.test(id)) ? [...new Set(ids)].slice(0, MAX_FEED_PATH) : [];
}

/** The path of nights that an export passes on. Null where they have come too far to be passed on. */
export function pathThrough(exporter: string, before: FeedPath): FeedPath | null {
  const path = [...new Set([exporter, ...before])];
  return path.length > MAX_FEED_PATH ? null : path;
}

/** What a unit type knows of calendars of this product. */
export interface KnownCalendars {
  /** Its own ids. */
  readonly own: readonly string[];
  /** Of those that its other feeds read themselves. */
  readonly direct: readonly string[];
}

/** Whether nights of this path are known already: they came from here, or from a calendar that is read without the detour. */
export const isDetour = (path: FeedPath, { own, direct }: KnownCalendars): boolean =>
  path.some((id) => own.includes(id)) || path.slice(1).some((id) => direct.includes(id));
