import { dateIn, nightsBetween } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import { derivedCharges, derivedPayment, type NewEntry } from '../../folio/domain/derived-entries.ts';
import { chargeLabel } from '../../folio/domain/guest-totals.ts';
import { openCharges } from '../../folio/domain/reversals.ts';
import type { Booking, FolioEntry } from '../../store/entities.ts';
import type { DocumentPayment } from './invoice-document.ts';
import type { InvoicedCharge, InvoicedStay, LineTerms } from './invoice-lines.ts';

/** Returns a folio's charges that count: neither reversals nor reversed. */
export const invoicedCharges = (
  booking: Booking,
  entries: readonly FolioEntry[],
): readonly InvoicedCharge[] =>
  countedCharges(booking, booking.charged === null ? derivedCharges(booking) : entries);

/** Returns the charges among stored or derived ones that count: neither reversals nor reversed. */
export const countedCharges = (
  { checkIn }: Pick<Booking, 'checkIn'>,
  charges: readonly NewEntry[],
): readonly InvoicedCharge[] =>
  openCharges(charges).map((charge) => ({
    id: charge.id,
    kind: charge.kind ?? 'adjustment',
    name: chargeLabel(charge.kind, charge.name, charge.quantity ?? 1),
    amount: charge.amount,
    date: charge.date ?? checkIn,
    taxIds: charge.taxIds ?? [],
    sold: charge.sold ?? false,
    addedTo: charge.addedTo ?? null,
  }));

/** Returns a folio's payments and its paid-out refunds, by date; a payment that was voided isn't listed. */
export function invoicedPayments(
  booking: Booking,
  entries: readonly FolioEntry[],
): readonly DocumentPayment[] {
  const derived = derivedPayment(booking, entries);
  const payments: readonly NewEntry[] = entries.filter(({ entry }) => entry === 'payment');
  const isVoided = ({ id, amount }: NewEntry) =>
    payments.some((one) => one.reverses === id && one.amount === -amount);
  const isVoid = ({ reverses, amount }: NewEntry) =>
    payments.some((one) => one.id === reverses && one.amount === -amount);
  const paid = [...(derived ? [derived] : []), ...payments.filter((one) => !isVoided(one) && !isVoid(one))];
  const refunded = entries.filter(({ entry, status }) => entry === 'refund' && status === 'refunded');
  const moved = [
    ...paid.map((one) => ({ ...one, at: one.receivedAt ?? one.createdAt })),
    ...refunded.map((one) => ({ ...one, amount: -one.amount, at: one.refundedAt ?? one.updatedAt })),
  ];
  return moved
    .map(({ at, method, amount }) => ({
      date: dateIn(booking.timeZone, new Date(at ?? booking.createdAt)).toString(),
      method: method ?? 'other',
      amount,
    }))
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
}

/** Returns a booking's nights with its lines' summed prices; without prices if a line has none. */
export function invoicedStay({
  checkIn,
  checkOut,
  lines,
}: Pick<Booking, 'checkIn' | 'checkOut' | 'lines'>): InvoicedStay {
  const first = Temporal.PlainDate.from(checkIn);
  const count = nightsBetween(first, Temporal.PlainDate.from(checkOut));
  const nightly: Minor[] = new Array(Math.max(0, count)).fill(0);
  for (const line of lines) {
    const prices = line.net ?? line.nightly;
    const begin = nightsBetween(first, Temporal.PlainDate.from(line.checkIn ?? checkIn));
    if (prices.length === 0 || begin < 0 || begin + prices.length > count) {
      return { checkIn, checkOut, nightly: [] };
    }
    for (const [place, price] of prices.entries())
      nightly[begin + place] = (nightly[begin + place] ?? 0) + price;
  }
  return { checkIn, checkOut, nightly };
}

/** A deleted property's terms: taxes that were added to its prices remain known. */
export const NO_TERMS: PropertyTerms = { taxes: [], taxableFees: [], taxesCancellations: false };

/** Returns the terms that determine which taxes a booking's charges contain, from its properties' terms. */
export const lineTermsOf = (
  { channel }: Pick<Booking, 'channel'>,
  charges: readonly InvoicedCharge[],
  [own, ...others]: readonly [PropertyTerms, ...PropertyTerms[]],
): LineTerms => ({
  taxes: [own, ...others].flatMap(({ taxes }) => taxes),
  taxableFees: [own, ...others].flatMap(({ taxableFees }) => taxableFees),
  taxesCancellations: own.taxesCancellations,
  hasOwnTaxes: channel !== null && charges.some(({ kind, sold }) => kind === 'tax' && sold),
});

/** A property's terms for its bookings' taxes. */
export type PropertyTerms = Omit<LineTerms, 'hasOwnTaxes'>;
