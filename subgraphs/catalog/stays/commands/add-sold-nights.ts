import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';

/** One unit's nights in a booking that checkout has already inserted. */
export interface SoldNights {
  readonly holdId: string;
  readonly unitTypeId: number;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly state: 'held' | 'confirmed' | 'released';
  readonly guestEmail: string;
  readonly quote: object;
  /** ISO 8601. */
  readonly soldAt: string;
  /** When an unpaid hold ends, ISO 8601. */
  readonly heldUntil: string;
}

export interface AddSoldNights {
  readonly storefrontId: number;
  /** First past night to add, `YYYY-MM-DD`, at most a year ago. */
  readonly since: string;
  readonly nights: readonly SoldNights[];
}

/** 53 weeks later, a night is on sale and has the same weekday. */
const COPIED_FROM = 371;

/**
 * Gives a storefront's unit types past nights at today's rates, and takes the nights of bookings that weren't held first. Throws
 * if a night has too few units.
 */
export async function addSoldNights(
  ctx: SubgraphContext,
  { storefrontId, since, nights }: AddSoldNights,
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const db = statements(em);
    await sql`
      INSERT INTO catalog.night (unit_type_id, night, total, rate)
      SELECT n.unit_type_id, n.night - ${COPIED_FROM}::int, n.total, n.rate
      FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id JOIN catalog.property p ON p.id = u.property_id
      WHERE p.storefront_id = ${storefrontId} AND n.night >= ${since}::date + ${COPIED_FROM}::int
        AND n.night < current_date + ${COPIED_FROM}::int
      ON CONFLICT DO NOTHING`.execute(db);
    await sql`
      WITH sold AS (
        INSERT INTO catalog.stay_holds (id, storefront_id, guest_email, state, check_in, check_out, unit_type_ids, quantities,
          quote, held_until, unit_nights, announced, created_at, updated_at)
        SELECT "holdId", ${storefrontId}, "guestEmail", state, "checkIn", "checkOut", ARRAY["unitTypeId"], '{1}', quote,
          "heldUntil", "checkOut" - "checkIn", state <> 'released', "soldAt", "soldAt"
        FROM jsonb_to_recordset(${JSON.stringify(nights)}::jsonb) AS given ("holdId" uuid, "unitTypeId" integer, "checkIn" date,
          "checkOut" date, state text, "guestEmail" text, quote jsonb, "soldAt" timestamptz, "heldUntil" timestamptz)
        RETURNING unit_type_ids[1] AS unit_type_id, check_in, check_out, state
      ), taken AS (
        SELECT unit_type_id, day::date AS night, count(*) FILTER (WHERE state = 'held') AS held,
          count(*) FILTER (WHERE state = 'confirmed') AS confirmed
        FROM sold, generate_series(check_in, check_out - 1, interval '1 day') AS day WHERE state <> 'released' GROUP BY 1, 2
      )
      UPDATE catalog.night n SET held = n.held + taken.held, confirmed = n.confirmed + taken.confirmed
      FROM taken WHERE n.unit_type_id = taken.unit_type_id AND n.night = taken.night`.execute(db);
  });
}
