import { msg } from '@lingui/core/macro';
import { translated } from '../../i18n/translated.ts';
import type {
  BookingBalance,
  BookingListColumn,
  BookingSourceKind,
  BookingStatus,
  BookingViewFilterInput,
  HostBookingOrder,
  SavedViewFragment,
} from './generated.ts';
import { COLUMN_NAMES, USUAL_COLUMNS } from './list-columns.tsx';

/** Filters of the bookings list, by their names in the page's address and in the export's. An import's page sets `import`. */
export const FILTERS = [
  'property',
  'unit_type',
  'unit',
  'source',
  'channel',
  'balance',
  'check_in_from',
  'check_in_until',
  'import',
] as const;
export type Filter = (typeof FILTERS)[number];
export type FilterValues = Readonly<Record<Filter, string>>;

/** Statuses to show, by their name in the address. */
export const SHOWN = translated({
  all: { label: msg`All`, statuses: [] },
  held: { label: msg`Unpaid`, statuses: ['held'] },
  confirmed: { label: msg`Confirmed`, statuses: ['confirmed'] },
  cancelled: { label: msg`Cancelled`, statuses: ['cancelled'] },
  released: { label: msg`Released`, statuses: ['released'] },
  /** Offered only while it's open: earlier saved views and links have it. */
  over: { label: msg`Cancelled or released`, statuses: ['released', 'cancelled'] },
}) satisfies Readonly<
  Record<string, { readonly label: string; readonly statuses: readonly BookingStatus[] }>
>;
export type Shown = keyof typeof SHOWN;

export const ORDERS: readonly { readonly value: HostBookingOrder; readonly label: string }[] = translated([
  { value: 'newest', label: msg`Newest first` },
  { value: 'check_in', label: msg`By check-in` },
  { value: 'check_out', label: msg`By check-out` },
  { value: 'hold_ends', label: msg`By end of hold` },
  { value: 'guest', label: msg`By guest` },
  { value: 'total', label: msg`Highest total first` },
]);

export const SOURCES: readonly { readonly value: BookingSourceKind; readonly label: string }[] = translated([
  { value: 'agent', label: msg`Agents` },
  { value: 'direct', label: msg`Your site and apps` },
  { value: 'host', label: msg`Your team` },
  { value: 'request', label: msg`Guest requests` },
  { value: 'channel', label: msg`Channels` },
]);

export const BALANCES: readonly { readonly value: BookingBalance; readonly label: string }[] = translated([
  { value: 'due', label: msg`Something is due` },
  { value: 'settled', label: msg`Settled` },
  { value: 'credit', label: msg`Owed to the guest` },
]);

/** The list as its address describes it, apart from the search and the page. */
export interface ListState {
  readonly shown: Shown;
  readonly values: FilterValues;
  readonly order: HostBookingOrder;
  readonly columns: readonly BookingListColumn[];
}

/** Reads the page's address. Unknown words count as left out. */
export function readAddress(parameters: URLSearchParams): ListState {
  const shown = parameters.get('show') ?? 'all';
  const columns = parameters.get('columns')?.split(',');
  return {
    shown: isShown(shown) ? shown : 'all',
    values: Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) ?? ''])) as FilterValues, // one each
    order: ORDERS.find(({ value }) => value === parameters.get('order'))?.value ?? 'newest',
    columns: columns ? COLUMN_NAMES.filter((name) => columns.includes(name)) : USUAL_COLUMNS,
  };
}

const isShown = (word: string): word is Shown => Object.hasOwn(SHOWN, word);

/** The columns' word in the address; empty for the usual ones. */
export const columnsWord = (columns: readonly BookingListColumn[]): string =>
  isUsual(columns) ? '' : columns.join(',') || 'none';

const isUsual = (columns: readonly BookingListColumn[]): boolean =>
  COLUMN_NAMES.every((name) => columns.includes(name) === USUAL_COLUMNS.includes(name));

/** Converts the filters to the API's. An unknown source or balance in the address is ignored. */
export function filterOf({ shown, values }: ListState, isDesk: boolean) {
  const { source, balance } = values;
  return {
    statuses: SHOWN[shown].statuses,
    checkInFrom: values.check_in_from || null,
    checkInUntil: values.check_in_until || null,
    propertyId: values.property || null,
    unitTypeId: values.unit_type || null,
    unitId: values.unit || null,
    source: SOURCES.find(({ value }) => value === source)?.value ?? null,
    channel: values.channel || null,
    balance: isDesk ? (BALANCES.find(({ value }) => value === balance)?.value ?? null) : null,
  } satisfies BookingViewFilterInput;
}

/** The part of a list that a view saves. */
export const viewOf = (state: ListState, isDesk: boolean) => ({
  filter: filterOf(state, isDesk),
  order: state.order,
  columns: isUsual(state.columns) ? null : state.columns,
});

/** Returns the address's parameters that open a view. */
export function addressOf({ id, filter, order, columns }: SavedViewFragment): URLSearchParams {
  const shown = Object.entries(SHOWN).find(
    ([, { statuses }]: readonly [string, { readonly statuses: readonly BookingStatus[] }]) =>
      statuses.length === filter.statuses.length && statuses.every((one) => filter.statuses.includes(one)),
  );
  const words = {
    view: id,
    show: shown?.[0] ?? 'all',
    order,
    columns: columns ? columnsWord(columns) : '',
    property: filter.propertyId,
    unit_type: filter.unitTypeId,
    unit: filter.unitId,
    source: filter.source,
    channel: filter.channel,
    balance: filter.balance,
    check_in_from: filter.checkInFrom,
    check_in_until: filter.checkInUntil,
  };
  const usual = { show: 'all', order: 'newest' };
  return new URLSearchParams(
    Object.entries(words).flatMap(
      ([name, word]) =>
        word && !(name in usual && usual[name as keyof typeof usual] === word) ? [[name, word]] : [], // just checked
    ),
  );
}

/** True if the list is as the view was saved. */
export const isAsSaved = (state: ListState, view: SavedViewFragment): boolean => {
  const address = (list: ListState) =>
    JSON.stringify([
      list.shown,
      list.order,
      FILTERS.map((name) => list.values[name]),
      columnsWord(list.columns),
    ]);
  return address(state) === address(readAddress(addressOf(view)));
};
