import { parseId } from '#kit/ids.ts';
import { isName } from '#kit/names.ts';
import type { BookingSourceKind, BookingStatus } from './statuses.ts';

/** Column of the bookings list; `BookingListColumn` in the SDL. */
export type BookingListColumn =
  | 'stay'
  | 'party'
  | 'property'
  | 'unit'
  | 'status'
  | 'booked_by'
  | 'total'
  | 'balance';

/** Sort order of the bookings list; `HostBookingOrder` in the SDL. */
export type BookingListOrder = 'newest' | 'check_in' | 'check_out' | 'hold_ends' | 'guest' | 'total';

/** A saved view's filter as stored; null for a condition that isn't given. */
export interface ViewFilter {
  readonly statuses: readonly BookingStatus[];
  /** `YYYY-MM-DD`. */
  readonly checkInFrom: string | null;
  readonly checkInUntil: string | null;
  readonly propertyId: string | null;
  readonly unitTypeId: string | null;
  readonly unitId: string | null;
  readonly source: BookingSourceKind | null;
  readonly channel: string | null;
  readonly balance: 'due' | 'settled' | 'credit' | null;
}

/** A view's content as stored. */
export interface ViewContent {
  readonly name: string;
  readonly shared: boolean;
  readonly filter: ViewFilter;
  readonly order: BookingListOrder;
  readonly columns: readonly BookingListColumn[] | null;
}

/** The reason a view can't be saved, in the SDL's `UserError` shape. */
export interface ViewFault {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string;
}

const MAX_NAME = 60;
const IDS = ['propertyId', 'unitTypeId', 'unitId', 'channel'] as const;

/** Returns every reason a view can't be saved. */
export function viewFaults({ name, filter }: ViewContent): readonly ViewFault[] {
  const wrongIds = IDS.filter((field) => filter[field] !== null && parseId(filter[field]) === null);
  return [
    ...(isName(name, MAX_NAME)
      ? []
      : [invalid(['name'], `A name must have 1 to ${MAX_NAME} visible characters.`)]),
    ...wrongIds.map((field) => invalid(['filter', field], `\`${field}\` isn't an id.`)),
  ];
}

const invalid = (field: readonly string[], message: string): ViewFault => ({
  field: ['input', ...field],
  message,
  code: 'INVALID',
});
