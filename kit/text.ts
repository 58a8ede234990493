import { badInput } from './errors.ts';

const LONGEST_SEARCH = 100;

/** Whether a column of type `text` takes it: PostgreSQL keeps neither U+0000 nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Whether a text is there, within a bound in UTF-16 units, and can be kept. */
export const isTextWithin = (text: string, longest: number): boolean =>
  text.trim() !== '' && text.length <= longest && isStorable(text);

/** A pattern for LIKE on lower-case text that contains this. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

/** What a list is searched for, trimmed; empty for everything. Throws `BAD_USER_INPUT` for what no text can contain. */
export function searchText(search: string | null | undefined): string {
  const text = search?.trim() ?? '';
  if (text.length > LONGEST_SEARCH) throw badInput(`search has at most ${LONGEST_SEARCH} characters.`);
  if (!isStorable(text)) throw badInput('search is text without U+0000 and lone surrogates.');
  return text;
}

/** What a text says as JSON; null where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
