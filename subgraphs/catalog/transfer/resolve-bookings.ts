import { currencyDigits } from '#kit/money.ts';
import { type Placed, type Places, placeOf } from './booking-places.ts';
import { cellReader, type RowMistake } from './csv-cells.ts';
import type { BookingImportRowInput } from './operations/generated.ts';
import type { WantedBooking } from './wanted-bookings.ts';

/** A reservation with its places and amounts, or what's wrong with its cells. */
export type ResolvedBooking =
  | { readonly wanted: WantedBooking; readonly placed: Placed; readonly row: BookingImportRowInput }
  | { readonly wanted: WantedBooking; readonly mistakes: readonly RowMistake[] };

/** Finds a reservation's places and reads its amounts in the property's currency. */
export function resolveBooking(places: Places, wanted: WantedBooking): ResolvedBooking {
  const placed = placeOf(places, wanted);
  if ('message' in placed) return { wanted, mistakes: [placed] };
  const { property, unitType, unit } = placed;
  const { currency } = property;
  if (wanted.currency !== null && wanted.currency !== currency) {
    const message = `${property.name} sells in ${currency}. Convert the amounts and write ${currency}.`;
    return { wanted, mistakes: [{ field: 'currency', code: 'CURRENCY_MISMATCH', message }] };
  }
  const format = { currency, digits: currencyDigits(currency), slashes: null };
  const read = cellReader({ total: wanted.total, paid: wanted.paid ?? '' }, format);
  const [total = 0, paid = 0] = [read.amount('total'), read.amount('paid')];
  if (read.mistakes.length > 0) return { wanted, mistakes: read.mistakes };
  const { firstName, lastName, email, phone, adults, children, source, note, status, externalId } = wanted;
  const row: BookingImportRowInput = {
    externalId,
    storefrontId: String(property.storefrontId),
    propertyId: String(property.id),
    timeZone: property.timeZone,
    unitTypeId: String(unitType.id),
    unit: unit ? { id: String(unit.id), name: unit.name } : null,
    checkIn: wanted.checkIn,
    checkOut: wanted.checkOut,
    adults,
    children,
    guest: { firstName, lastName, email, phone },
    status,
    total,
    paid,
    sourceLabel: source,
    note,
  };
  return { wanted, placed, row };
}
