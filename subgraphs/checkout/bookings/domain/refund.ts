import { type CancellationTerms, cancellationCost, freeUntil } from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { nightsBetween } from '#kit/dates.ts';
import { type Language, languageOf } from '#kit/language.ts';
import { allocate, type Minor } from '#kit/money.ts';
import type { BookedLine, Booking } from '../../store/entities.ts';

/** What a refund is made of. */
export type Refundable = Pick<
  Booking,
  'status' | 'checkIn' | 'checkOut' | 'timeZone' | 'currency' | 'total' | 'paid' | 'lines'
>;

/** A line with the terms that it was sold with, and its part of the booking's total. */
interface SoldLine extends BookedLine {
  readonly cancellation: CancellationTerms;
  readonly share: Minor;
}

/**
 * What of the money that was paid is due back if a booking is cancelled at an instant, by the terms it was sold with: between
 * nothing and all of it, and never more later. Null where a line was sold without terms (docs/interface/bookings.md#cancelling).
 */
export function refundOf(booking: Refundable, at: Date): Minor | null {
  const lines = soldLines(booking);
  if (lines === null) return null;
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  const costs = lines.map((line) => cancellationCost(line.cancellation, stayOf(booking, line), instant));
  return Math.max(0, booking.paid - costs.reduce((sum, cost) => sum + cost, 0));
}

/** The last instant at which cancelling costs nothing; null if there is none. */
function freeCancellationUntil(booking: Refundable): Date | null {
  const ends = (soldLines(booking) ?? []).map((line) => freeUntil(line.cancellation, stayOf(booking, line)));
  if (ends.length === 0 || ends.some((end) => end === null)) return null;
  return new Date(Math.min(...ends.map((end) => end?.epochMilliseconds ?? 0)));
}

/** The terms in words; by line where they differ. Null where a line was sold without. */
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

function soldLines({ lines, total }: Refundable): readonly SoldLine[] | null {
  const shares = allocate(
    total,
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

/** The terms of a booking as callers read them. */
export interface CancellationView {
  readonly text: (locale: string) => string;
  readonly freeUntil: Date | null;
  readonly refundNow: Minor | null;
  readonly refundDue: Minor | null;
}

/** The terms of a booking at an instant; null where a line was sold without. */
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
