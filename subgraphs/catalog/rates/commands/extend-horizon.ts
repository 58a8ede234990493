import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';

/**
 * Past nights are kept for this many days, so that their rates can be copied to the same weekday a year
 * later.
 */
const PAST_DAYS = 400;

/** The time zones where a day begins last and first. */
const LAST_ZONE = 'Etc/GMT+12';
const FIRST_ZONE = 'Etc/GMT-14';

/** Unit types per transaction. */
const AT_ONCE = 200;

/**
 * Keeps `HORIZON_DAYS` of nights on sale for every unit type, from the time zone where it's still yesterday
 * to the one where it's already tomorrow, and drops old nights without a booking. A new night repeats the
 * rate and restrictions from 52 weeks before. Unit types locked by a change wait for the next run. Safe to
 * repeat.
 */
export async function extendHorizon(ctx: Pick<SubgraphContext, 'db' | 'clock'>): Promise<void> {
  const mayDelete = (await ctx.clock.mayDelete?.()) !== false;
  const now = ctx.clock.now();
  const today = dateIn(LAST_ZONE, now);
  const days = {
    since: today.toString(),
    horizon: dateIn(FIRST_ZONE, now).add({ days: HORIZON_DAYS }).toString(),
    oldest: mayDelete ? today.subtract({ days: PAST_DAYS }).toString() : '-infinity',
  };
  let last: number | null = 0;
  while (last !== null) last = await keepNights(ctx, last, days);
}

/** Extends at most `AT_ONCE` unit types after the given id; returns the last id, or null at the end. */
async function keepNights(
  ctx: Pick<SubgraphContext, 'db'>,
  after: number,
  { since, horizon, oldest }: { readonly since: string; readonly horizon: string; readonly oldest: string },
): Promise<number | null> {
  const keep: RawBuilder<{ readonly last: number | null }> = sql`
    SELECT catalog.keep_nights(${after}::int, ${AT_ONCE}::int, ${since}::date, ${horizon}::date, ${oldest}::date) AS last`;
  const { rows } = await keep.execute(statements(ctx));
  return rows[0]?.last ?? null;
}
