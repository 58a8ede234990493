import type { SubgraphContext } from '#db/context.ts';
import { agentOf } from '../../access.ts';
import { placeOf } from '../domain/entered-booking.ts';
import type { LineCancelQuote } from '../domain/line-cancel.ts';
import { quoteLineCancel } from '../operations/cancel-line.ts';
import { guestTermsDocument } from '../operations/generated.ts';
import { bookingByPermalink } from './bookings.ts';

/** Returns the cost for a guest who cancels one line of a booking now; null if they can't do so here. */
export async function guestLineCancelQuote(
  ctx: SubgraphContext,
  { permalinkId, lineId }: { readonly permalinkId: string; readonly lineId: string },
): Promise<LineCancelQuote | null> {
  const storefrontId = String(agentOf(ctx).storefrontId);
  const booking = await bookingByPermalink(ctx, { storefrontId, permalinkId });
  const place = booking ? placeOf(booking, lineId) : -1;
  if (!booking || place === -1) return null;
  const { guestTerms } = await ctx.execute(guestTermsDocument, { storefrontId }, ctx);
  if (!guestTerms?.guestCancellation) return null;
  return (await quoteLineCancel(ctx, booking, place))?.quote ?? null;
}
