import type { Readable } from 'node:stream';
import { z } from 'zod';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type Column, csvOf, majorUnits, readCsvQuery } from './csv.ts';
import { type EarningsToExportQuery, earningsToExportDocument } from './generated.ts';

type Entry = NonNullable<EarningsToExportQuery['appLedger']>['entryPage']['nodes'][number];

const EXPORT_QUERY = z.object({ team: z.string().max(100), app: z.string().max(100) });

/** Reads an earnings export's query. Throws a `ProtocolError` that names the problem. */
export const readEarningsQuery = (given: unknown) => readCsvQuery(EXPORT_QUERY, given);

/**
 * Exports the charges and refunds of the viewer's own app as CSV, newest first (docs/interface/host.md#export). Rejects
 * before the first line if the app isn't the viewer's.
 */
export function exportEarnings(
  execute: Execute,
  { slug }: { readonly slug: string },
  caller: { readonly viewer: ViewerOf<'hostUser'>; readonly requestId: string },
): Promise<Readable> {
  return csvOf(COLUMNS, async (after) => {
    const { appLedger } = await execute(earningsToExportDocument, { slug, after }, caller);
    if (!appLedger) throw new ProtocolError(404, 'not_found', 'You have no app with this slug.');
    return appLedger.entryPage;
  });
}

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'Month', cell: ({ month }) => month },
  { title: 'Entered at', cell: ({ at }) => at },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Description', cell: ({ description }) => description ?? '' },
  { title: 'Paid', cell: ({ isPaid }) => (isPaid ? 'yes' : 'no') },
  { title: 'Currency', cell: ({ currency }) => currency },
  { title: 'Amount', cell: ({ amount, currency }) => majorUnits(amount, currency) },
  { title: 'Platform share', cell: ({ share, currency }) => majorUnits(share, currency) },
  { title: 'Net', cell: ({ net, currency }) => majorUnits(net, currency) },
];
