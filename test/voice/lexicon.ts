import { readFileSync } from 'node:fs';
import type { Prose } from './prose.ts';

/** The lexicon's words (docs/contributing/voice.md#lexicon) and their replacements. */
export interface Lexicon {
  readonly entries: readonly { readonly not: string; readonly write: string }[];
  readonly allowed: readonly string[];
}

/** The cells in the table below a heading, without its head. */
const rowsBelow = (page: string, heading: string): readonly (readonly string[])[] =>
  (page.split(`## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim())) ?? [];

/** The lexicon from docs/contributing/voice.md. */
export function readLexicon(page = readFileSync('docs/contributing/voice.md', 'utf8')): Lexicon {
  return {
    entries: rowsBelow(page, 'Lexicon').flatMap(([, write = '', words = '']) =>
      words.split(', ').map((not) => ({ not, write })),
    ),
    allowed: rowsBelow(page, 'Where a listed word is right').map(([, phrase = '']) => phrase),
  };
}

/** Finds the lexicon's words in a text, one line each: position, word and replacement. */
export function findWords({ entries, allowed }: Lexicon, { file, line, text }: Prose): readonly string[] {
  const checked = allowed.reduce((rest, phrase) => rest.replaceAll(asWords(phrase), ''), text);
  return entries
    .filter(({ not }) => checked.search(asWords(not)) >= 0)
    .map(({ not, write }) => `${file}:${line}: "${not}": write ${write}`);
}

/** Matches a phrase as whole words, in any case, across a comment's lines. */
const asWords = (phrase: string) =>
  new RegExp(`(?<![\\w-])${phrase.replaceAll(' ', String.raw`[\s*/]+`)}(?![\\w-])`, 'gi');
