import type { NewEntry } from '../../folio/domain/derived-entries.ts';
import type { Booking } from '../../store/entities.ts';
import type { DocumentTax } from './invoice-document.ts';
import { invoiceLines } from './invoice-lines.ts';
import { countedCharges, invoicedStay, lineTermsOf } from './invoiced-folio.ts';

/** Booking fields that determine which taxes its charges contain. */
export type TaxedStay = Pick<Booking, 'checkIn' | 'checkOut' | 'lines' | 'channel'>;

/** Returns the taxes that charges contain or consist of, as an invoice with these charges shows them. */
export function containedTaxes(
  stay: TaxedStay,
  charges: readonly NewEntry[],
  terms: Parameters<typeof lineTermsOf>[2],
): readonly DocumentTax[] {
  const counted = countedCharges(stay, charges);
  return invoiceLines(counted, lineTermsOf(stay, counted, terms), invoicedStay(stay)).taxes;
}
