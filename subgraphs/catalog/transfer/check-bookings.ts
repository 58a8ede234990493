import { setImmediate } from 'node:timers/promises';
import type { SubgraphContext } from '#db/context.ts';
import { dateOfEpochDay, type EpochDay, epochDayOf } from '../domain/calendar.ts';
import { todayIn } from '../queries/today.ts';
import { availableUnits, fitsParty } from '../rates/domain/availability.ts';
import type { StorefrontModel } from '../stays/read-model/model.ts';
import { type Placed, readPlaces } from './booking-places.ts';
import type { RowMistake } from './csv-cells.ts';
import type { KeptRow } from './keep-rows.ts';
import { gatherMistakes } from './mistakes.ts';
import { openProgress } from './note-progress.ts';
import type { OpenTransfer } from './open-transfer.ts';
import {
  type BookingImportRowInput,
  type CheckBookingsQuery,
  checkBookingsDocument,
} from './operations/generated.ts';
import { readReservations } from './read-wanted.ts';
import { type ResolvedBooking, resolveBooking } from './resolve-bookings.ts';
import { OF_STOREFRONT } from './wanted.ts';
import type { WantedBooking } from './wanted-bookings.ts';

/** Rows per call to checkout, which takes at most 200. */
const ROWS_PER_CALL = 100;

/** Checks the reservations in an import's file: its dry-run rows in line order, and the number to import. */
export async function checkBookings(
  ctx: SubgraphContext,
  transfer: OpenTransfer,
): Promise<{ readonly rows: readonly KeptRow[]; readonly total: number }> {
  const { bookings, repeated, unreadable } = await readReservations(ctx, transfer);
  const places = await readPlaces(ctx, transfer);
  const mistakes = gatherMistakes();
  for (const one of unreadable) mistakes.add(one);
  const rows: KeptRow[] = repeated.map((one) => planned(one, { property: OF_STOREFRONT, action: 'same' }));
  const stock = openStock(ctx);
  const progress = await openProgress(ctx, transfer.id, bookings.length);
  for (let from = 0; from < bookings.length && !mistakes.isFull(); from += ROWS_PER_CALL) {
    const resolved = bookings
      .slice(from, from + ROWS_PER_CALL)
      .map((wanted) => resolveBooking(places, wanted));
    const verdicts = await verdictsOn(ctx, resolved);
    for (const [at, booking] of resolved.entries()) {
      const { wanted } = booking;
      const { isKnown, errors } = verdicts[at] ?? { isKnown: false, errors: [] };
      const found = isKnown || errors.length > 0 || !('row' in booking) ? errors : await stock.take(booking);
      const property = from + at;
      for (const error of found)
        mistakes.add({
          ...error,
          ...placeIn(wanted),
          property,
          kind: 'booking',
          externalId: wanted.externalId,
        });
      if (found.length === 0) rows.push(planned(wanted, { property, action: isKnown ? 'same' : 'create' }));
    }
    progress(from + resolved.length);
    await setImmediate(); // gives this process's other work a turn
  }
  rows.push(...mistakes.all().map((one) => ({ ...one, action: 'error' as const })));
  return { rows: rows.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)), total: bookings.length };
}

const placeIn = ({ path, line }: Pick<WantedBooking, 'path' | 'line'>) => ({ path, line });

const planned = (
  { externalId, ...place }: Pick<WantedBooking, 'path' | 'line' | 'externalId'>,
  { property, action }: Pick<KeptRow, 'property' | 'action'>,
): KeptRow => ({
  ...placeIn(place),
  kind: 'booking',
  externalId,
  property,
  action,
  field: null,
  code: null,
  message: null,
});

interface Verdict {
  readonly isKnown: boolean;
  readonly errors: readonly RowErrors[];
}

/** An error in a row; null for its field concerns the whole row. */
type RowErrors = Omit<RowMistake, 'field'> & { readonly field: string | null };

/** Returns checkout's verdicts on rows, and the mistakes in rows without a place. */
async function verdictsOn(
  ctx: SubgraphContext,
  resolved: readonly ResolvedBooking[],
): Promise<readonly Verdict[]> {
  const rows = resolved.flatMap((booking) => ('row' in booking ? [booking.row] : []));
  const checked =
    rows.length === 0 ? [] : (await ctx.execute(checkBookingsDocument, { rows }, ctx)).bookingImportCheck;
  const verdicts = checked.values();
  return resolved.map((booking) =>
    'row' in booking ? readVerdict(verdicts.next().value) : { isKnown: false, errors: booking.mistakes },
  );
}

