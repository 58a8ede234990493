import { type Kysely, sql } from 'kysely';
import { LONGEST_STAY } from '#schema/limits.ts';
import {
  CLOSED_TO_ARRIVAL,
  CLOSED_TO_DEPARTURE,
  type Days,
  type EpochDay,
  emptyCalendar,
  epochDayOf,
  STOP_SELL,
  zeros,
} from '../../domain/calendar.ts';
import { type NightTerms, setPlannedNight } from '../../rates/domain/rate-plan.ts';
import { parseItemId } from '../domain/stay-item.ts';
import type { Nights } from './model.ts';

/**
 * Days in an array before and after the nights on sale, so that the horizon can move for a month before the
 * arrays are rebuilt.
 */
const DAYS_BEFORE = 1;
const DAYS_KEPT = 800;

/** A unit type's days. */
export interface Span extends Days {
  readonly unitTypeId: number;
}

/** Empty arrays for the nights on sale from `today` on. */
export const emptyNights = (today: EpochDay): Nights =>
  emptyDays({ first: today - DAYS_BEFORE, last: today - DAYS_BEFORE + DAYS_KEPT - 1 });

/** Empty arrays for these days. */
export function emptyDays({ first, last }: Days): Nights {
  const days = Math.max(0, last - first + 1);
  return { ...emptyCalendar(first, days), revision: zeros(days, Int32Array) };
}

/** Later nights are on no calendar, and earlier ones are past. */
const LAST_DAY = 3_000_000;

/** A stay's nights for `ReadModel.storefront`; null without dates, and for dates that no stay can have. */
export function nightsOf({
  checkIn,
  checkOut,
}: {
  readonly checkIn?: Temporal.PlainDate | null;
  readonly checkOut?: Temporal.PlainDate | null;
}): Days | null {
  if (!checkIn || !checkOut) return null;
  const [first, last] = [epochDayOf(checkIn), epochDayOf(checkOut) - 1];
  const isStay = first >= 0 && last >= first && last < first + LONGEST_STAY && last < LAST_DAY;
  return isStay ? { first, last } : null;
}

/** All items' nights; null if one has no dates, or if they are too far apart to read them together. */
export function nightsOfItems(itemIds: readonly string[]): Days | null {
  const stays = itemIds.map((id) => {
    const item = parseItemId(id);
    return item?.kind === 'stay' ? nightsOf(item) : null;
  });
  const dated = stays.filter((days) => days !== null);
  if (dated.length === 0 || dated.length < stays.length) return null;
  const first = Math.min(...dated.map((days) => days.first));
  const last = Math.max(...dated.map((days) => days.last));
  return last < first + LONGEST_STAY ? { first, last } : null;
}

/** The span of all days in a unit type's arrays. */
export function wholeSpan(unitTypeId: number, { firstDay, rate }: Nights): Span {
  return { unitTypeId, first: firstDay, last: firstDay + rate.length - 1 };
}

/** Unit types per statement: few enough that parsing the result doesn't delay requests. */
const SPANS_AT_ONCE = 40;

/** Numbers per night in the text that PostgreSQL sends; parsing it costs a tenth of reading rows. */
const FIELDS = 11;

/** A unit type's nights as text; `u` and `n` are the statement's names for the unit type and its nights. */
export const NIGHTS = sql<
  string | null
>`string_agg(concat_ws(' ', n.night - DATE '1970-01-01', coalesce(n.rate, u.base_rate),
  n.total, n.closed, n.held, n.confirmed, coalesce(n.min_stay, 0), coalesce(n.max_stay, 0),
  n.closed_to_arrival::int * ${sql.lit(CLOSED_TO_ARRIVAL)} + n.closed_to_departure::int * ${sql.lit(CLOSED_TO_DEPARTURE)}
    + n.stop_sell::int * ${sql.lit(STOP_SELL)},
  n.revision, n.agent_held), ' ')`;

/** Arrays to fill, and the rate plan's terms to apply. */
export interface Target {
  readonly nights: Nights;
  readonly terms: NightTerms;
}

/** Reads spans of nights from the database into the arrays from `targetOf`; skips days outside them. */
export async function readNights(
  db: Kysely<unknown>,
  spans: readonly Span[],
  targetOf: (unitTypeId: number) => Target | undefined,
): Promise<void> {
  for (let start = 0; start < spans.length; start += SPANS_AT_ONCE) {
    const some = spans.slice(start, start + SPANS_AT_ONCE);
    const ids = some.map((span) => span.unitTypeId);
    const firsts = some.map((span) => span.first);
    const lasts = some.map((span) => span.last);
    const { rows } = await sql<{ id: number; nights: string | null }>`
      SELECT span.id, ${NIGHTS} AS nights
      FROM unnest(${ids}::int[], ${firsts}::int[], ${lasts}::int[]) AS span (id, first, last)
      JOIN catalog.unit_type u ON u.id = span.id
      JOIN catalog.night n ON n.unit_type_id = span.id
        AND n.night >= DATE '1970-01-01' + span.first AND n.night <= DATE '1970-01-01' + span.last
      GROUP BY span.id`.execute(db);
    for (const span of some) {
      const target = targetOf(span.unitTypeId);
      if (target) clear(target.nights, span);
    }
    for (const { id, nights: text } of rows) {
      const target = targetOf(id);
      if (target && text) fillNights(target, text);
    }
  }
}

function clear(nights: Nights, { first, last }: Span): void {
  const from = Math.max(0, first - nights.firstDay);
  const to = Math.max(from, last - nights.firstDay + 1);
  const { rate, total, closed, held, confirmed, agentHeld, minStay, maxStay, flags, revision } = nights;
  for (const array of [rate, total, closed, held, confirmed, agentHeld, minStay, maxStay, flags, revision]) {
    array.fill(0, from, to);
  }
}

/** Fills the arrays from `NIGHTS`; skips days outside them. */
export function fillNights(target: Target, text: string): void {
  const fields = new Array<number>(FIELDS).fill(0);
  let field = 0;
  let value = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (code !== 32) {
      value = value * 10 + code - 48;
      continue;
    }
    fields[field++] = value;
    value = 0;
    if (field < FIELDS) continue;
    field = 0;
    setNight(target, fields);
  }
}

function setNight({ nights, terms }: Target, fields: readonly number[]): void {
  const [day = 0, rate = 0, total = 0, closed = 0, held = 0, confirmed = 0] = fields;
  const slot = day - nights.firstDay;
  if (slot < 0 || slot >= nights.rate.length) return;
  nights.total[slot] = total;
  nights.closed[slot] = closed;
  nights.held[slot] = held;
  nights.confirmed[slot] = confirmed;
  setPlannedNight(nights, slot, { rate, minStay: fields[6] ?? 0, maxStay: fields[7] ?? 0 }, terms);
  nights.flags[slot] = fields[8] ?? 0;
  nights.revision[slot] = fields[9] ?? 0;
  nights.agentHeld[slot] = fields[10] ?? 0;
}
