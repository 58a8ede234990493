import { cancellationCost } from '#kit/cancellation.ts';
import { nightsBetween } from '#kit/dates.ts';
import { allocate, type Minor, thousandthsOf } from '#kit/money.ts';
import type { BookedLine, BookedTotal, Booking } from '../../store/entities.ts';

/** Booking fields that determine what leaving early costs. */
export type LeavingBooking = Pick<
  Booking,
  'checkIn' | 'checkOut' | 'timeZone' | 'currency' | 'lines' | 'totals' | 'total'
>;

/** A property's percentage tax, by the name that it has in a price. */
export interface PercentTax {
  readonly name: string;
  readonly percent: number | null;
}

/** A stay after its guests left early, and the fee for the nights that they gave up. */
export interface EarlyDeparture {
  readonly lines: readonly BookedLine[];
  readonly totals: readonly BookedTotal[];
  readonly total: Minor;
  readonly fee: Minor;
}

/**
 * Prices a stay that ends early, on `leaves`. Kept nights keep the price they were sold for, discount included.
 * Dropped nights cost what cancelling them as a separate stay would cost now, by the original check-in's
 * deadline; a line sold without terms costs nothing for them. Fees stay, since most are per stay. Percentage
 * taxes follow the accommodation, and other taxes the number of nights.
 */
export function leaveEarly(
  booking: LeavingBooking,
  leaves: string,
  taxes: readonly PercentTax[],
  at: Date,
): EarlyDeparture {
  const cuts = booking.lines.map((line) => cutLine(booking, line, leaves, at));
  const before = sum(booking.lines.map(({ subtotal }) => subtotal));
  const after = sum(cuts.map(({ line }) => line.subtotal));
  const base = sum(cuts.map(({ line }) => sum(line.nightly)));
  const share = nightsOf(booking.checkIn, leaves) / nightsOf(booking.checkIn, booking.checkOut);
  const entries = booking.totals.slice(0, -1).map((entry, place): BookedTotal => {
    const kind = entry.kind ?? (place === 0 ? 'subtotal' : undefined);
    if (kind === 'subtotal') return { ...entry, amount: hasDiscount(booking) ? base : after };
    if (kind === 'discount') return { ...entry, amount: after - base };
    if (kind === 'tax') return { ...entry, amount: taxAfter(entry, taxes, before - after, share) };
    return entry;
  });
  const total = sum(entries.map(({ amount }) => amount));
  const last = booking.totals.at(-1);
  return {
    lines: cuts.map(({ line }) => line),
    totals: [...entries, { ...last, label: last?.label ?? 'Total', amount: total }],
    total,
    fee: sum(cuts.map(({ fee }) => fee)),
  };
}

const hasDiscount = ({ totals }: LeavingBooking): boolean => totals.some(({ kind }) => kind === 'discount');

/** Shortens a line to the kept nights, and returns the fee for the dropped ones. */
function cutLine(
  { checkIn, checkOut, timeZone }: LeavingBooking,
  line: BookedLine,
  leaves: string,
  at: Date,
): { readonly line: BookedLine; readonly fee: Minor } {
  const nights = nightsOf(checkIn, checkOut);
  const kept = nightsOf(checkIn, leaves);
  const prices = [line.net, line.nightly].find((each) => each?.length === nights && sum(each) > 0);
  const net = allocate(line.subtotal, prices ?? new Array<number>(nights).fill(1));
  const dropped = net.slice(kept);
  const fee = line.cancellation
    ? cancellationCost(
        line.cancellation,
        { checkIn, timeZone, total: sum(dropped), nightly: dropped, nights: dropped.length },
        Temporal.Instant.fromEpochMilliseconds(at.getTime()),
      )
    : 0;
  const subtotal = sum(net.slice(0, kept));
  const shortened = {
    nightly: line.nightly.slice(0, kept),
    ...(line.net && { net: line.net.slice(0, kept) }),
  };
  return { line: { ...line, subtotal, ...shortened }, fee };
}

function taxAfter(
  { label, amount }: BookedTotal,
  taxes: readonly PercentTax[],
  dropped: Minor,
  share: number,
): Minor {
  const percent = taxes.find(({ name }) => name === label)?.percent;
  if (percent == null) return Math.round(amount * share);
  return Math.max(0, amount - thousandthsOf(dropped, Math.round(percent * 1000)));
}

const nightsOf = (from: string, until: string): number =>
  nightsBetween(Temporal.PlainDate.from(from), Temporal.PlainDate.from(until));

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((whole, amount) => whole + amount, 0);
