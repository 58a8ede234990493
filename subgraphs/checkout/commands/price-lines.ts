import type { IslandContext } from '#db/context.ts';
import { quotableLines } from '../domain/lines.ts';
import type { Line, Quote } from '../entities.ts';
import { quoteStays } from '../operations/generated.ts';

/** What the lines cost at a storefront now, and what stands in the way of booking them: asked of catalog. */
export async function priceLines(
  ctx: IslandContext,
  storefrontId: number,
  lines: readonly Line[],
): Promise<Quote> {
  const wanted = { storefrontId: String(storefrontId), lines: quotableLines(lines) };
  const { stayQuote } = await ctx.execute(quoteStays, wanted, ctx);
  return stayQuote;
}
