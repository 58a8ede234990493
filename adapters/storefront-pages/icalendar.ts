/** Formats an iCalendar file's lines for sending: folded, and ended with CRLF (RFC 5545 section 3.1). */
export const printed = (lines: readonly string[]): string =>
  lines.map((line) => `${folded(line)}\r\n`).join('');

/** Encodes a TEXT value as in RFC 5545 section 3.3.11. */
export const text = (plain: string): string =>
  plain
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

/** Converts `YYYY-MM-DD` to a DATE value. */
export const dateValue = (date: string): string => date.replaceAll('-', '');

/** Formats a time as a DATE-TIME in UTC. */
export const stamp = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');

const MOST_OCTETS = 75;

/** Folds a line into pieces of at most 75 octets, without splitting any character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > MOST_OCTETS) {
      pieces.push(piece);
      piece = ' ';
    }
    piece += character;
  }
  return [...pieces, piece].join('\r\n');
}
