import { isStorable } from './text.ts';

/** No one sees them, or they change the order of what is around them: controls, format characters, fillers, private use. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Letters of scripts in which a joiner between two of them changes what is read. */
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

/** Hidden characters where they belong: joiners inside words of those scripts and inside emoji, selectors behind emoji. */
const IN_PLACE = new RegExp(
  [
    `(?<=${LETTER})[\\u200C\\u200D](?=${LETTER})`,
    `(?<=${EMOJI})\\u200D(?=\\p{Extended_Pictographic})`,
    '(?<=[\\p{Extended_Pictographic}])[\\uFE0E\\uFE0F]',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
  ].join('|'),
  'gu',
);

/** Whether all of a text can be seen, in the order in which it is written: two names that look alike are then the same. */
export const isVisible = (text: string): boolean => !HIDDEN.test(text.replace(IN_PLACE, ''));

/**
 * Whether a text can be a name that people or apps choose, whatever it names: 1 to `longest` characters, all of them visible
 * (docs/interface/host.md#names).
 */
export const isName = (text: string, longest: number): boolean =>
  text.trim() !== '' && [...text].length <= longest && isStorable(text) && isVisible(text);
