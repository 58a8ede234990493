import type { SubgraphContext } from '#db/context.ts';
import { lineOf } from '../../bookings/domain/entered-booking.ts';
import type { BookingRequestNow } from '../../generated.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import type { RequestRow } from '../../store/columns.ts';

/** Problems that block hosts too; stay restrictions bind only guests. */
const IN_THE_WAY = new Set(['out_of_stock', 'item_unavailable', 'capacity_exceeded', 'invalid']);

/** Returns a pending request's current price and availability. See docs/interface/requests.md#accepting. */
export async function requestNow(
  ctx: SubgraphContext,
  request: RequestRow,
): Promise<BookingRequestNow | null> {
  if (request.status !== 'pending') return null;
  const { storefrontId, unitTypeId, checkIn, checkOut, adults, children, units: quantity } = request;
  const lines = [lineOf({ unitTypeId, checkIn, checkOut, adults, children, quantity })];
  const asked = { storefrontId: String(storefrontId), lines };
  const { stayQuote } = await ctx.execute(quoteStaysDocument, asked, ctx);
  const problems = stayQuote.problems.filter(({ code }) => IN_THE_WAY.has(code));
  return {
    total: stayQuote.total,
    free: request.holdId !== null || problems.length === 0,
    nearest: problems.flatMap(({ nearest }) => nearest).slice(0, 2),
  };
}
