import { sql } from 'kysely';

/** Total that the guest owes for an active booking: twin of `owed` in `folio/domain/folio-sums.ts`. */
const OWED = sql`coalesce(b.charged, b.total)`;
/** Total paid for a booking `b` after its guest's next payment. */
const PAID_NEXT = sql`CASE WHEN b.paid < least(b.due_now, ${OWED}) THEN least(b.due_now, ${OWED}) ELSE ${OWED} END`;
/** Amount due next for a booking `b`: twin of `amountDue` in `domain/booking-payment.ts`. */
export const AMOUNT_DUE = sql`CASE WHEN b.status IN ('held', 'confirmed')
  THEN greatest(0, (${PAID_NEXT}) - b.paid) ELSE 0 END::float8`;
/** Amount paid on a confirmed booking. */
const PAID_BEFORE = sql`CASE WHEN b.status = 'confirmed' THEN b.paid::float8 END`;

/** Columns in a booking's events, from alias `b`, under the event's names (docs/interface/bookings.md#events). */
export const BOOKING_EVENT = sql`b.id AS "bookingId", b.team_id AS "teamId", ${AMOUNT_DUE} AS "amountDue", ${PAID_BEFORE} AS "paidBefore", b.version, b.reference, b.status,
  b.property_id AS "propertyId", b.time_zone AS "timeZone", b.check_in AS "checkIn", b.check_out AS "checkOut", b.adults, b.children,
  b.total::float8 AS total, b.currency,
  json_build_object('kind', b.source_kind, 'name', b.source_name, 'externalId', b.source_external_id) AS source,
  (SELECT coalesce(json_agg(json_build_object('unitTypeId', sold.line -> 'unitTypeId', 'quantity', sold.line -> 'quantity',
     'unitIds', (SELECT coalesce(json_agg(unit -> 'id'), '[]') FROM jsonb_array_elements(b.assigned_units) unit
                 WHERE (unit ->> 'line')::bigint = sold.place - 1 AND unit -> 'until' IS NULL)) ORDER BY sold.place), '[]')
   FROM json_array_elements(b.lines) WITH ORDINALITY AS sold (line, place)) AS lines`;
