import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { chargeUnused } from '../../folio/steps/charge-unused.ts';
import type { Booking } from '../../store/entities.ts';
import { json } from '../../store/json.ts';
import { leaveEarly, type PercentTax } from '../domain/early-departure.ts';
import { firstUnused } from '../domain/stay-times.ts';

interface Leaving {
  /** Day on which the guests leave, `YYYY-MM-DD`. */
  readonly leaves: string;
  readonly taxes: readonly PercentTax[];
  readonly waiveFee: boolean;
}

/**
 * Ends a locked booking's stay early: shortens its dates and price, charges the policy's fee for the dropped
 * nights, and marks them to be given back. A channel's price is left to the channel. Returns the columns to set.
 */
export async function endEarly(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  { leaves, taxes, waiveFee }: Leaving,
): Promise<RawBuilder<unknown>> {
  const until = firstUnused(booking, leaves);
  if (until >= booking.checkOut) return sql``;
  const { checkOut, lines, totals, total } = booking;
  const freed = sql`, check_out = ${until}::date, nights_until = ${until}::date, nights_synced_at = NULL`;
  const sold = { checkOut, lines, totals, total };
  if (booking.channelRevision !== null) {
    return sql`${freed}, stay_undo = ${JSON.stringify({ entryIds: [], sold })}::jsonb`;
  }
  const left = leaveEarly(booking, until, taxes, ctx.clock.now());
  const price = { totals: left.totals, total: left.total, checkIn: booking.checkIn };
  const fee = waiveFee ? 0 : left.fee;
  const entryIds = await chargeUnused(ctx, em, booking, { price, fee, name: 'Early departure' });
  return sql`${freed}, lines = ${json(left.lines)}, totals = ${json(left.totals)}, total = ${left.total}::bigint, folio_version = folio_version + 1,
    stay_undo = ${JSON.stringify({ entryIds, sold })}::jsonb`;
}
