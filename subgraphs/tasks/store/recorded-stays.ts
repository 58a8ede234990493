import type { Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { RuledStay } from '../domain/host-rules.ts';
import { type TaskUnit, unitOf } from '../domain/task-unit.ts';
import { tables } from './tables.ts';

/** A booking's stay, with the fields relevant to tasks. */
export interface RecordedStay extends RuledStay, TaskUnit {
  readonly propertyId: number;
}

/** A booking's stay as of a given version. */
export interface VersionedStay {
  readonly version: number;
  readonly stay: RecordedStay;
}

/** Returns an event's stay. */
export const stayOf = ({ propertyId, timeZone, checkIn, checkOut, lines }: BookingEvent): RecordedStay => ({
  propertyId,
  timeZone,
  checkIn,
  checkOut,
  ...unitOf(lines),
});

type Row = { readonly stayVersion: number; readonly calledOff: boolean } & {
  readonly [K in keyof RecordedStay]: RecordedStay[K] | null;
};

const COLUMNS = [
  ...(['stayVersion', 'calledOff', 'propertyId', 'timeZone'] as const),
  ...(['checkIn', 'checkOut', 'unitTypeId', 'unitId'] as const),
];

/**
 * Returns a booking's latest known stay for a status event; null if the event is outdated. Records the event
 * in the transaction that handles it.
 */
export async function recordStatus(em: Transaction, booking: BookingEvent): Promise<RecordedStay | null> {
  const { bookingId, version } = booking;
  const heard = await tables(em)
    .insertInto('booking_heard')
    .values({ bookingId, version })
    .onConflict((known) =>
      known.column('bookingId').doUpdateSet({ version }).where('booking_heard.version', '<', version),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
  return heard ? newer(heard, { version, stay: stayOf(booking) }) : null;
}

/** Records a stay event; true if it's the latest. Status events are ordered separately. */
export async function recordStay(
  em: Transaction,
  { bookingId, version }: BookingEvent,
  { propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId }: RecordedStay,
): Promise<boolean> {
  const stay = { stayVersion: version, propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId };
  const heard = await tables(em)
    .insertInto('booking_heard')
    .values({ bookingId, version: 0, ...stay })
    .onConflict((known) =>
      known.column('bookingId').doUpdateSet(stay).where('booking_heard.stayVersion', '<', version),
    )
    .returning('bookingId')
    .executeTakeFirst();
  return heard !== undefined;
}

/**
 * Returns a booking's latest known stay, from the given version or a later event; also whether the booking
 * was cancelled, and the version up to which this is known. None of this can change until the transaction
 * ends, even if no event has been recorded yet. Call it before locking the task's type.
 */
export async function latestStay(
  em: Transaction,
  bookingId: number,
  known: VersionedStay,
): Promise<{ readonly stay: RecordedStay; readonly calledOff: boolean; readonly version: number }> {
  await tables(em)
    .insertInto('booking_heard')
    .values({ bookingId, version: 0 })
    .onConflict((there) => there.column('bookingId').doNothing())
    .execute();
  const heard = await tables(em)
    .selectFrom('booking_heard')
    .select([...COLUMNS, 'version'])
    .where('bookingId', '=', bookingId)
    .forShare()
    .executeTakeFirstOrThrow();
  const { calledOff, version } = heard;
  return { stay: newer(heard, known), calledOff, version };
}

/** Records that the booking was cancelled. */
export async function callOff(em: Transaction, { bookingId }: BookingEvent): Promise<void> {
  await tables(em)
    .updateTable('booking_heard')
    .set({ calledOff: true })
    .where('bookingId', '=', bookingId)
    .execute();
}

function newer(
  { stayVersion, propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId }: Row,
  { version, stay }: VersionedStay,
): RecordedStay {
  if (stayVersion <= version) return stay;
  // all columns are written together
  return { propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId } as RecordedStay;
}
