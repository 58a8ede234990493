import type { Minor } from '#kit/money.ts';
import { derivedCharges, type NewEntry } from '../../folio/domain/derived-entries.ts';
import { containedTaxes } from '../../invoices/domain/contained-taxes.ts';
import type { Booking, FolioEntry } from '../../store/entities.ts';
import type { Period } from './periods.ts';

/** A booking's tax in a month. */
export interface TaxedMonth {
  readonly tax: string;
  readonly percent: number | null;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly amount: Minor;
}

/** Property terms that determine taxes; the booking's own property's first. */
type Terms = Parameters<typeof containedTaxes>[2];

/**
 * Returns a booking's taxes by month, as its invoices show them: for each month, what the charges until its end contain
 * less what the charges until the end of the month before contained. So months always add up to the folio.
 */
export function taxedMonths(
  booking: Booking,
  entries: readonly FolioEntry[],
  { from, until }: Period,
  terms: Terms,
): readonly TaxedMonth[] {
  const charges: readonly NewEntry[] = booking.charged === null ? derivedCharges(booking) : entries;
  const dateOf = ({ date }: NewEntry) => date ?? booking.checkIn;
  const months = new Set(
    charges
      .map(dateOf)
      .filter((date) => date >= from && date <= until)
      .map((date) => date.slice(0, 7)),
  );
  const contained = (isCharged: (date: string) => boolean) => {
    const counted = charges.filter((charge) => isCharged(dateOf(charge)));
    return taxesIn(booking, counted, terms);
  };
  return [...months].sort().flatMap((month) => {
    const first = month === from.slice(0, 7) ? from : `${month}-01`;
    const before = contained((date) => date < first);
    const after = contained((date) => date <= until && date.slice(0, 7) <= month);
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
      const tax = after.get(name) ?? before.get(name);
      const amount = (after.get(name)?.amount ?? 0) - (before.get(name)?.amount ?? 0);
      return tax && amount !== 0 ? [{ tax: tax.name, percent: tax.percent, month, amount }] : [];
    });
  });
}

/** Returns the taxes that some charges contain, by name and rate. */
const taxesIn = (booking: Booking, charges: readonly NewEntry[], terms: Terms) =>
  new Map(containedTaxes(booking, charges, terms).map((tax) => [`${tax.percent} ${tax.name}`, tax]));
