import { badInput } from './errors.ts';

const LONGEST_SEARCH = 100;

/** True if a `text` column accepts the text: PostgreSQL stores neither U+0000 nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** True if a text isn't empty, fits a limit in UTF-16 units, and can be stored. */
export const isTextWithin = (text: string, longest: number): boolean =>
  text.trim() !== '' && text.length <= longest && isStorable(text);

/** Returns a LIKE pattern that matches lower-case text containing this text. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * Trims a list's search text; empty to match everything. Throws `BAD_USER_INPUT` for text that can't be
 * stored.
 */
export function searchText(search: string | null | undefined): string {
  const text = search?.trim() ?? '';
  if (text.length > LONGEST_SEARCH) throw badInput(`search can have at most ${LONGEST_SEARCH} characters.`);
  if (!isStorable(text)) throw badInput('search must be text without U+0000 and lone surrogates.');
  return text;
}

/** Parses JSON; null if the text isn't JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Normalizes a text for name comparison: without accents or case, spaces collapsed. */
export function foldName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * True if a search text is part of any of the names; all of them must already be folded. An empty text
 * matches every name.
 */
export function matchesName(foldedQuery: string, ...foldedNames: readonly string[]): boolean {
  return foldedNames.some((name) => name.includes(foldedQuery));
}
