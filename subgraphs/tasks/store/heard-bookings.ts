import { sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { RuledStay } from '../domain/host-rules.ts';
import { type TaskUnit, unitOf } from '../domain/task-unit.ts';

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

type Row = { readonly stayVersion: number; readonly calledOff: boolean } & HeardStay;

const COLUMNS = sql`stay_version AS "stayVersion", called_off AS "calledOff", property_id::float8 AS "propertyId",
  time_zone AS "timeZone", check_in AS "checkIn", check_out AS "checkOut", unit_type_id::float8 AS "unitTypeId",
  unit_id::float8 AS "unitId"`;

/**
 * The newest stay known of a booking, for an event about its status; null if a newer one about that overtook it. The event is
 * remembered with the transaction that acts on it.
 */
export async function hear(em: Transaction, booking: BookingEvent): Promise<HeardStay | null> {
  const { bookingId, version } = booking;
  const { rows } = await sql<Row>`
    INSERT INTO tasks.booking_heard AS heard (booking_id, version) VALUES (${bookingId}, ${version})
    ON CONFLICT (booking_id) DO UPDATE SET version = excluded.version WHERE heard.version < excluded.version
    RETURNING ${COLUMNS}`.execute(em.getKysely<unknown>());
  return rows[0] ? newer(rows[0], { version, stay: stayOf(booking) }) : null;
}

/** Whether an event about a booking's stay is the newest: it neither overtakes nor is overtaken by those about its status. */
export async function hearStay(
  em: Transaction,
  { bookingId, version }: BookingEvent,
  { propertyId, timeZone, checkIn, checkOut, unitTypeId, unitId }: HeardStay,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO tasks.booking_heard AS heard
      (booking_id, version, stay_version, property_id, time_zone, check_in, check_out, unit_type_id, unit_id)
    VALUES (${bookingId}, 0, ${version}, ${propertyId}, ${timeZone}, ${checkIn}::date, ${checkOut}::date, ${unitTypeId},
      ${unitId})
    ON CONFLICT (booking_id) DO UPDATE SET stay_version = excluded.stay_version, property_id = excluded.property_id,
      time_zone = excluded.time_zone, check_in = excluded.check_in, check_out = excluded.check_out,
      unit_type_id = excluded.unit_type_id, unit_id = excluded.unit_id
    WHERE heard.stay_version < excluded.stay_version
    RETURNING 1`.execute(em.getKysely<unknown>());
  return rows.length > 0;
}

/**
 * The newest stay known of a booking: the one that was known at a version of it, or one heard since; and whether it was called
 * off. Until the transaction ends neither changes.
 */
export async function knownStay(
  em: Transaction,
  bookingId: number,
  known: { readonly version: number; readonly stay: HeardStay },
): Promise<{ readonly stay: HeardStay; readonly calledOff: boolean }> {
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM tasks.booking_heard WHERE booking_id = ${bookingId} FOR SHARE`.execute(
    em.getKysely<unknown>(),
  );
  const [heard] = rows;
  return { stay: heard ? newer(heard, known) : known.stay, calledOff: heard?.calledOff ?? false };
}

/** Remembers that no one comes. */
export async function callOff(em: Transaction, { bookingId }: BookingEvent): Promise<void> {
  await sql`UPDATE tasks.booking_heard SET called_off = true WHERE booking_id = ${bookingId}`.execute(
    em.getKysely<unknown>(),
  );
}

function newer(
  { stayVersion, calledOff: _, ...heard }: Row,
  { version, stay }: { readonly version: number; readonly stay: HeardStay },
): HeardStay {
  return stayVersion > version ? heard : stay;
}
