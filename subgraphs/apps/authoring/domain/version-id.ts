/** A version as callers name it: its number within an app, with or without the app's slug. */
export interface NamedVersion {
  /** Null if only the number is given. */
  readonly slug: string | null;
  readonly number: number;
}

const NAME = /^(?:([a-z0-9-]{1,64})@)?([1-9]\d{0,8})$/;

/** Returns `slug@number`, a version's id across all apps (docs/interface/apps.md#versions). */
export const idOfVersion = (slug: string, number: number): string => `${slug}@${number}`;

/** Parses `slug@number` or just a number; null for any other text. */
export function parseVersionId(id: string): NamedVersion | null {
  const [, slug = null, number] = NAME.exec(id) ?? [];
  return number === undefined ? null : { slug, number: Number(number) };
}
