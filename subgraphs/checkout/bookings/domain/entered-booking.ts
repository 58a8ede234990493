import { parseId } from '#kit/ids.ts';
import type { BookingCreateInput, BookingGuestInput, BookingUpdateInput } from '../../generated.ts';
import type { BookedGuest, Booking, EnteredStay } from '../../store/entities.ts';
import type { AskedLine } from './lodging.ts';

/** Returns the stay as a catalog line. */
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

/** Returns the stay that an entry asks for. */
export const enteredStay = (input: BookingCreateInput): EnteredStay => ({
  unitTypeId: parseId(input.unitTypeId) ?? 0,
  checkIn: input.checkIn.toString(),
  checkOut: input.checkOut.toString(),
  adults: input.adults,
  children: input.children ?? 0,
  quantity: input.quantity ?? 1,
});

/** Returns the parts of a stay that a change asks for. */
export const enteredChange = ({
  unitTypeId,
  checkIn,
  checkOut,
  adults,
  children,
  quantity,
}: BookingUpdateInput): Partial<EnteredStay> => ({
  ...(unitTypeId == null ? {} : { unitTypeId: parseId(unitTypeId) ?? 0 }),
  ...(checkIn ? { checkIn: checkIn.toString() } : {}),
  ...(checkOut ? { checkOut: checkOut.toString() } : {}),
  ...(adults == null ? {} : { adults }),
  ...(children == null ? {} : { children }),
  ...(quantity == null ? {} : { quantity }),
});

/** Applies a change to a stay. A new unit type drops the rate plan, which belongs to the old one. */
export function changedStay(before: EnteredStay, change: Partial<EnteredStay>): EnteredStay {
  const { ratePlanId, ...after } = { ...before, ...change };
  const keepsPlan = ratePlanId !== undefined && after.unitTypeId === before.unitTypeId;
  return keepsPlan ? { ...after, ratePlanId } : after;
}

/** Returns a booking's stay; null if it has several lines, each with its own party, or an unknown unit type. */
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

/** Returns the booked guest. */
export const guestOf = (booking: Booking): BookedGuest => ({
  firstName: booking.guestFirstName,
  lastName: booking.guestLastName,
  email: booking.guestEmail,
  phone: booking.guestPhone,
});

/** True if two stays, or two guests, are equal. */
export const isSame = <T extends EnteredStay | BookedGuest>(one: T, other: T): boolean =>
  (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);

/** True if assigned units can't be kept because the nights, unit type or quantity changed. */
export const needsOtherUnits = (before: EnteredStay, after: EnteredStay): boolean =>
  before.unitTypeId !== after.unitTypeId ||
  before.checkIn !== after.checkIn ||
  before.checkOut !== after.checkOut ||
  before.quantity !== after.quantity;

/** Converts a guest input to the stored form. */
export const toGuest = ({ firstName, lastName, email, phone }: BookingGuestInput): BookedGuest => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email?.trim() || null,
  phone: phone ?? null,
});
