import { WrongFile } from './wanted.ts';

/** Kinds of text files; each kind determines which encodings to expect from the programs that write it. */
export type TextKind = 'json' | 'csv';

/**
 * Western spreadsheets hardly ever contain `Ÿ`; in Mac and Central European files its byte stands for `ü` and
 * `ź`.
 */
const UNLIKELY_IN_WINDOWS = /[\u0080-\u009fŸ]/;
const SAVE_AS = 'Save it as “CSV UTF-8”.';

/**
 * A file's text: UTF-8, or UTF-16 with a byte order mark; for tables also Windows-1252, which Excel writes as
 * “CSV”. Throws `WrongFile` for other bytes.
 */
export function textOfFile(file: Uint8Array, kind: TextKind): string {
  const text = decoded(file, encodingOf(file)) ?? (kind === 'csv' ? windowsText(file) : null);
  if (text === null) {
    const why = 'The file isn’t UTF-8 text.';
    throw new WrongFile(kind === 'csv' ? `${why} ${SAVE_AS}` : why);
  }
  if (kind === 'csv' && text.includes('\0'))
    throw new WrongFile(`The file contains the character U+0000. ${SAVE_AS}`);
  return text;
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** The text without its byte order mark; null if the bytes aren't in the encoding. */
function decoded(file: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch (error) {
    if (error instanceof TypeError) return null; // the decoder's only error: malformed bytes
    throw error;
  }
}

function windowsText(file: Uint8Array): string | null {
  const text = decoded(file, 'windows-1252');
  return text === null || UNLIKELY_IN_WINDOWS.test(text) ? null : text;
}
