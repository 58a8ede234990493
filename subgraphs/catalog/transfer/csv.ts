import { MAX_FILE_ROWS, WrongFile } from './wanted.ts';

/** A line of a table: where it begins in the file, and its cells by the names of their columns. */
export interface Line {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** A table as text: its columns, and its lines without those that are empty. */
export interface Table {
  readonly columns: readonly string[];
  readonly lines: readonly Line[];
}

const SEPARATORS = [',', ';', '\t'];
const MOST_COLUMNS = 100;

/**
 * Reads a table with a header: separated by commas, semicolons or tabs, as the header is; cells that contain them in quotation marks,
 * a quotation mark in a cell twice. Throws `WrongFile` where it is none.
 */
export function readTable(text: string): Table {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''));
  const [header, ...rest] = rows;
  if (!header) throw new WrongFile('The file has no header: its first line must name the columns.');
  const columns = header.cells.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  if (twice !== undefined) throw new WrongFile(`The column “${twice.slice(0, 60)}” is there twice.`);
  if (columns.length > MOST_COLUMNS) throw new WrongFile(`A table has at most ${MOST_COLUMNS} columns.`);
  if (rest.length > MAX_FILE_ROWS)
    throw new WrongFile(`The file has ${rest.length} rows: at most ${MAX_FILE_ROWS} are imported.`);
  const lines = rest.map(({ line, cells }) => {
    if (cells.length > columns.length)
      throw new WrongFile(`Line ${line} has ${cells.length} cells, but there are ${columns.length} columns.`);
    return {
      line,
      cells: Object.fromEntries(columns.map((name, place) => [name, cells[place]?.trim() ?? ''])),
    };
  });
  return { columns, lines };
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

function rowsOf(text: string): readonly Row[] {
  const separator = separatorOf(text);
  const rows: Row[] = [];
  let [line, begun, at] = [1, 1, 0];
  let cells: string[] = [];
  let cell = '';
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begun, cells });
    [cells, cell] = [[], ''];
  };
  while (at < text.length) {
    const char = text[at];
    if (char === '"' && cell.trim() === '') {
      const quoted = readQuoted(text, at, line);
      ({ cell, at, line } = quoted);
      continue;
    }
    if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endRow();
      line += 1;
      begun = line;
    } else if (char !== '\r') cell += char;
    at += 1;
  }
  endRow();
  return rows;
}

/** A cell in quotation marks that begins at a place: its text, and where the file goes on. */
function readQuoted(text: string, from: number, begun: number) {
  let cell = '';
  let line = begun;
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\n') line += 1;
    if (char !== '"') cell += char;
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else return { cell, line, at: at + 1 };
  }
  throw new WrongFile(`The quotation mark in line ${begun} is not closed.`);
}

/** The separator that the header has most of. */
function separatorOf(text: string): string {
  const header = text.slice(0, Math.max(text.indexOf('\n'), 0) || text.length);
  const uses = (separator: string) => header.split(separator).length;
  return SEPARATORS.reduce((best, one) => (uses(one) > uses(best) ? one : best));
}
