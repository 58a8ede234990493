import { type CancellationTerms, cancellationCost, freeUntil } from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { nightsBetween } from '#kit/dates.ts';
import { type Language, languageOf } from '#kit/language.ts';
import { allocate, type Minor } from '#kit/money.ts';
import type { BookedLine, Booking } from '../../store/entities.ts';

/** Fields needed to compute a refund. */
export type Refundable = Pick<
  Booking,
  'status' | 'checkIn' | 'checkOut' | 'timeZone' | 'currency' | 'total' | 'totals' | 'paid' | 'lines'
>;

/** A line with its cancellation terms and the share of the price they apply to. */
interface SoldLine extends BookedLine {
  readonly cancellation: CancellationTerms;
  readonly share: Minor;
}

/**
 * Returns the refund due if a booking is cancelled at a given time, under its terms: between zero and the
 * amount paid, and never increasing over time. Null if a line has no terms
 * (docs/interface/bookings.md#cancelling).
 */
export function refundOf(booking: Refundable, at: Date): Minor | null {
  const fee = cancellationFee(booking, at);
  return fee === null ? null : Math.max(0, booking.paid - fee);
}

/**
 * Returns the fee for cancelling a booking at a given time, even if less was paid. A held booking is released
 * without a fee. Null if a line has no terms.
 */
export function cancellationFee(booking: Refundable, at: Date): Minor | null {
  const lines = soldLines(booking);
  if (lines === null) return null;
  if (booking.status === 'held') return 0;
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  const costs = lines.map((line) => cancellationCost(line.cancellation, stayOf(booking, line), instant));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/**
 * Returns the amount that the terms apply to: accommodation after discounts, plus fees. Taxes are owed only
 * for nights stayed. Prices stored before kinds were recorded count in full.
 */
function feeBase({ totals, total }: Refundable): Minor {
  const taxes = totals.filter(({ kind }) => kind === 'tax');
  return total - taxes.reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the last moment for free cancellation; null if there isn't one. */
function freeCancellationUntil(booking: Refundable): Date | null {
  const ends = (soldLines(booking) ?? []).map((line) => freeUntil(line.cancellation, stayOf(booking, line)));
  if (ends.length === 0 || ends.some((end) => end === null)) return null;
  return new Date(Math.min(...ends.map((end) => end?.epochMilliseconds ?? 0)));
}

/** Returns the terms as text, per line if they differ. Null if a line has no terms. */
function termsText(booking: Refundable, locale: Language): string | null {
  const lines = soldLines(booking);
  if (lines === null) return null;
  const texts = lines.map(({ title, cancellation }) => ({
    title,
    text: cancellationText(cancellation, booking.currency, locale),
  }));
  const [first] = texts;
  if (!first) return null;
  return texts.every(({ text }) => text === first.text)
    ? first.text
    : texts.map(({ title, text }) => `${title}: ${text}`).join('\n');
}

function soldLines(booking: Refundable): readonly SoldLine[] | null {
  const { lines } = booking;
  const shares = allocate(
    feeBase(booking),
    lines.map(({ subtotal }) => subtotal),
  );
  const sold = lines.flatMap((line, place) =>
    line.cancellation ? [{ ...line, cancellation: line.cancellation, share: shares[place] ?? 0 }] : [],
  );
  return sold.length === lines.length && lines.length > 0 ? sold : null;
}

const stayOf = ({ checkIn, checkOut, timeZone }: Refundable, { share, nightly }: SoldLine) => ({
  checkIn,
  timeZone,
  nightly,
  total: share,
  nights: nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut)),
});

/** A booking's cancellation terms for callers. */
export interface CancellationView {
  readonly text: (locale: string) => string;
  readonly freeUntil: Date | null;
  readonly refundNow: Minor | null;
  readonly refundDue: Minor | null;
}

/** Returns a booking's cancellation terms at a given time; null if a line has no terms. */
export function viewCancellation(
  booking: Refundable & Pick<Booking, 'refundDue'>,
  now: Date,
): CancellationView | null {
  const english = termsText(booking, 'en');
  if (english === null) return null;
  const isOver = booking.status === 'cancelled' || booking.status === 'released';
  return {
    text: (locale) => termsText(booking, languageOf(locale)) ?? english,
    freeUntil: freeCancellationUntil(booking),
    refundNow: isOver ? null : refundOf(booking, now),
    refundDue: booking.refundDue,
  };
}
