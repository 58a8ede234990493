import type { BookingGuestInput } from '../generated.ts';
import type { BookedGuest, Booking, EnteredStay, Line } from '../store/entities.ts';

/** The stay as catalog sells it. */
export const lineOf = ({ unitTypeId, checkIn, checkOut, adults, children, quantity }: EnteredStay): Line => ({
  itemId: `stay:${unitTypeId}:${checkIn}:${checkOut}:${adults}:${children}`,
  quantity,
});

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
  return { unitTypeId: line.unitTypeId, checkIn, checkOut, adults, children, quantity: line.quantity };
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
