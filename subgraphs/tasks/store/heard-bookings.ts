import type { Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { RuledStay } from '../domain/host-rules.ts';
import { type TaskUnit, unitOf } from '../domain/task-unit.ts';
import { tables } from './tables.ts';

/** Where and when the guests of a booking stay, as far as tasks care. */
export interface HeardStay extends RuledStay, TaskUnit {
  readonly propertyId: number;
}

/** The stay that a booking has at a version of it. */
export interface KnownStay {
  readonly version: number;
  readonly stay: HeardStay;
}

/** The stay that an event carries. */
export const stayOf = ({ propertyId, timeZone, checkIn, checkOut, lines }: BookingEvent): HeardStay => ({
  propertyId,
  timeZone,
  checkIn,
  checkOut,
  ...unitOf(lines),
});

type Row = { readonly stayVersion: number; readonly calledOff: boolean } & {
  readonly [K in keyof HeardStay]: HeardStay[K] | null;
};

const COLUMNS = [
  ...(['stayVersion', 'calledOff', 'propertyId', 'timeZone'] as const),
  ...(['checkIn', 'checkOut', 'unitTypeId', 'unitId'] as const),
];

/**
 * The newest stay known of a booking, for an event about its status; null if a newer one about that overtook it. The event is
 * remembered with the transaction that acts on it.
 */
export async function hear(em: Transaction, booking: BookingEvent): Promise<HeardStay | null> {
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

/** Whether an event about a booking's stay is the newest: it neither overtakes nor is overtaken by those about its status. */
export async function hearStay(
  em: Transaction,
  { bookingId, version }: BookingEvent,
  { propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId }: HeardStay,
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
 * The newest stay known of a booking: as known at a version of it, or heard since; and whether it was
 * cancelled, up to which version. Until the transaction ends neither changes, even where nothing was heard yet. Asked before the type of a task is locked.
 */
export async function knownStay(
  em: Transaction,
  bookingId: number,
  known: KnownStay,
): Promise<{ readonly stay: HeardStay; readonly calledOff: boolean; readonly version: number }> {
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

/** Remembers that no one comes. */
export async function callOff(em: Transaction, { bookingId }: BookingEvent): Promise<void> {
  await tables(em)
    .updateTable('booking_heard')
    .set({ calledOff: true })
    .where('bookingId', '=', bookingId)
    .execute();
}

function newer(
  { stayVersion, propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId }: Row,
  { version, stay }: KnownStay,
): HeardStay {
  if (stayVersion <= version) return stay;
  return { propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId } as HeardStay; // it was written whole
}
