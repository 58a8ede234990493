import { type RawBuilder, sql } from 'kysely';
import type { NightChange } from '../domain/night-change.ts';

/** Column assignments for `catalog.night`, for example `rate = 12000`. */
type Assignments = readonly RawBuilder<unknown>[];

/** Columns set by a change to rates and restrictions. */
export function rateColumns(change: NightChange): Assignments {
  const { rate, minStay, maxStay, closedToArrival, closedToDeparture, stopSell } = change;
  return [
    ...(rate === undefined ? [] : [sql`rate = ${rate}::bigint`]),
    ...(minStay === undefined ? [] : [sql`min_stay = ${minStay}::int`]),
    ...(maxStay === undefined ? [] : [sql`max_stay = ${maxStay}::int`]),
    ...(closedToArrival == null ? [] : [sql`closed_to_arrival = ${closedToArrival}::boolean`]),
    ...(closedToDeparture == null ? [] : [sql`closed_to_departure = ${closedToDeparture}::boolean`]),
    ...(stopSell == null ? [] : [sql`stop_sell = ${stopSell}::boolean`]),
  ];
}

/** Columns set by a change to units: the reason belongs to the closed units, and their next change clears it. */
export function unitColumns({ total, closed, reason }: NightChange): Assignments {
  return [
    ...(total == null ? [] : [sql`total = ${total}::int`]),
    ...(closed == null
      ? []
      : [sql`closed = ${closed}::int`, sql`closed_reason = ${(closed > 0 && reason?.trim()) || null}::text`]),
  ];
}
