import type { Readable } from 'node:stream';
import { z } from 'zod';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type Column, csvOf, majorUnits, readCsvQuery } from './csv.ts';
import {
  type ExportedLedgerFragment,
  earningsToExportDocument,
  themeEarningsToExportDocument,
} from './generated.ts';

type Entry = ExportedLedgerFragment['entryPage']['nodes'][number];

const SLUG = z.string().max(100);
const OF_APP = z.object({ team: SLUG, app: SLUG });
const OF_THEME = z.object({ team: SLUG, theme: SLUG });

/** Reads an earnings export's query. Throws a `ProtocolError` that names the problem. */
export const readEarningsQuery = (given: unknown) =>
  typeof given === 'object' && given !== null && 'theme' in given
    ? readCsvQuery(OF_THEME, given)
    : readCsvQuery(OF_APP, given);

/**
 * Exports the charges and refunds of the viewer's own app or theme as CSV, newest first (docs/interface/host.md#export). Rejects
 * before the first line if it isn't the viewer's.
 */
export function exportEarnings(
  execute: Execute,
  product: { readonly app: string } | { readonly theme: string },
  caller: { readonly viewer: ViewerOf<'hostUser'>; readonly requestId: string },
): Promise<Readable> {
  return csvOf(COLUMNS, async (after) => {
    if ('app' in product) {
      const slug = product.app;
      const { appLedger } = await execute(earningsToExportDocument, { slug, after }, caller);
      if (!appLedger) throw new ProtocolError(404, 'not_found', 'You have no app with this slug.');
      return appLedger.entryPage;
    }
    const slug = product.theme;
    const { themeLedger } = await execute(themeEarningsToExportDocument, { slug, after }, caller);
    if (!themeLedger) throw new ProtocolError(404, 'not_found', 'You have no theme with this slug.');
    return themeLedger.entryPage;
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
