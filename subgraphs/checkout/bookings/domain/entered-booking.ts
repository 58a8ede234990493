import type { BookingGuestInput } from '../../generated.ts';
import type { BookedGuest, Booking, EnteredStay } from '../../store/entities.ts';
import type { AskedLine } from './lodging.ts';

/** The stay as catalog sells it. */
export const lineOf = ({
  unitTypeId,
  checkIn,
  checkOut,
  adults,
  children,
  quantity,
  ratePlanId,
}: EnteredStay): AskedLine => ({
  itemId: `stay:${unitTypeId}:${checkIn}:${checkOut}:${adults}:${children}`,
  quantity,
  ...(ratePlanId === undefined ? {} : { ratePlanId }),
});

/** A stay of which something changes: the plan it was sold with is of its unit type alone. */
export function changedStay(before: EnteredStay, change: Partial<EnteredStay>): EnteredStay {
  const { ratePlanId, ...after } = { ...before, ...change };
  const keepsPlan = ratePlanId !== undefined && after.unitTypeId === before.unitTypeId;
  return keepsPlan ? { ...after, ratePlanId } : after;
}

/** What a booking is for; null if it has several lines, each with a party of its own, or an unknown unit type. */
export function stayOf({
  lines,
  checkIn,
  checkOut,
  adults,
  children,
}: Pick<Booking, 'lines' | 'checkIn' | 'checkOut' | 'adults' | 'children'>): EnteredStay | null {
  const [line] = lines;
  if (lines.length !== 1 || !line || line.unitTypeId === null) return null;
  const { unitTypeId, quantity, ratePlanId } = line;
  const stay = { unitTypeId, checkIn, checkOut, adults, children, quantity };
  return ratePlanId === undefined ? stay : { ...stay, ratePlanId };
}

/** Who comes. */
export const guestOf = (booking: Booking): BookedGuest => ({
  firstName: booking.guestFirstName,
  lastName: booking.guestLastName,
  email: booking.guestEmail,
  phone: booking.guestPhone,
});

/** Whether two stays, or two guests, are the same. */
export const isSame = <T extends EnteredStay | BookedGuest>(one: T, other: T): boolean =>
  (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);

/** Whether units that were assigned cannot be kept: the nights, the unit type or how many there are changed. */
export const needsOtherUnits = (before: EnteredStay, after: EnteredStay): boolean =>
  before.unitTypeId !== after.unitTypeId ||
  before.checkIn !== after.checkIn ||
  before.checkOut !== after.checkOut ||
  before.quantity !== after.quantity;

/** A guest as a booking keeps it. */
export const toGuest = ({ firstName, lastName, email, phone }: BookingGuestInput): BookedGuest => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email?.trim() || null,
  phone: phone ?? null,
});
