import { type CancellationTerms, cancellationCost } from '#kit/cancellation.ts';
import { nightsBetween } from '#kit/dates.ts';
import { allocate, type Minor } from '#kit/money.ts';
import { soldCharges } from '../../folio/domain/derived-entries.ts';
import type { BookedLine, Booking, ChangedLine, EnteredStay, Quote, SoldStay } from '../../store/entities.ts';

/** Booking fields that determine what a change to its stay costs. */
export type ChangeableStay = Pick<
  Booking,
  'id' | 'status' | 'checkIn' | 'checkOut' | 'timeZone' | 'adults' | 'children' | 'lines' | 'total' | 'totals'
>;

/** Returns each night's price after discount, in order. A discount is spread over the nights by their prices. */
export function netPrices({ nightly, net, subtotal }: BookedLine, nights: number): readonly Minor[] {
  if (net?.length === nights) return net;
  return allocate(subtotal, nightly.length === nights ? nightly : new Array<number>(nights).fill(1));
}

/**
 * Returns each line as it was sold, so that a change keeps the prices of its nights. The first one has the fees of all.
 */
export function soldStays(
  booking: ChangeableStay,
  stays: readonly Pick<EnteredStay, 'adults' | 'children'>[],
): readonly SoldStay[] {
  const { checkIn, checkOut } = booking;
  const nights = nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut));
  const fees = soldCharges(booking)
    .filter(({ kind }) => kind === 'fee')
    .map(({ name, amount }) => ({ label: name ?? '', amount }));
  return booking.lines.map((line, place) => {
    const net = netPrices(line, nights);
    const { adults = 0, children = 0 } = stays[place] ?? {};
    return {
      checkIn,
      nightly: line.nightly.length === nights ? line.nightly : net,
      net,
      adults,
      children,
      fees: place === 0 ? fees : [],
    };
  });
}

/** Returns the stay of a booking with one line as it was sold, so that a change keeps the prices of its nights. */
export function soldStay(booking: ChangeableStay): SoldStay {
  const [sold] = soldStays(booking, [booking]);
  if (!sold) throw new Error(`Booking ${booking.id} has no lines.`);
  return sold;
}

/** Returns the lines after a change to their stays, in order. */
export const changedLines = (
  booking: ChangeableStay,
  before: readonly EnteredStay[],
  after: readonly EnteredStay[],
): readonly ChangedLine[] => {
  const sold = soldStays(booking, before);
  return after.flatMap((stay, place) => {
    const was = sold[place];
    return was ? [{ place, stay, before: was }] : [];
  });
};

/** Returns the lines that remain when one is cancelled. The first of them gets the fees, and the part to take off. */
export function remainingLines(
  booking: ChangeableStay,
  stays: readonly EnteredStay[],
  cancelled: number,
): readonly ChangedLine[] {
  const gone = stays[cancelled];
  const fees = soldStays(booking, stays)[0]?.fees ?? [];
  const dropped = gone && { units: gone.quantity, guests: gone.adults + gone.children };
  return changedLines(booking, stays, stays)
    .filter(({ place }) => place !== cancelled)
    .map((line, index) => ({
      ...line,
      before:
        index === 0 ? { ...line.before, fees, ...(dropped && { dropped }) } : { ...line.before, fees: [] },
    }));
}

/** Returns the sold nights that a change drops, by their place in the stay. */
export function droppedNights(
  { checkIn, net }: Pick<SoldStay, 'checkIn' | 'net'>,
  after: Pick<EnteredStay, 'checkIn' | 'checkOut'>,
): readonly number[] {
  const first = Temporal.PlainDate.from(checkIn);
  return [...net.keys()].filter((days) => {
    const night = first.add({ days }).toString();
    return night < after.checkIn || night >= after.checkOut;
  });
}

/** A change to a booking's lines. */
export interface LinesChange {
  /** The lines after the change. */
  readonly lines: readonly ChangedLine[];
  /** Index of the line that the change cancels; null if it cancels none. */
  readonly cancelled: number | null;
}

/** Nights that a change drops from a line. */
interface DroppedPart {
  readonly terms: CancellationTerms | undefined;
  /** Price of each night after discount, in order. */
  readonly nightly: readonly Minor[];
}

/** Lists the nights that a change drops, per line. */
export function droppedParts(
  booking: ChangeableStay,
  { lines, cancelled }: LinesChange,
): readonly DroppedPart[] {
  const termsOf = (place: number) => booking.lines[place]?.cancellation;
  if (cancelled !== null) {
    const net = soldStays(booking, [])[cancelled]?.net ?? [];
    return [{ terms: termsOf(cancelled), nightly: net }];
  }
  return lines
    .map(({ place, stay, before }) => ({
      terms: termsOf(place),
      nightly: droppedNights(before, stay).map((night) => before.net[night] ?? 0),
    }))
    .filter(({ nightly }) => nightly.length > 0);
}

/**
 * Returns the charge for the nights that a change drops, as if they were a separate stay cancelled at `at`: by
 * the terms of their line and the booking's current check-in's deadlines, at the nights' own prices. `fees` are the
 * fees that the change drops. 0 for a line that was sold without terms, or if the booking isn't confirmed.
 */
export function droppedCharge(
  booking: ChangeableStay,
  parts: readonly DroppedPart[],
  { fees, at }: { readonly fees: Minor; readonly at: Date },
): Minor {
  if (booking.status !== 'confirmed') return 0;
  const { checkIn, timeZone } = booking;
  const prices = parts.map(({ nightly }) => nightly.reduce((sum, price) => sum + price, 0));
  const shares = allocate(fees, prices);
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  return parts.reduce((sum, { terms, nightly }, index) => {
    if (!terms) return sum;
    const total = (prices[index] ?? 0) + (shares[index] ?? 0);
    return (
      sum + cancellationCost(terms, { checkIn, timeZone, total, nightly, nights: nightly.length }, instant)
    );
  }, 0);
}

/** Returns a change's quote with the terms under which its lines were sold, which a change doesn't replace. */
export const withSoldTerms = (
  quote: Quote,
  { lines: sold }: Pick<Booking, 'lines'>,
  lines: readonly Pick<ChangedLine, 'place'>[],
): Quote => ({
  ...quote,
  lines: quote.lines.map((line, index) => ({
    ...line,
    cancellation: sold[lines[index]?.place ?? index]?.cancellation ?? null,
  })),
});
