import type { SubgraphContext } from '#db/context.ts';
import { isEmail } from '#kit/email.ts';
import { MAX_ITEM_ID, MAX_LINES } from '#schema/limits.ts';
import { agentOf } from '../../access.ts';
import { askedLines } from '../../bookings/domain/lodging.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import type { Line, Quote } from '../../store/entities.ts';
import type { Draft } from '../domain/draft.ts';

/**
 * Gets the lines' current prices on the agent's storefront from catalog, and everything that prevents this
 * buyer from booking them.
 */
export async function priceLines(
  ctx: SubgraphContext,
  { lines, buyer, guests }: Omit<Draft, 'quote'>,
): Promise<Quote> {
  const { storefrontId, address, profile } = agentOf(ctx);
  const wanted = {
    storefrontId: String(storefrontId),
    lines: askedLines(quotableLines(lines), guests),
    // An invalid address can't have holds, and may contain text that can't be stored.
    guestEmail: buyer?.email && isEmail(buyer.email) ? buyer.email : null,
    agent: { address, profile },
  };
  const { stayQuote } = await ctx.execute(quoteStaysDocument, wanted, ctx);
  return stayQuote;
}

/**
 * Cuts lines to what catalog accepts for pricing. An id that's too long doesn't match any item, and neither
 * does its beginning.
 */
const quotableLines = (lines: readonly Line[]): readonly Line[] =>
  lines
    .slice(0, MAX_LINES)
    .map(({ itemId, quantity }) => ({ itemId: itemId.slice(0, MAX_ITEM_ID), quantity }));
