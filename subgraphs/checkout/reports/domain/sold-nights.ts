import { nightsBetween } from '#kit/dates.ts';
import { allocate, type Minor } from '#kit/money.ts';
import { derivedCharges, type FolioBooking } from '../../folio/domain/derived-entries.ts';
import type { BookedLine, Booking } from '../../store/entities.ts';

/** Booking fields that determine what it sold. */
export type SoldBooking = FolioBooking &
  Pick<Booking, 'checkOut' | 'propertyId' | 'lines' | 'stayState' | 'test'>;

/** A folio's stored charges, added up. */
export interface SoldCharges {
  /** Accommodation and discounts. */
  readonly accommodation: Minor;
  /** The no-show's charge, unless it was removed. */
  readonly noShow: Minor;
}

/** A line's units on a night, sold for an amount that isn't 0. */
export interface SoldNight {
  /** `YYYY-MM-DD`. */
  readonly night: string;
  readonly propertyId: number;
  /** 0 if it's no longer known. */
  readonly unitTypeId: number;
  /** Null for the unit type's default. */
  readonly ratePlanId: string | null;
  readonly units: number;
  readonly revenue: Minor;
}

/** A line's nights with their prices. */
interface PricedLine {
  readonly line: BookedLine;
  readonly first: Temporal.PlainDate;
  readonly prices: readonly Minor[];
}

/**
 * Returns the nights that a booking sold, with their room revenue: the folio's accommodation after discounts, shared
 * over lines and nights by the prices that they were sold for. A no-show's charge pays for its nights from the first one
 * on. Nights sold for 0 are left out; a booking that isn't confirmed sold nothing.
 */
export function soldNights(booking: SoldBooking, stored: SoldCharges): readonly SoldNight[] {
  if (booking.status !== 'confirmed' || booking.test) return [];
  const lines = booking.lines.map((line) => pricedLine(booking, line));
  const accommodation = booking.charged === null ? derivedAccommodation(booking) : stored.accommodation;
  const amounts =
    booking.stayState === 'no_show'
      ? paidNights(lines, accommodation + stored.noShow)
      : sharedAmount(lines, accommodation);
  return lines.flatMap(({ line, first }, place) =>
    (amounts[place] ?? []).flatMap((revenue, days) =>
      revenue === 0
        ? []
        : [
            {
              night: first.add({ days }).toString(),
              propertyId: line.propertyId ?? booking.propertyId,
              unitTypeId: line.unitTypeId ?? 0,
              ratePlanId: line.ratePlanId ?? null,
              units: line.quantity,
              revenue,
            },
          ],
    ),
  );
}

/** Returns a folio's accommodation after discounts, if it has no stored charges. */
const derivedAccommodation = (booking: FolioBooking): Minor =>
  sum(
    derivedCharges(booking)
      .filter(({ kind }) => kind === 'accommodation' || kind === 'discount')
      .map(({ amount }) => amount),
  );

/** Returns a line's nights within the booking; after an early departure, a channel's line still has prices for all. */
function pricedLine({ checkIn, checkOut }: SoldBooking, line: BookedLine): PricedLine {
  const first = Temporal.PlainDate.from(line.checkIn ?? checkIn);
  const most = Math.max(0, nightsBetween(first, Temporal.PlainDate.from(checkOut)));
  const { net = [], nightly, subtotal } = line;
  const known = net.length > 0 ? net : nightly;
  const isDifferent = line.checkIn !== undefined && known.length > 0; // it can also end before the others
  const nights = isDifferent ? Math.min(most, known.length) : most;
  const weights = known.length < nights ? new Array<number>(nights).fill(1) : known.slice(0, nights);
  return { line, first, prices: sum(weights) === subtotal ? weights : allocate(subtotal, weights) };
}

/** Shares an amount over the lines by their prices, then over each line's nights. */
function sharedAmount(lines: readonly PricedLine[], amount: Minor): readonly (readonly Minor[])[] {
  const parts = allocate(
    amount,
    lines.map(({ prices }) => sum(prices)),
  );
  return lines.map(({ prices }, place) => {
    const part = parts[place] ?? 0;
    return part === sum(prices) || prices.length === 0 ? prices : allocate(part, prices);
  });
}

/**
 * Lets a charge pay for all lines' nights, from the first night on, each at its price. If it's more than all of
 * them, it's shared over them.
 */
function paidNights(lines: readonly PricedLine[], charge: Minor): readonly (readonly Minor[])[] {
  const most = sum(lines.map(({ prices }) => sum(prices)));
  if (charge >= most) return sharedAmount(lines, charge);
  const places = lines
    .flatMap(({ first, prices }, line) =>
      prices.map((price, day) => ({ line, day, price, night: first.add({ days: day }).toString() })),
    )
    .sort((a, b) => (a.night === b.night ? a.line - b.line : a.night < b.night ? -1 : 1));
  const paid = lines.map(({ prices }) => prices.map(() => 0));
  let rest = Math.max(0, charge);
  for (const { line, day, price } of places) {
    const part = Math.min(rest, price);
    const nights = paid[line];
    if (nights) nights[day] = part;
    rest -= part;
  }
  return paid;
}

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((whole, amount) => whole + amount, 0);
