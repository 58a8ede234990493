import { MAX_FILE_ROWS, tooManyRows, WrongFile } from './wanted.ts';

/** A record in a table: its first line number in the file, and its cells by column name. */
export interface Line {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** A table as text: its columns, and its non-empty lines. */
export interface Table {
  readonly columns: readonly string[];
  readonly lines: readonly Line[];
}

const SEPARATORS = [',', ';', '\t', '|'];
const MOST_COLUMNS = 100;
/** Maximum number of characters in a cell; a description has at most 10,000. */
const LONGEST_CELL = 20_000;

/**
 * Reads a spreadsheet's table with a header. Cells are separated by commas, semicolons, tabs or bars, as
 * declared in a first line `sep=;` or found in the header. Cells that contain separators are in quotation
 * marks, and a quotation mark inside such a cell is doubled. Trailing empty lines and columns are allowed.
 * Takes linear time. Throws `WrongFile` for anything else.
 */
export function readTable(text: string): Table {
  const begun = declaredSeparator(text);
  const rows = rowsOf(text, begun ?? { separator: separatorOf(text), from: 0, line: 1 });
  const [header, ...rest] = rows;
  if (!header) throw new WrongFile('The file has no header: its first line must name the columns.');
  const columns = columnsOf(header.cells);
  const lines = rest.map(({ line, cells }): Line => {
    const beyond = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (beyond > columns.length)
      throw new WrongFile(`Line ${line} has ${beyond} cells, but there are ${columns.length} columns.`);
    return {
      line,
      cells: Object.fromEntries(columns.map((name, place) => [name, plainCell(cells[place] ?? '')])),
    };
  });
  return { columns, lines };
}

/** Column names without trailing empty ones, which spreadsheets add. */
function columnsOf(header: readonly string[]): readonly string[] {
  const names = header.map((name) =>
    plainCell(name)
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1);
  const seen = new Set<string>();
  for (const [place, name] of columns.entries()) {
    if (name === '') throw new WrongFile(`Column ${place + 1} has no name. Name it in the header.`);
    if (seen.has(name)) throw new WrongFile(`The column “${name.slice(0, 60)}” appears twice.`);
    seen.add(name);
  }
  return columns;
}

/** Unwraps a cell that a spreadsheet was told not to read as a number: `="007"` is 007. */
function plainCell(cell: string): string {
  const trimmed = cell.trim();
  return /^="[^"]*"$/.test(trimmed) ? trimmed.slice(2, -1).trim() : trimmed;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

interface Beginning {
  readonly separator: string;
  /** The header's position. */
  readonly from: number;
  readonly line: number;
}

/**
 * The separator declared in a first line `sep=;`, which Excel reads and some programs write; null without
 * such a line.
 */
function declaredSeparator(text: string): Beginning | null {
  const [whole, separator] = /^\s*"?sep=(.)"?[ \t,;|]*(?:\r\n|\n|\r)/i.exec(text) ?? [];
  return whole === undefined || separator === undefined ? null : { separator, from: whole.length, line: 2 };
}

function rowsOf(text: string, { separator, from, line: first }: Beginning): readonly Row[] {
  const rows: Row[] = [];
  let [line, begun, at] = [first, first, from];
  let cells: string[] = [];
  const add = (cell: string) => {
    if (cell.length > LONGEST_CELL)
      throw new WrongFile(`A cell in line ${begun} has more than ${LONGEST_CELL} characters.`);
    cells.push(cell);
    if (cells.length > MOST_COLUMNS)
      throw new WrongFile(
        `Line ${begun} has more than ${MOST_COLUMNS} cells. A table can have at most that many columns.`,
      );
  };
  for (;;) {
    const cell = cellAt(text, at, { separator, line });
    add(cell.text);
    ({ at, line } = cell);
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begun, cells });
    if (rows.length > MAX_FILE_ROWS + 1) throw tooManyRows();
    cells = [];
    if (at >= text.length) return rows;
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    line += 1;
    begun = line;
  }
}

/** Returns the cell at a position, and the position of the next separator or line break. */
function cellAt(text: string, from: number, { separator, line }: { separator: string; line: number }) {
  let start = from;
  while (isBlank(text[start]) && text[start] !== separator) start += 1;
  const quoted = text[start] === '"' ? quotedAt(text, start, line) : null;
  let at = quoted?.at ?? from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  const rest = text.slice(quoted?.at ?? from, at);
  return { at, line: quoted?.line ?? line, text: quoted ? quoted.text + rest : rest };
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t' || char === '\u00a0';

/** Returns the quoted text at a position, the position after it, and the line on which it ends. */
function quotedAt(text: string, from: number, begun: number) {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) throw new WrongFile(`The quotation mark in line ${begun} is not closed.`);
  const inside = text
    .slice(from + 1, end)
    .replaceAll('""', '"')
    .replaceAll(/\r\n?/g, '\n');
  return { text: inside, at: end + 1, line: begun + inside.split('\n').length - 1 };
}

/** The header's most frequent separator outside quotation marks. */
function separatorOf(text: string): string {
  const end = /[\r\n]/.exec(text)?.index ?? text.length;
  const header = text.slice(0, Math.min(end, MOST_COLUMNS * LONGEST_CELL)).replaceAll(/"[^"]*"/g, '');
  const uses = (separator: string) => header.split(separator).length;
  return SEPARATORS.reduce((best, one) => (uses(one) > uses(best) ? one : best));
}
