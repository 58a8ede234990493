import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';

/** Past nights are kept this long: their rates can be copied to the same weekday a year later. */
const PAST_DAYS = 400;

/**
 * Keeps `HORIZON_DAYS` of nights on sale for every unit type, from yesterday (somewhere it is still today) on, and drops
 * nights long past. A new night repeats the rate and restrictions of the night 52 weeks before. Safe to repeat.
 */
export async function extendHorizon(ctx: Pick<SubgraphContext, 'db' | 'clock'>): Promise<void> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const db = statements(ctx);
  await sql`SELECT catalog.extend_nights(${today}::date - 1, ${today}::date + ${HORIZON_DAYS}::int)`.execute(
    db,
  );
  await sql`DELETE FROM catalog.night WHERE night < ${today}::date - ${PAST_DAYS}::int`.execute(db);
}
