import { type CancellationTerms, cancellationCost, freeUntil } from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { nightsBetween } from '#kit/dates.ts';
import { type Language, languageOf } from '#kit/language.ts';
import { allocate, type Minor } from '#kit/money.ts';
import { weighCharges } from '../../folio/domain/cancelling.ts';
import type { Reversible } from '../../folio/domain/reversals.ts';
import type { BookedLine, Booking } from '../../store/entities.ts';

/** Fields needed to describe a booking's cancellation terms. */
export type Terminable = Pick<
  Booking,
  'status' | 'checkIn' | 'checkOut' | 'timeZone' | 'currency' | 'paid' | 'lines'
>;

/** Fields needed to compute a refund. */
export interface Refundable extends Terminable {
  /** The folio's charges. */
  readonly charges: readonly Reversible[];
}

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
  return fee === null ? null : Math.max(0, booking.paid - weighCharges(booking.charges).kept - fee);
}

/**
 * Returns the fee for cancelling a booking at a given time, even if less was paid. The terms apply to
 * accommodation after discounts, plus fees; taxes are owed only for nights stayed. A held booking is released
 * without a fee. Null if a line has no terms.
 */
export function cancellationFee(booking: Refundable, at: Date): Minor | null {
  const { base, most } = weighCharges(booking.charges);
  const lines = soldLines(booking, base);
  if (lines === null) return null;
  if (booking.status === 'held') return 0;
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  const costs = lines.map((line) => cancellationCost(line.cancellation, stayOf(booking, line), instant));
  return Math.min(
    most,
    costs.reduce((sum, cost) => sum + cost, 0),
  );
}

/** Returns the last moment for free cancellation; null if there isn't one. */
function freeCancellationUntil(booking: Terminable): Date | null {
  const ends = (soldLines(booking) ?? []).map((line) => freeUntil(line.cancellation, stayOf(booking, line)));
  if (ends.length === 0 || ends.some((end) => end === null)) return null;
  return new Date(Math.min(...ends.map((end) => end?.epochMilliseconds ?? 0)));
}

/** Returns the terms as text, per line if they differ. Null if a line has no terms. */
function termsText(booking: Terminable, locale: Language): string | null {
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

/** Returns a booking's lines with their terms and shares of an amount; null if a line has no terms. */
function soldLines({ lines }: Terminable, amount: Minor = 0): readonly SoldLine[] | null {
  const shares = allocate(
    amount,
    lines.map(({ subtotal }) => subtotal),
  );
  const sold = lines.flatMap((line, place) =>
    line.cancellation ? [{ ...line, cancellation: line.cancellation, share: shares[place] ?? 0 }] : [],
  );
  return sold.length === lines.length && lines.length > 0 ? sold : null;
}

const stayOf = (
  { checkIn, checkOut, timeZone }: Terminable,
  { share, nightly, net = nightly }: SoldLine,
) => ({
  checkIn,
  timeZone,
  nightly: net,
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
