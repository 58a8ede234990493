import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_REPORTED } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import type { QueryPaymentsReportArgs } from '../../generated.ts';
import type { MovedMoney, PaymentsRow } from '../domain/reported-rows.ts';
import { readProperties, readRange } from './report-input.ts';

type Found = MovedMoney & Pick<PaymentsRow, 'day' | 'method' | 'currency'> & { readonly isRefund: boolean };

/** Hours by which a property's day can begin or end before or after the same day in UTC. */
const ZONE_HOURS = 16;

/**
 * Returns payments less refunds, by day at the property, method and currency. A refund that failed after it was paid out
 * counts back on the day it failed. The part of what a booking paid that its
 * folio doesn't itemize counts on the day the booking was made, as in the folio. See docs/interface/reports.md#payments.
 */
export async function paymentsReport(
  ctx: SubgraphContext,
  given: QueryPaymentsReportArgs,
): Promise<{ readonly rows: readonly PaymentsRow[] }> {
  const { from, until } = readRange(given, { isDaily: true });
  const propertyIds = readProperties(given.propertyIds);
  const teamId = teamOf(ctx.viewer) ?? 0;
  const hours = sql`make_interval(hours => ${ZONE_HOURS})`;
  const first = sql`(${from}::date::timestamp AT TIME ZONE 'UTC' - ${hours})`;
  const end = sql`((${until}::date + 1)::timestamp AT TIME ZONE 'UTC' + ${hours})`;
  const placeOf = (at: ReturnType<typeof sql>) =>
    sql`(-extract(epoch FROM ${at} AT TIME ZONE 'UTC') * 1000000)::bigint`;
  const { rows } = await sql<Found>`
    SELECT b.id::float8 AS "bookingId", b.reference AS "bookingReference", b.currency, moved.method, moved.at,
      moved.amount::float8 AS amount, moved.reference, moved.is_refund AS "isRefund",
      (moved.at AT TIME ZONE usable_zone(b.time_zone))::date::text AS day
    FROM (
      SELECT e.booking_id, e.method, e.received_at AS at, e.amount, e.reference, false AS is_refund
      FROM checkout.folio_entries e
      WHERE e.team_id = ${teamId} AND e.entry = 'payment' AND e.received_at >= ${first} AND e.received_at < ${end}
      UNION ALL
      SELECT e.booking_id, e.method, coalesce(e.refunded_at, e.updated_at), -e.amount, e.reference, true
      FROM checkout.folio_entries e
      WHERE e.team_id = ${teamId} AND e.entry = 'refund' AND (e.status = 'refunded' OR e.refunded_at IS NOT NULL)
        AND coalesce(e.refunded_at, e.updated_at) >= ${first} AND coalesce(e.refunded_at, e.updated_at) < ${end}
      UNION ALL
      SELECT e.booking_id, e.method, e.updated_at, e.amount, e.reference, true
      FROM checkout.folio_entries e
      WHERE e.team_id = ${teamId} AND e.entry = 'refund' AND e.status = 'failed' AND e.refunded_at IS NOT NULL
        AND e.updated_at >= ${first} AND e.updated_at < ${end}
      UNION ALL
      SELECT d.id, 'other', d.created_at, d.paid - coalesce(known.amount, 0), NULL, false
      FROM checkout.bookings d LEFT JOIN LATERAL (
        SELECT sum(e.amount) AS amount FROM checkout.folio_entries e
        WHERE e.booking_id = d.id AND e.entry = 'payment' AND e.accepted
      ) known ON true
      WHERE d.team_id = ${teamId} AND d.paid <> coalesce(known.amount, 0)
        AND ${placeOf(sql`d.created_at`)} BETWEEN ${placeOf(end)} AND ${placeOf(first)}
    ) moved JOIN checkout.bookings b ON b.id = moved.booking_id
    WHERE NOT b.test AND ${inReach(ctx.viewer, sql.ref('b.property_id'))}
      AND ${propertyIds ? sql`b.property_id = ANY (${[...propertyIds]}::integer[])` : sql`true`}
      AND (moved.at AT TIME ZONE usable_zone(b.time_zone))::date BETWEEN ${from}::date AND ${until}::date
    ORDER BY day, moved.method, b.currency, moved.at, b.id LIMIT ${MAX_REPORTED + 1}`.execute(
    statements(ctx),
  );
  if (rows.length > MAX_REPORTED) {
    throw badInput(`This range has more than ${MAX_REPORTED} payments and refunds. Choose a shorter range.`);
  }
  const groups = Map.groupBy(rows, ({ day, method, currency }) => `${day} ${method} ${currency}`);
  return { rows: [...groups.values()].flatMap(rowOf) };
}

function rowOf(payments: readonly Found[]): readonly PaymentsRow[] {
  const [first] = payments;
  if (!first) return [];
  const sumOf = (found: readonly Found[]) => found.reduce((sum, { amount }) => sum + amount, 0);
  const paid = sumOf(payments.filter(({ isRefund }) => !isRefund));
  const amount = sumOf(payments);
  const { day, method, currency } = first;
  return [{ day, method, currency, amount, paid, refunded: paid - amount, payments }];
}
