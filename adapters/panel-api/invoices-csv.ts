import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Execute } from '#kit/execute.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type Column, csvOf, majorUnits, readCsvQuery } from './csv.ts';
import { type InvoicesToExportQuery, invoicesToExportDocument } from './generated.ts';

type Invoice = NonNullable<InvoicesToExportQuery['invoices']>['nodes'][number];

const EXPORT_QUERY = z.object({ team: z.string().max(100) });

/** Reads an invoice export's query. Throws a `ProtocolError` that names the problem. */
export const readInvoicesQuery = (given: unknown) => readCsvQuery(EXPORT_QUERY, given);

/**
 * Exports the team's invoices and credit notes as CSV, latest first (docs/interface/host.md#export). Rejects before the first line
 * if the viewer can't read invoices.
 */
export function exportInvoices(
  execute: Execute,
  caller: { readonly viewer: ViewerOf<'hostUser'>; readonly requestId: string },
): Promise<Readable> {
  return csvOf(COLUMNS, async (after) => {
    const { invoices } = await execute(invoicesToExportDocument, { after }, caller);
    return invoices ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
}

const COLUMNS: readonly Column<Invoice>[] = [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Credit note of', cell: ({ creditNoteOf }) => creditNoteOf?.number ?? '' },
  { title: 'Issued on', cell: ({ issuedOn }) => issuedOn },
  { title: 'Test', cell: ({ test }) => (test ? 'yes' : 'no') },
  { title: 'Booking', cell: ({ bookingReference }) => bookingReference },
  { title: 'Property', cell: ({ propertyName }) => propertyName },
  { title: 'Check-in', cell: ({ checkIn }) => checkIn },
  { title: 'Check-out', cell: ({ checkOut }) => checkOut },
  { title: 'Recipient', cell: ({ recipient }) => recipient.name ?? '' },
  { title: 'Company', cell: ({ recipient }) => recipient.company ?? '' },
  { title: 'VAT number', cell: ({ recipient }) => recipient.vatNumber ?? '' },
  { title: 'Address', cell: ({ recipient }) => recipient.address ?? '' },
  { title: 'Currency', cell: ({ currency }) => currency },
  { title: 'Net', cell: ({ total, lines, currency }) => majorUnits(total - taxOf(lines), currency) },
  { title: 'Tax', cell: ({ lines, currency }) => majorUnits(taxOf(lines), currency) },
  { title: 'Total', cell: ({ total, currency }) => majorUnits(total, currency) },
  { title: 'Balance', cell: ({ balance, currency }) => majorUnits(balance, currency) },
  { title: 'Credited', cell: ({ credited, currency }) => majorUnits(credited, currency) },
  { title: 'Lines', cell: ({ lines, currency }) => lines.map(amountsIn(currency)).join('; ') },
  { title: 'Taxes', cell: ({ taxes, currency }) => taxes.map(amountsIn(currency)).join('; ') },
  { title: 'Reason', cell: ({ reason }) => reason ?? '' },
  { title: 'PDF', cell: ({ pdfUrl }) => pdfUrl },
];

const taxOf = (lines: Invoice['lines']): number => lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0);

/** Returns a function that describes a line or a tax with its amount: `Final cleaning: 45`. */
const amountsIn =
  (currency: string) =>
  ({ name, amount }: { readonly name: string; readonly amount: number }): string =>
    `${name}: ${majorUnits(amount, currency)}`;
