import { readFile } from 'node:fs/promises';

/** Letter outlines as SVG path data, centred on 0, with an em 1,000 units wide and high. */
export type Letters = ReadonlyMap<string, string>;

let read: Promise<Letters> | undefined;

/**
 * Loads the Latin, Greek and Cyrillic capitals and digits, as drawn in Noto Serif Bold
 * (https://github.com/notofonts/latin-greek-cyrillic, SIL Open Font License 1.1). A server has no fonts, so
 * pictures it renders can only use letters from this file.
 */
export function letters(): Promise<Letters> {
  read ??= readLetters();
  return read;
}

async function readLetters(): Promise<Letters> {
  const text = await readFile(new URL('./letters.tsv', import.meta.url), 'utf8');
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [letter = '', outline = ''] = line.split('\t');
        return [letter, outline];
      }),
  );
}

/**
 * Returns a letter's outline, without its accents if the accented letter has no outline; null for scripts
 * without outlines.
 */
export const outlineOf = (all: Letters, letter: string): string | null =>
  all.get(letter) ?? all.get(letter.normalize('NFD').slice(0, 1)) ?? null;
