import { cancellationCost } from '#kit/cancellation.ts';
import { nightsBetween } from '#kit/dates.ts';
import { allocate, type Minor } from '#kit/money.ts';
import { soldCharges } from '../../folio/domain/derived-entries.ts';
import type { BookedLine, Booking, EnteredStay, Quote, SoldStay } from '../../store/entities.ts';

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

/** Returns the stay of a booking with one line as it was sold, so that a change keeps the prices of its nights. */
export function soldStay(booking: ChangeableStay): SoldStay {
  const [line] = booking.lines;
  if (!line) throw new Error(`Booking ${booking.id} has no lines.`);
  const { checkIn, checkOut, adults, children } = booking;
  const nights = nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut));
  const net = netPrices(line, nights);
  const fees = soldCharges(booking).filter(({ kind }) => kind === 'fee');
  return {
    checkIn,
    nightly: line.nightly.length === nights ? line.nightly : net,
    net,
    adults,
    children,
    fees: fees.map(({ name, amount }) => ({ label: name ?? '', amount })),
  };
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

/**
 * Returns the charge for the nights that a change drops, as if they were a separate stay cancelled at `at`: by
 * the booking's terms and its current check-in's deadlines, at the nights' own prices. 0 if the booking was
 * sold without terms, or isn't confirmed.
 */
export function droppedCharge(
  booking: ChangeableStay,
  sold: SoldStay,
  { after, fees, at }: { readonly after: EnteredStay; readonly fees: Minor; readonly at: Date },
): Minor {
  const terms = booking.lines[0]?.cancellation;
  const nightly = droppedNights(sold, after).map((night) => sold.net[night] ?? 0);
  if (!terms || nightly.length === 0 || booking.status !== 'confirmed') return 0;
  const { checkIn, timeZone } = booking;
  const total = nightly.reduce((sum, price) => sum + price, fees);
  const stay = { checkIn, timeZone, total, nightly, nights: nightly.length };
  return cancellationCost(terms, stay, Temporal.Instant.fromEpochMilliseconds(at.getTime()));
}

/** Returns a change's quote with the terms under which the booking was sold, which a change doesn't replace. */
export const withSoldTerms = (quote: Quote, { lines: [sold] }: Pick<Booking, 'lines'>): Quote => ({
  ...quote,
  lines: quote.lines.map((line) => ({ ...line, cancellation: sold?.cancellation ?? null })),
});
