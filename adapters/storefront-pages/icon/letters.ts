import { readFile } from 'node:fs/promises';

/** Outlines of letters as SVG path data, centred on 0, an em 1,000 units wide and high. */
export type Letters = ReadonlyMap<string, string>;

let read: Promise<Letters> | undefined;

/**
 * The capitals and digits of the Latin, Greek and Cyrillic alphabets, as Noto Serif Bold draws them
 * (https://github.com/notofonts/latin-greek-cyrillic, SIL Open Font License 1.1). A server has no fonts: a picture that it renders has
 * the letters of this file.
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

/** The outline of a letter, without its accents where it has none of its own; null for scripts that have none here. */
export const outlineOf = (all: Letters, letter: string): string | null =>
  all.get(letter) ?? all.get(letter.normalize('NFD').slice(0, 1)) ?? null;
