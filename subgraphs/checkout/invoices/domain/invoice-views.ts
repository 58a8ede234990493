import type { InvoiceLine } from '../../generated.ts';
import { type DocumentLine, taxOf } from './invoice-document.ts';

/** Returns a line for callers. */
export const viewLine = (line: DocumentLine): InvoiceLine => ({
  kind: line.kind,
  name: line.name,
  amount: line.amount,
  taxPercent: line.percent,
  taxAmount: taxOf(line),
  from: line.from ?? null,
  until: line.until ?? null,
});
