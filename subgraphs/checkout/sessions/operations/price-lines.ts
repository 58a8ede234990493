import type { SubgraphContext } from '#db/context.ts';
import { isEmail } from '#kit/email.ts';
import { agentOf } from '../../access.ts';
import { askedLines } from '../../bookings/domain/lodging.ts';
import { quotableLines } from '../../domain/lines.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import type { Quote } from '../../store/entities.ts';
import type { Draft } from '../domain/draft.ts';

/**
 * What the lines cost now at the storefront that the agent came to, and what prevents booking them for this
 * buyer: asked of catalog.
 */
export async function priceLines(
  ctx: SubgraphContext,
  { lines, buyer, guests }: Omit<Draft, 'quote'>,
): Promise<Quote> {
  const { storefrontId, address, profile } = agentOf(ctx);
  const wanted = {
    storefrontId: String(storefrontId),
    lines: askedLines(quotableLines(lines), guests),
    // What is no address holds nothing, and may be no text that can be stored.
    guestEmail: buyer?.email && isEmail(buyer.email) ? buyer.email : null,
    agent: { address, profile },
  };
  const { stayQuote } = await ctx.execute(quoteStaysDocument, wanted, ctx);
  return stayQuote;
}
