/** Days of the month whose names begin with a vowel: `otto`, `undici`. */
const VOWEL = /^(?:8|11)(?!\d)/;

/** Words before an Italian date, with their space: `il 9 agosto`, but `l’8 agosto`. */
const BEFORE = { il: ['il ', 'l’'], al: ['al ', 'all’'] } as const;

/** Returns the article or preposition before an Italian date, elided before a vowel and otherwise with its space. */
export const before = (word: keyof typeof BEFORE, day: string): string =>
  BEFORE[word][VOWEL.test(day) ? 1 : 0];

/** Writes an Italian date with its article: `il 9 agosto`, `l’8 agosto`. */
export const il = (day: string): string => before('il', day) + day;
/** Writes an Italian date that something lasts until: `al 9 agosto`, `all’8 agosto`. */
export const al = (day: string): string => before('al', day) + day;
