/** A locale file: texts by key, at most four levels deep. A text with a count has one entry per plural form. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** True if a value from a locale file has the right shape. */
export function isTexts(value: unknown, levels = 4): value is Texts {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || levels === 0) return false;
  return Object.values(value).every((inner) => typeof inner === 'string' || isTexts(inner, levels - 1));
}
