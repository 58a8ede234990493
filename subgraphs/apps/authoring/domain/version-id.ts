/** A version as callers name it: its number within an app, with the app's slug or without. */
export interface NamedVersion {
  /** Null if only the number is given. */
  readonly slug: string | null;
  readonly number: number;
}

const NAME = /^(?:([a-z0-9-]{1,64})@)?([1-9]\d{0,8})$/;

/** `slug@number`, by which a version is known among those of all apps (docs/interface/apps.md#versions). */
export const idOfVersion = (slug: string, number: number): string => `${slug}@${number}`;

/** Reads `slug@number` or a number alone; null if the text is neither. */
export function parseVersionId(id: string): NamedVersion | null {
  const [, slug = null, number] = NAME.exec(id) ?? [];
  return number === undefined ? null : { slug, number: Number(number) };
}
