import { sql } from 'kysely';

/** Total charges of a booking `b`: twin of `folioTotal` in `domain/folio-sums.ts`. */
export const FOLIO_TOTAL = sql`CASE WHEN b.status = 'released' THEN 0
  ELSE coalesce(b.charged, CASE WHEN b.status = 'cancelled' THEN coalesce(b.paid - b.refund_due, 0) ELSE b.total END) END`;

/** Balance of a booking `b`: twin of `sumsOf`. */
export const FOLIO_BALANCE = sql`(${FOLIO_TOTAL} - b.paid - b.excess_paid + b.refunded)::float8`;

/**
 * Columns of `folio.updated`, from alias `b`, with the event's field names
 * (docs/interface/folios.md#webhooks).
 */
export const FOLIO_EVENT = sql`b.id AS "bookingId", b.team_id AS "teamId", b.folio_version AS version,
  ${FOLIO_BALANCE} AS balance, b.currency`;
