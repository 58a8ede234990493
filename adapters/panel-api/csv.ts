import { Readable } from 'node:stream';
import type { z } from 'zod';
import { BYTE_ORDER_MARK, csvLine } from '#kit/csv-line.ts';
import { ProtocolError } from '#kit/errors.ts';
import { currencyDigits } from '#kit/money.ts';
import { reasonOf, valueAt } from '#kit/wrong-value.ts';

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
