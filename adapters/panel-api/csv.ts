/** Excel takes a file for UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What spreadsheets read as the beginning of a formula, in any of its widths, or skip before one. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;

/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet could run as a formula begins with an apostrophe; numbers are
 * written as they are.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
