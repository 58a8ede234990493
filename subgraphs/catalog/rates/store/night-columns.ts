import { type RawBuilder, sql } from 'kysely';
import type { NightChange } from '../domain/night-change.ts';

/** Assignments of columns of `catalog.night`, for example `rate = 12000`. */
type Assignments = readonly RawBuilder<unknown>[];

/** The columns that a change of rates and restrictions sets. */
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

/** The columns that a change of units sets: a reason goes with the units that it closes, and with the next change of them. */
export function unitColumns({ total, closed, reason }: NightChange): Assignments {
  return [
    ...(total == null ? [] : [sql`total = ${total}::int`]),
    ...(closed == null
      ? []
      : [sql`closed = ${closed}::int`, sql`closed_reason = ${(closed > 0 && reason?.trim()) || null}::text`]),
  ];
}
