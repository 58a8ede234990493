import { type Kysely, sql } from 'kysely';
import type { EpochDay } from '../../domain/calendar.ts';
import type { KnownRate, PricedNight, RateChange } from '../domain/rate-rules.ts';

/** Some unit types' nights in a date range, both ends inclusive. */
export interface NightSpan {
  readonly unitTypeIds: readonly number[];
  readonly from: EpochDay;
  readonly until: EpochDay;
}

const dateOf = (day: EpochDay) => sql`(DATE '1970-01-01' + ${day}::int)`;

const inSpan = ({ unitTypeIds, from, until }: NightSpan) =>
  sql`n.unit_type_id = ANY (${[...unitTypeIds]}::int[]) AND n.night BETWEEN ${dateOf(from)} AND ${dateOf(until)}`;

/** Locks nights until the transaction ends, in the same order as holds lock them. */
export const lockNights = (db: Kysely<unknown>, span: NightSpan) =>
  sql`SELECT FROM catalog.night n WHERE ${inSpan(span)} ORDER BY n.unit_type_id, n.night FOR UPDATE`.execute(
    db,
  );

/** The nights' rates, by unit type and night. */
export async function readPricedNights(db: Kysely<unknown>, span: NightSpan): Promise<PricedNight[]> {
  const { rows } = await sql<PricedNight>`
    SELECT n.unit_type_id AS "unitTypeId", n.night - DATE '1970-01-01' AS day, n.rate::float8 AS own, u.base_rate::float8 AS usual
    FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
    WHERE ${inSpan(span)} ORDER BY n.unit_type_id, n.night`.execute(db);
  return [...rows];
}

/** A lookup for the nights' rates. */
export async function readKnownRates(db: Kysely<unknown>, span: NightSpan): Promise<KnownRate> {
  const nights = await readPricedNights(db, span);
  const rates = new Map(
    nights.map(({ unitTypeId, day, own, usual }) => [`${unitTypeId}:${day}`, own ?? usual]),
  );
  return (unitTypeId, day) => rates.get(`${unitTypeId}:${day}`);
}

/** Stores new rates. */
export const writeRates = (db: Kysely<unknown>, changes: readonly RateChange[]) =>
  sql`UPDATE catalog.night n SET rate = c.rate
    FROM unnest(${changes.map(({ unitTypeId }) => unitTypeId)}::int[], ${changes.map(({ day }) => day)}::int[],
      ${changes.map(({ own }) => own)}::bigint[]) AS c (unit_type_id, day, rate)
    WHERE n.unit_type_id = c.unit_type_id AND n.night = DATE '1970-01-01' + c.day`.execute(db);
