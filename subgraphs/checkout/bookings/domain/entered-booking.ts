import { parseId } from '#kit/ids.ts';
import type { BookingCreateInput, BookingGuestInput, BookingUpdateInput } from '../../generated.ts';
import type { BookedGuest, BookedLine, Booking, EnteredStay } from '../../store/entities.ts';
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

/** A line's guests and property, from the checkout. */
export interface LineParty {
  readonly adults: number | null;
  readonly children: number | null;
  readonly propertyId: string | null;
}

/** Booking fields that determine the stays of its lines. */
export type StayedBooking = Pick<
  Booking,
  'lines' | 'checkIn' | 'checkOut' | 'adults' | 'children' | 'propertyId'
>;

/**
 * Returns the stay of each line. Lines without a recorded party have the one in their checkout, `known`. Null if a unit
 * type or a party is unknown, or the lines differ in their dates or their property.
 */
export function staysOf(
  booking: StayedBooking,
  known: readonly LineParty[] = [],
): readonly EnteredStay[] | null {
  const { lines, checkIn, checkOut, propertyId } = booking;
  const only = stayOf(booking);
  if (only) return [only];
  const stays = lines.flatMap((line, place): EnteredStay[] => {
    const { unitTypeId, quantity, ratePlanId } = line;
    const isRecorded = line.adults !== undefined;
    const party = isRecorded ? line : known.length === lines.length ? known[place] : undefined;
    const isElsewhere =
      Number((isRecorded ? line.propertyId : party?.propertyId) ?? propertyId) !== propertyId;
    if (unitTypeId === null || party?.adults == null || line.checkIn !== undefined || isElsewhere) return [];
    const stay = {
      unitTypeId,
      checkIn,
      checkOut,
      adults: party.adults,
      children: party.children ?? 0,
      quantity,
    };
    return [ratePlanId === undefined ? stay : { ...stay, ratePlanId }];
  });
  return stays.length === lines.length && stays.length > 0 ? stays : null;
}

/** Returns several lines' stays as one, with the sums of their guests and units. */
export function summaryOf(stays: readonly EnteredStay[]): EnteredStay {
  const [first] = stays;
  if (!first) throw new Error('A booking has at least one line.');
  if (stays.length === 1) return first;
  const sum = (field: 'adults' | 'children' | 'quantity') =>
    stays.reduce((total, stay) => total + stay[field], 0);
  const { checkIn, checkOut } = first;
  const [adults, children, quantity] = [sum('adults'), sum('children'), sum('quantity')];
  return { unitTypeId: 0, checkIn, checkOut, adults, children, quantity };
}

/** Returns a line's id, which it keeps when another line is cancelled. */
export const lineId = ({ number }: Pick<BookedLine, 'number'>, place: number): string =>
  String(number ?? place + 1);

/** Returns the index of the line with this id; -1 if there is none. */
export const placeOf = ({ lines }: Pick<Booking, 'lines'>, id: string): number =>
  lines.findIndex((line, place) => lineId(line, place) === id);

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

/**
 * Applies a change to the stays of a booking's lines: its dates to all of them, its guests to the one at `place`. A new
 * unit type and quantity only fit a booking with one line.
 */
export const changedStays = (
  before: readonly EnteredStay[],
  change: Partial<EnteredStay>,
  { place, ...party }: { readonly place: number } & Partial<Pick<EnteredStay, 'adults' | 'children'>>,
): readonly EnteredStay[] =>
  before.map((stay, index) => changedStay(stay, index === place ? { ...change, ...party } : change));

/** True if the stays of two lists are equal. */
export const areSame = (one: readonly EnteredStay[], other: readonly EnteredStay[]): boolean =>
  one.every((stay, place) => {
    const after = other[place];
    return after !== undefined && isSame(stay, after);
  });

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
