import type { Readable } from 'node:stream';
import { z } from 'zod';
import { nightsBetween } from '#kit/dates.ts';
import type { Execute } from '#kit/execute.ts';
import { holdsRole } from '#kit/roles.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type Column, csvOf, majorUnits, readCsvQuery } from './csv.ts';
import { type BookingsToExportQuery, bookingsToExportDocument } from './generated.ts';

type Booking = BookingsToExportQuery['hostBookings']['nodes'][number];
type Folio = NonNullable<Booking['folio']>;

/** Booking filters, the same as for the panel's list. */
export type ExportQuery = z.infer<typeof EXPORT_QUERY>;

const DATE = z.iso.date().optional();
const ID = z.string().max(20).optional();

const EXPORT_QUERY = z.object({
  team: z.string().max(100),
  status: z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(z.enum(['held', 'confirmed', 'released', 'cancelled'])).max(4),
    )
    .default([]),
  search: z.string().max(100).optional(),
  order: z.enum(['newest', 'check_in', 'check_out', 'hold_ends', 'total', 'guest']).default('newest'),
  check_in_from: DATE,
  check_in_until: DATE,
  property: ID,
  unit_type: ID,
  unit: ID,
  source: z.enum(['agent', 'direct', 'host', 'request', 'channel']).optional(),
  channel: ID,
  balance: z.enum(['due', 'settled', 'credit']).optional(),
  import: ID,
});

/** Reads an export's query. Throws a `ProtocolError` that names the problem. */
export const readExportQuery = (given: unknown): ExportQuery => readCsvQuery(EXPORT_QUERY, given);

/**
 * Exports bookings as CSV, read page by page while the response is sent (docs/interface/host.md#export).
 * Contact details and payments are included only for roles with access to them. Rejects before the first line if the
 * viewer can't read bookings.
 */
export async function exportBookings(
  execute: Execute,
  query: ExportQuery,
  caller: { readonly viewer: ViewerOf<'hostUser'>; readonly requestId: string },
): Promise<Readable> {
  const isDesk = holdsRole(caller.viewer.role, ['manager', 'front_desk']);
  const filter = {
    statuses: query.status,
    ...(query.search && { search: query.search }),
    ...(query.check_in_from && { checkInFrom: query.check_in_from }),
    ...(query.check_in_until && { checkInUntil: query.check_in_until }),
    ...(query.property && { propertyId: query.property }),
    ...(query.unit_type && { unitTypeId: query.unit_type }),
    ...(query.unit && { unitId: query.unit }),
    ...(query.source && { source: query.source }),
    ...(query.channel && { channel: query.channel }),
    ...(query.balance && { balance: query.balance }),
    ...(query.import && { importId: query.import }),
  };
  const read = async (after: string | null) =>
    (await execute(bookingsToExportDocument, { filter, order: query.order, isDesk, after }, caller))
      .hostBookings;
  return csvOf(
    COLUMNS.filter(({ desk }) => !desk || isDesk),
    read,
  );
}

/** A column of bookings; with `desk`, for contact details and payments, which only some roles can read. */
type BookingColumn = Column<Booking> & { readonly desk?: true };

const COLUMNS: readonly BookingColumn[] = [
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Test', cell: ({ test }) => (test ? 'yes' : 'no') },
  { title: 'Check-in', cell: ({ checkIn }) => checkIn },
  { title: 'Check-out', cell: ({ checkOut }) => checkOut },
  { title: 'Nights', cell: nightsOf },
  { title: 'Property', cell: ({ property }) => property?.name ?? '' },
  {
    title: 'Booked',
    cell: ({ lines }) => lines.map(({ title, quantity }) => `${quantity} × ${title}`).join('; '),
  },
  {
    title: 'Units',
    cell: ({ lines }) => lines.flatMap(({ units }) => units.map(({ name }) => name)).join(', '),
  },
  { title: 'Adults', cell: ({ party }) => party.adults },
  { title: 'Children', cell: ({ party }) => party.children },
  { title: 'First name', cell: ({ guestFirstName }) => guestFirstName },
  { title: 'Last name', cell: ({ guestLastName }) => guestLastName },
  { title: 'E-mail', desk: true, cell: ({ guestEmail }) => guestEmail ?? '' },
  { title: 'Phone', desk: true, cell: ({ guestPhone }) => guestPhone ?? '' },
  { title: 'Booked by', cell: ({ source: { kind, name } }) => (name === null ? kind : `${kind}: ${name}`) },
  { title: 'Source', cell: ({ sourceLabel }) => sourceLabel ?? '' },
  { title: 'External id', cell: ({ source }) => source.externalId ?? '' },
  { title: 'Currency', cell: ({ currency }) => currency },
  { title: 'Total', cell: ({ total, currency }) => majorUnits(total, currency) },
  { title: 'Fees', desk: true, cell: inFolio((folio) => charged(folio, 'fee')) },
  { title: 'Extras', desk: true, cell: inFolio((folio) => charged(folio, 'extra')) },
  { title: 'Net', desk: true, cell: inFolio(({ total, taxAmount }) => total - taxAmount) },
  { title: 'Taxes', desk: true, cell: inFolio(({ taxAmount }) => taxAmount) },
  { title: 'Charged', desk: true, cell: inFolio(({ total }) => total) },
  { title: 'Paid', desk: true, cell: inFolio(({ paid }) => paid) },
  { title: 'Refunded', desk: true, cell: inFolio(({ refunded }) => refunded) },
  { title: 'Balance', desk: true, cell: inFolio(({ balance }) => balance) },
  {
    title: 'Held until',
    cell: ({ status, holdExpiresAt, property }) =>
      status === 'held' ? localTime(holdExpiresAt, property) : '',
  },
  { title: 'Booked on', cell: ({ createdAt, property }) => localTime(createdAt, property) },
];

/** Adds up a folio's fees or extras. */
const charged = ({ charges }: Folio, wanted: 'fee' | 'extra'): number =>
  charges.filter(({ kind }) => kind === wanted).reduce((sum, { amount }) => sum + amount, 0);

/** Returns a function that writes a folio amount in major units. */
function inFolio(amountOf: (folio: Folio) => number) {
  return ({ folio, currency }: Booking): number => majorUnits(folio ? amountOf(folio) : 0, currency);
}

function nightsOf({ checkIn, checkOut }: Booking): number {
  return nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut));
}

/** Formats a time in the property's time zone, with its offset: `2026-11-22T14:30+01:00`. */
const localTime = (at: string, property: Booking['property']): string =>
  Temporal.Instant.from(at).toString({ timeZone: property?.timeZone ?? 'UTC', smallestUnit: 'minute' });
