import { type Line, readTable } from './csv.ts';
import { cellReader, type SlashOrder, slashOrderOf } from './csv-cells.ts';
import { gatherMistakes } from './mistakes.ts';
import { OF_STOREFRONT, WrongFile } from './wanted.ts';
import type { RepeatedBooking, WantedBooking, WantedBookings } from './wanted-bookings.ts';

/** Columns of a table of reservations; the header can list them in any order. */
export const BOOKING_COLUMNS = [
  'external_id',
  'property',
  'unit_type',
  'unit',
  'check_in',
  'check_out',
  'adults',
  'children',
  'first_name',
  'last_name',
  'email',
  'phone',
  'status',
  'total',
  'paid',
  'currency',
  'source',
  'note',
] as const;

const REQUIRED = [
  'external_id',
  'unit_type',
  'check_in',
  'check_out',
  'adults',
  'first_name',
  'last_name',
  'total',
] as const;

/** Statuses as other systems write them. */
const STATUSES: ReadonlyMap<string, WantedBooking['status']> = new Map([
  ['confirmed', 'confirmed'],
  ['booked', 'confirmed'],
  ['definite', 'confirmed'],
  ['guaranteed', 'confirmed'],
  ['checked_in', 'confirmed'],
  ['in_house', 'confirmed'],
  ['held', 'held'],
  ['hold', 'held'],
  ['option', 'held'],
  ['pending', 'held'],
  ['provisional', 'held'],
  ['tentative', 'held'],
  ['unpaid', 'held'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
]);

/**
 * Reads a table of reservations. An error on one line doesn't prevent checking the others. A line that repeats an
 * earlier one is the same reservation. See docs/interface/import.md#reservations.
 */
export function readBookings(text: string): WantedBookings {
  const { columns, lines } = readTable(text);
  checkColumns(columns);
  const slashes = slashOrderOf(lines.flatMap(({ cells }) => [cells.check_in ?? '', cells.check_out ?? '']));
  const mistakes = gatherMistakes();
  const bookings: WantedBooking[] = [];
  const repeated: RepeatedBooking[] = [];
  const seen = new Map<string, Line>();
  for (const line of lines) {
    if (mistakes.isFull()) break;
    const { cells } = line;
    const place = { path: `line ${line.line}`, line: line.line };
    const refuse = (field: string, code: string, message: string) =>
      mistakes.add({
        ...place,
        kind: 'booking',
        property: OF_STOREFRONT,
        externalId: cells.external_id || null,
        field,
        code,
        message,
      });
    const externalId = cells.external_id ?? '';
    const first = externalId === '' ? undefined : seen.get(externalId);
    if (first) {
      if (isSame(first, line)) repeated.push({ ...place, externalId });
      else refuse('external_id', 'DUPLICATE', duplicateText(externalId, first));
      continue;
    }
    seen.set(externalId, line);
    const read = bookingOf(line, slashes);
    if ('mistakes' in read)
      for (const { field, code, message } of read.mistakes) refuse(field, code, message);
    else bookings.push(read.booking);
  }
  const [named, unnamed] = [bookings.filter(hasUnit), bookings.filter((booking) => !hasUnit(booking))];
  // Units are assigned automatically only after those that the file names.
  return { bookings: [...named, ...unnamed], repeated, unreadable: mistakes.all() };
}

const hasUnit = ({ unit }: WantedBooking): boolean => unit !== null;

const isSame = (one: Line, other: Line): boolean =>
  Object.keys(one.cells).every((column) => one.cells[column] === other.cells[column]);

const duplicateText = (externalId: string, { line }: Line): string =>
  `“${externalId.slice(0, 60)}” is also in line ${line}, with other values. Give each reservation its own id, for example by adding -2, or remove one of the lines.`;

function checkColumns(columns: readonly string[]): void {
  const known: readonly string[] = BOOKING_COLUMNS;
  const unknown = columns.find((column) => !known.includes(column));
  if (unknown !== undefined)
    throw new WrongFile(
      `The column “${unknown.slice(0, 60)}” isn’t known. The columns are ${known.join(', ')}.`,
    );
  const missing = REQUIRED.find((column) => !columns.includes(column));
  if (missing !== undefined)
    throw new WrongFile(`The column “${missing}” is missing. The columns are ${known.join(', ')}.`);
}

type Read =
  | { readonly booking: WantedBooking }
  | { readonly mistakes: ReturnType<typeof cellReader>['mistakes'] };

function bookingOf({ line, cells }: Line, slashes: SlashOrder): Read {
  const read = cellReader(cells, { currency: '', digits: 0, slashes });
  for (const column of REQUIRED) read.required(column);
  const given = read
    .text('status')
    ?.toLowerCase()
    .replace(/[\s-]+/g, '_');
  const status = given === undefined ? 'confirmed' : STATUSES.get(given);
  if (status === undefined)
    read.refuse(
      'status',
      `“${given?.slice(0, 40)}” isn’t a known status. Write confirmed, held or canceled.`,
    );
  const currency = read.text('currency')?.toUpperCase() ?? null;
  if (currency !== null && !/^[A-Z]{3}$/.test(currency))
    read.refuse('currency', `“${currency.slice(0, 40)}” isn’t a currency code, for example EUR.`);
  const booking: WantedBooking = {
    path: `line ${line}`,
    line,
    externalId: cells.external_id ?? '',
    property: cells.property ?? '',
    unitType: cells.unit_type ?? '',
    unit: read.text('unit') ?? null,
    checkIn: read.date('check_in') ?? '',
    checkOut: read.date('check_out') ?? '',
    adults: read.whole('adults') ?? 0,
    children: read.whole('children') ?? 0,
    firstName: cells.first_name ?? '',
    lastName: cells.last_name ?? '',
    email: read.text('email') ?? null,
    phone: read.text('phone') ?? null,
    status: status ?? 'confirmed',
    total: cells.total ?? '',
    paid: read.text('paid') ?? null,
    currency,
    source: read.text('source') ?? null,
    note: read.text('note') ?? null,
  };
  return read.mistakes.length > 0 ? { mistakes: read.mistakes } : { booking };
}
