import { type RawBuilder, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import type { RatesSetInput, UserError } from '../generated.ts';
import { changeNights, type NightsPayload } from './change-nights.ts';
import { userError } from './user-error.ts';

/** What a range of nights is to cost, and its restrictions. */
export type RateChange = Omit<RatesSetInput, 'unitTypeId' | 'from' | 'until'>;

/** Highest rate a night may have, in minor units. */
const HIGHEST_RATE = 100_000_000_000;
/** Longest minimum or maximum stay. */
const LONGEST = 365;

/**
 * Sets rates and restrictions for a range of nights. A field left out stays; null takes the rate back to the unit
 * type's, or the minimum or maximum away. Publishes `rates.updated`. Spec: decisions.md section 2, "Inventory".
 */
export async function setRates(ctx: IslandContext, input: RatesSetInput): Promise<NightsPayload> {
  const error = refuseRates(input);
  if (error) return { nights: null, userErrors: [error] };
  return changeNights(ctx, { ...input, assignments: assignmentsOf(input), event: 'rates.updated' });
}

/** What is wrong with rates and restrictions by themselves; null when nothing is. */
export function refuseRates({ rate, minStay, maxStay }: RateChange): UserError | null {
  if (rate != null && (rate < 0 || rate > HIGHEST_RATE)) {
    return userError('INVALID', 'rate', `A rate is 0 to ${HIGHEST_RATE} minor units.`);
  }
  if (minStay != null && (minStay < 1 || minStay > LONGEST)) {
    return userError('INVALID', 'minStay', `A minimum stay is 1 to ${LONGEST} nights.`);
  }
  if (maxStay != null && (maxStay < 1 || maxStay > LONGEST)) {
    return userError('INVALID', 'maxStay', `A maximum stay is 1 to ${LONGEST} nights.`);
  }
  if (minStay != null && maxStay != null && minStay > maxStay) {
    return userError('INVALID', 'maxStay', 'The maximum stay must not be shorter than the minimum.');
  }
  return null;
}

/** The columns that a change sets. */
export function assignmentsOf(input: RateChange): RawBuilder<unknown>[] {
  const { rate, minStay, maxStay, closedToArrival, closedToDeparture, stopSell } = input;
  return [
    ...(rate === undefined ? [] : [sql`rate = ${rate}::bigint`]),
    ...(minStay === undefined ? [] : [sql`min_stay = ${minStay}::int`]),
    ...(maxStay === undefined ? [] : [sql`max_stay = ${maxStay}::int`]),
    ...(closedToArrival == null ? [] : [sql`closed_to_arrival = ${closedToArrival}::boolean`]),
    ...(closedToDeparture == null ? [] : [sql`closed_to_departure = ${closedToDeparture}::boolean`]),
    ...(stopSell == null ? [] : [sql`stop_sell = ${stopSell}::boolean`]),
  ];
}
