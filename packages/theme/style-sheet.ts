/** A rule that a style sheet breaks. */
interface Broken {
  readonly line: number;
  readonly message: string;
}

/** Finds what style sheets can't contain: other style sheets, and files from other hosts. */
export function refuseStyles(text: string): readonly Broken[] {
  // Comments are replaced by spaces, so that lines stay the same.
  const css = text.replaceAll(/\/\*[\s\S]*?(\*\/|$)/g, blank);
  const plain = unescaped(css).replaceAll(DATA, blank);
  const lineAt = (index: number) => plain.slice(0, index).split('\n').length;
  const broken: Broken[] = [];
  for (const { index } of plain.matchAll(/@(import|charset|namespace)\b/gi)) {
    broken.push({
      line: lineAt(index),
      message: "A style sheet can't import another. Link both in the layout.",
    });
  }
  for (const { index } of plain.matchAll(REMOTE)) {
    const message = 'The style sheet loads a file from another host. Put the file into assets/.';
    broken.push({ line: lineAt(index), message });
  }
  if (/expression\s*\(|-moz-binding|behavior\s*:\s*url/i.test(plain)) {
    broken.push({ line: 1, message: "A style sheet can't contain scripts." });
  }
  return broken;
}

/** Files inside the style sheet. */
const DATA = /"data:[^"\n]*"|'data:[^'\n]*'|\(\s*data:[^)\n]*\)/gi;

/** The beginning of an address on another host, in quotes or parentheses. */
const REMOTE = /["'(]\s*(?:(?:https?|wss?|ftp|file|blob|filesystem|javascript|vbscript):|[\\/]{2})/gi;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Resolves CSS escapes: `\75rl` is `url`. Keeps line breaks. */
const unescaped = (css: string): string =>
  css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (whole, hex?: string, char?: string) => {
    const code = hex === undefined ? null : Number.parseInt(hex, 16);
    const text =
      code === null ? (char ?? '') : code > 0 && code < 0x80 ? String.fromCharCode(code) : '\uFFFD';
    return whole.includes('\n') ? `${text}\n` : text;
  });
