import type { Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { RuledStay } from '../domain/host-rules.ts';
import { type TaskUnit, unitOf } from '../domain/task-unit.ts';
import { tables } from './tables.ts';

/** Where and when the guests of a booking stay, as far as tasks care. */
export interface HeardStay extends RuledStay, TaskUnit {
  readonly propertyId: number;
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
 * cancelled. Until the transaction ends neither changes.
 */
export async function knownStay(
  em: Transaction,
  bookingId: number,
  known: { readonly version: number; readonly stay: HeardStay },
): Promise<{ readonly stay: HeardStay; readonly calledOff: boolean }> {
  const heard = await tables(em)
    .selectFrom('booking_heard')
    .select(COLUMNS)
    .where('bookingId', '=', bookingId)
    .forShare()
    .executeTakeFirst();
  return { stay: heard ? newer(heard, known) : known.stay, calledOff: heard?.calledOff ?? false };
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
  { stayVersion, calledOff: _, ...heard }: Row,
  { version, stay }: { readonly version: number; readonly stay: HeardStay },
): HeardStay {
  return stayVersion > version ? (heard as HeardStay) : stay; // a stay that was heard was written whole
}
