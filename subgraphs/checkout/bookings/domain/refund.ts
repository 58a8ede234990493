import { type CancellationTerms, cancellationCost, costChangesAfter, freeUntil } from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { nightsBetween } from '#kit/dates.ts';
import { type Language, languageOf } from '#kit/language.ts';
import { allocate, type Minor } from '#kit/money.ts';
import { type AddedTax, type PercentTax, taxesAddedTo, taxesOn } from '../../folio/domain/added-taxes.ts';
import { weighCharges } from '../../folio/domain/cancelling.ts';
import { type Reversible, todayIn } from '../../folio/domain/reversals.ts';
import type { BookedLine, Booking } from '../../store/entities.ts';
import type { BookingCancellerKind } from './statuses.ts';

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

/** Cost of a cancellation. */
export interface CancellationCosts {
  readonly fee: Minor;
  /** Taxes on the fee. */
  readonly taxes: readonly AddedTax[];
  /** Sum of the fee, its taxes, and earlier cancellation charges. */
  readonly owed: Minor;
  /** Part of the paid amount that's due back, before refunds. */
  readonly refundDue: Minor;
}

/**
 * Returns the cost of cancelling a booking at a given time under its terms, and the refund due: between zero
 * and the amount paid, and never increasing over time. `taxes` are the property's percentage taxes on
 * cancellation fees. A waived fee is 0. Null if a line has no terms (docs/interface/bookings.md#cancelling).
 */
export function cancellationCosts(
  booking: Refundable,
  at: Date,
  taxes: readonly PercentTax[],
  { waiveFee = false }: { readonly waiveFee?: boolean } = {},
): CancellationCosts | null {
  const charged = cancellationFee(booking, at);
  if (charged === null) return null;
  const fee = waiveFee ? 0 : charged;
  const added = taxesAddedTo(fee, taxesOn(taxes, todayIn(booking.timeZone, at)));
  const { kept } = weighCharges(booking.charges);
  const owed = added.reduce((sum, { amount }) => sum + amount, kept + fee);
  return { fee, taxes: added, owed, refundDue: Math.max(0, booking.paid - owed) };
}

/** Returns the refund due if a booking is cancelled at a given time; null if a line has no terms. */
export const refundOf = (booking: Refundable, at: Date, taxes: readonly PercentTax[] = []): Minor | null =>
  cancellationCosts(booking, at, taxes)?.refundDue ?? null;

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

/** Returns the last instant at which a cancellation costs what it costs now; null if it costs that from now on. */
export function costLastsUntil(booking: Terminable, at: Date): Date | null {
  if (booking.status !== 'confirmed') return null;
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  const ends = (soldLines(booking) ?? []).flatMap(
    (line) => costChangesAfter(line.cancellation, stayOf(booking, line), instant)?.epochMilliseconds ?? [],
  );
  return ends.length === 0 ? null : new Date(Math.min(...ends));
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

/** Booking fields that describe its cancellation. */
export type Cancellable = Terminable &
  Pick<
    Booking,
    | ('refundDue' | 'cancelledAt' | 'cancelledBy' | 'cancelReason' | 'cancellationFee')
    | ('channelConnectionId' | 'updatedAt')
  >;

/** A booking's cancellation terms, and its cancellation, for callers. */
export interface CancellationView<B extends Cancellable = Cancellable> {
  /** The booking, for amounts that are computed only if a caller selects them. */
  readonly booking: B;
  readonly text: (locale: string) => string | null;
  readonly freeUntil: Date | null;
  readonly refundDue: Minor | null;
  readonly by: { readonly kind: BookingCancellerKind } | null;
  readonly at: Date | null;
  readonly reason: string | null;
  readonly fee: Minor | null;
}

/**
 * Returns a booking's cancellation terms and its cancellation; null if a line has no terms and the booking
 * isn't cancelled.
 */
export function viewCancellation<B extends Cancellable>(booking: B): CancellationView<B> | null {
  const isCancelled = booking.status === 'cancelled';
  if (!hasTerms(booking) && !isCancelled) return null;
  return {
    booking,
    text: (locale) => termsText(booking, languageOf(locale)),
    freeUntil: freeCancellationUntil(booking),
    refundDue: booking.refundDue,
    ...(isCancelled ? cancelledBy(booking) : NOT_CANCELLED),
  };
}

const NOT_CANCELLED = { by: null, at: null, reason: null, fee: null };

/** A process of the previous release cancels bookings without recording the cancellation. */
function cancelledBy(booking: Cancellable) {
  const { cancelledBy: kind, cancelledAt, cancelReason, cancellationFee: fee, channelConnectionId } = booking;
  return {
    by: { kind: kind ?? (channelConnectionId === null ? 'host' : 'channel') },
    at: new Date(cancelledAt ?? booking.updatedAt),
    reason: cancelReason,
    fee: fee ?? Math.max(0, booking.paid - (booking.refundDue ?? booking.paid)),
  };
}

/** True if every line was sold with cancellation terms. */
export const hasTerms = (booking: Pick<Booking, 'lines'>): boolean =>
  booking.lines.length > 0 && booking.lines.every(({ cancellation }) => cancellation !== undefined);
