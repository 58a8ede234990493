import { type IsoDate, nightsBetween, parseDate } from '#kit/dates.ts';
import { parseId } from '#kit/ids.ts';
import type { Party, Sellable } from '../../rates/domain/terms.ts';

/** A stay on sale: a unit type, its dates and the whole party. */
export interface StayItem extends Party {
  readonly kind: 'stay';
  readonly unitTypeId: number;
  readonly checkIn: Temporal.PlainDate;
  readonly checkOut: Temporal.PlainDate;
}

/** A unit type without dates, for browsing only. */
export interface UnitTypeItem {
  readonly kind: 'unit_type';
  readonly unitTypeId: number;
}

const STAY = /^stay:(\d+):(\d{4}-\d{2}-\d{2}):(\d{4}-\d{2}-\d{2}):([1-9]\d{0,2}):(0|[1-9]\d{0,2})$/;
const UNIT_TYPE = /^unit_type:(\d+)$/;

/**
 * Reads an item id (docs/interface/catalog.md#stay-item-id); null if it can't exist: invalid or reversed
 * dates, no adult, more than 999 adults or children, digits with leading zeros. The formatters write a parsed
 * id back as the same text.
 */
export function parseItemId(text: string): StayItem | UnitTypeItem | null {
  const [, id, from, to, adults, children] = STAY.exec(text) ?? UNIT_TYPE.exec(text) ?? [];
  const unitTypeId = parseId(id ?? '');
  if (unitTypeId === null) return null;
  if (from === undefined || to === undefined) return { kind: 'unit_type', unitTypeId };
  const checkIn = parseDate(from);
  const checkOut = parseDate(to);
  if (checkIn === null || checkOut === null || nightsBetween(checkIn, checkOut) < 1) return null;
  return { kind: 'stay', unitTypeId, checkIn, checkOut, adults: Number(adults), children: Number(children) };
}

/** A stay id's parts; dates as `YYYY-MM-DD` or as dates. */
export interface StayItemParts extends Party {
  readonly unitTypeId: number;
  readonly checkIn: Temporal.PlainDate | IsoDate;
  readonly checkOut: Temporal.PlainDate | IsoDate;
}

/** `stay:{unit_type_id}:{check_in}:{check_out}:{adults}:{children}`. */
export function stayItemId({ unitTypeId, checkIn, checkOut, adults, children }: StayItemParts): string {
  return `stay:${unitTypeId}:${checkIn}:${checkOut}:${adults}:${children}`;
}

/** `unit_type:{unit_type_id}`. */
export function unitTypeItemId(unitTypeId: number): string {
  return `unit_type:${unitTypeId}`;
}

/** The product's name in offers, checkouts and bookings. */
export function titleOf({ unitType, property }: Pick<Sellable, 'unitType' | 'property'>): string {
  return `${unitType.name}, ${property.name}`;
}
