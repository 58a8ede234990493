import { Readable } from 'node:stream';
import type { z } from 'zod';
import { ProtocolError } from '#kit/errors.ts';
import { currencyDigits } from '#kit/money.ts';
import { reasonOf, valueAt } from '#kit/wrong-value.ts';

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters, in any width, that spreadsheets treat as the start of a formula, or that they skip before it. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;

/**
 * Writes a CSV line (RFC 4180). Text that a spreadsheet could run as a formula begins with an apostrophe;
 * numbers are unchanged.
 */
const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A file's column. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string | number;
}

interface RowPage<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Maximum number of rows in a file. */
const MOST_ROWS = 100_000;

/**
 * Writes rows as CSV, read page by page while the response is sent. Rejects before the first line if the first page can't be read.
 */
export async function csvOf<Row>(
  columns: readonly Column<Row>[],
  read: (after: string | null) => Promise<RowPage<Row>>,
): Promise<Readable> {
  const first = await read(null);
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => title));
    let page = first;
    for (let written = 0; ; written += page.nodes.length) {
      yield page.nodes.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('');
      const { hasNextPage, endCursor } = page.pageInfo;
      if (!hasNextPage || written + page.nodes.length >= MOST_ROWS) return;
      page = await read(endCursor ?? null);
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** Reads an export's query. Throws a `ProtocolError` that names the problem. */
export function readCsvQuery<Query>(schema: z.ZodType<Query>, given: unknown): Query {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path ?? [];
  throw new ProtocolError(
    400,
    'bad_request',
    `${path.join('.')} ${issue ? reasonOf(issue, valueAt(given, path)) : "isn't valid"}.`,
  );
}

/** Converts an amount to major units. */
export const majorUnits = (amount: number, currency: string): number =>
  Number(amount) / 10 ** currencyDigits(currency);
