import { MAX_FEED_PATH } from '#schema/limits.ts';

/**
 * Ids of our unit types that exported the nights: the exporter first, then each earlier source. Empty for
 * nights that another product exports (docs/interface/ical.md#circles).
 */
export type FeedPath = readonly string[];

/** A unit type's id, which is also the first part of its UIDs. */
const ID = /^[\da-f]{16}$/;

/** Reads a path from an event or a database row; anything else becomes an empty path. */
export function readPath(text: unknown): FeedPath {
  if (typeof text !== 'string') return [];
  const ids = text.split(',').map((id) => id.trim());
  return ids.every((id) => ID.test(id)) ? [...new Set(ids)].slice(0, MAX_FEED_PATH) : [];
}

/** The path for nights that an export passes on. Null if the path would become too long. */
export function pathThrough(exporter: string, before: FeedPath): FeedPath | null {
  const path = [...new Set([exporter, ...before])];
  return path.length > MAX_FEED_PATH ? null : path;
}

/** Our own calendars that a unit type knows. */
export interface KnownCalendars {
  /** The unit type's own calendar ids. */
  readonly own: readonly string[];
  /** Calendars that the unit type's other feeds read directly. */
  readonly direct: readonly string[];
}

/**
 * True if nights with this path are already known: they started here, or in a calendar that another feed
 * reads directly.
 */
export const isDetour = (path: FeedPath, { own, direct }: KnownCalendars): boolean =>
  path.some((id) => own.includes(id)) || path.slice(1).some((id) => direct.includes(id));