function readVerdict(verdict: VerdictAnswer | undefined): Verdict {
  if (!verdict) throw new Error('Checkout returned too few verdicts.');
  const errors = verdict.errors.map(({ field, code, message }) => ({ field: field ?? null, code, message }));
  return { isKnown: verdict.isKnown, errors };
}

type VerdictAnswer = CheckBookingsQuery['bookingImportCheck'][number];

/** A resolved booking whose cells have no mistakes. */
type Wanting = Extract<ResolvedBooking, { readonly row: BookingImportRowInput }>;

/** Nights of one unit, as epoch days, taken by a line in the file. */
interface UnitNights {
  readonly checkIn: EpochDay;
  readonly checkOut: EpochDay;
  readonly line: number | null;
}

/** The free units of a file's unit types, minus those that earlier lines take. */
function openStock(ctx: SubgraphContext) {
  const models = new Map<number, StorefrontModel>();
  const taken = new Map<string, number>();
  const unitNights = new Map<number, UnitNights[]>();
  const read = new Set<number>();

  async function modelFor({ property, unitType }: Placed): Promise<StorefrontModel | null> {
    const { storefrontId } = property;
    const known = models.get(storefrontId);
    if (known && read.has(unitType.id)) return known;
    read.add(unitType.id);
    const today = todayIn(property.timeZone, ctx.clock.now());
    const span = { unitTypeId: unitType.id, first: today, last: today + 1_000 };
    const model = await ctx.services.catalog.readModel.reread(storefrontId, [span]);
    if (model) models.set(storefrontId, model);
    return model;
  }

  return {
    /** Takes a reservation's nights, or returns why it can't have them. */
    async take({ wanted, placed, row }: Wanting): Promise<readonly RowMistake[]> {
      if (row.status === 'canceled') return [];
      const { property, unitType, unit } = placed;
      const sold = (await modelFor(placed))?.byId.get(unitType.id);
      if (!sold)
        return [
          {
            field: 'unit_type',
            code: 'NOT_FOUND',
            message: `${unitType.name} was archived. Choose another unit type.`,
          },
        ];
      if (!fitsParty(sold.unitType, 1, row)) return [tooLarge(unitType.name, sold.unitType.maxGuests)];
      const today = todayIn(property.timeZone, ctx.clock.now());
      const nights = {
        checkIn: Math.max(today, epochDayOf(Temporal.PlainDate.from(row.checkIn))),
        checkOut: epochDayOf(Temporal.PlainDate.from(row.checkOut)),
      };
      const missing: EpochDay[] = [];
      for (let night = nights.checkIn; night < nights.checkOut; night++) {
        const free = availableUnits(sold.calendar, { checkIn: night, checkOut: night + 1 }, 100);
        if (free <= (taken.get(`${unitType.id} ${night}`) ?? 0)) missing.push(night);
      }
      const [first] = missing;
      if (first !== undefined) {
        return [fullNight(unitType.name, dateOfEpochDay(first), taken.get(`${unitType.id} ${first}`) ?? 0)];
      }
      if (unit) {
        const own = unitNights.get(unit.id) ?? [];
        unitNights.set(unit.id, own);
        const stay = { ...nights, checkIn: epochDayOf(Temporal.PlainDate.from(row.checkIn)) };
        const other = own.find((one) => one.checkIn < stay.checkOut && one.checkOut > stay.checkIn);
        if (other) return [unitTwice(unit.name, other.line)];
        own.push({ ...stay, line: wanted.line });
      }
      for (let night = nights.checkIn; night < nights.checkOut; night++) {
        const key = `${unitType.id} ${night}`;
        taken.set(key, (taken.get(key) ?? 0) + 1);
      }
      return [];
    },
  };
}

const tooLarge = (unitType: string, most: number): RowMistake => ({
  field: 'adults',
  code: 'PARTY_TOO_LARGE',
  message: `The party doesn’t fit into one unit of ${unitType}, which takes ${most} guests. Correct the guests, or allow more in the unit type.`,
});

function fullNight(unitType: string, night: Temporal.PlainDate, inFile: number): RowMistake {
  const lines = inFile === 1 ? 'another line takes one' : `other lines take ${inFile}`;
  const why = inFile === 0 ? '' : `, because ${lines}`;
  return {
    field: 'check_in',
    code: 'NIGHTS_TAKEN',
    message: `No unit of ${unitType} is free on ${night}${why}. Free or add a unit, correct the dates, or remove the line.`,
  };
}

const unitTwice = (unit: string, line: number | null): RowMistake => ({
  field: 'unit',
  code: 'UNIT_TAKEN',
  message: `Unit ${unit} is taken by line ${line} on some of these nights. Name another unit, or leave the cell empty.`,
});
