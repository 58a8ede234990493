import { isStorable } from './text.ts';

/**
 * Characters that are invisible or reorder the surrounding text: controls, format characters, fillers,
 * private use.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Letters in scripts where a joiner between two of them changes the reading. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const LETTER = `[${JOINING}\\p{M}]`;
const EMOJI = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

/**
 * Hidden characters in their proper places: joiners inside words in those scripts and inside emoji, selectors
 * after emoji.
 */
const IN_PLACE = new RegExp(
  [
    `(?<=${LETTER})[\\u200C\\u200D](?=${LETTER})`,
    `(?<=${EMOJI})\\u200D(?=\\p{Extended_Pictographic})`,
    '(?<=[\\p{Extended_Pictographic}])[\\uFE0E\\uFE0F]',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
  ].join('|'),
  'gu',
);

/**
 * True if a text is fully visible and displayed in the order it's written, so that names that look the same
 * are equal.
 */
export const isVisible = (text: string): boolean => !HIDDEN.test(text.replace(IN_PLACE, ''));

/**
 * True if a text is valid as a name chosen by people or apps: 1 to `longest` characters, all visible
 * (docs/interface/host.md#names).
 */
export const isName = (text: string, longest: number): boolean =>
  text.trim() !== '' && [...text].length <= longest && isStorable(text) && isVisible(text);

/** True if a text is valid as an address block: visible lines, at most `mostLines` of them. */
export const isAddressBlock = (text: string, longest: number, mostLines: number): boolean =>
  [...text].length <= longest &&
  isStorable(text) &&
  text.split('\n').length <= mostLines &&
  text.split('\n').every(isVisible);

/** Returns an address block with `\n` between its lines, and without spaces or lines that are empty around it. */
export const tidyAddressBlock = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
