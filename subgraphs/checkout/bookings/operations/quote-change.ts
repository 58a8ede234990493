import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import { bookedTotals } from '../../domain/totals.ts';
import { folioTotal } from '../../folio/domain/folio-sums.ts';
import { planRecharge, withDropped } from '../../folio/steps/charge-stay.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import type { Booking, Quote } from '../../store/entities.ts';
import { extrasChange } from '../domain/changed-extras.ts';
import { droppedCharge, droppedParts, type LinesChange, withSoldTerms } from '../domain/changed-stay.ts';
import { lineOf, summaryOf } from '../domain/entered-booking.ts';
import type { QuotedChange } from '../domain/quoted-change.ts';

/** Terms of a change. */
interface ChangeTerms {
  /** True if restrictions don't apply. */
  readonly unrestricted?: boolean;
  /** True if dropped nights cost nothing. */
  readonly waiveFee?: boolean;
}

/** Prices a change to a booking's lines, or returns the problems that prevent it. */
export async function quoteChange(
  ctx: SubgraphContext,
  booking: Booking,
  change: LinesChange,
  { unrestricted = false, waiveFee = false }: ChangeTerms = {},
): Promise<QuotedChange | { readonly problems: Quote['problems'] }> {
  const { lines: after, cancelled } = change;
  const lines = after.map(({ stay, before }) => ({ ...lineOf(stay), before }));
  const variables = { storefrontId: String(booking.storefrontId), lines, unrestricted };
  const { stayQuote } = await ctx.execute(quoteStaysDocument, variables, ctx);
  // A cancellation takes no nights, even if the house is overbooked.
  const problems = stayQuote.problems.filter(({ code }) => cancelled === null || code !== 'out_of_stock');
  if (problems.length > 0) return { problems };
  const quote = withSoldTerms(stayQuote, booking, after);
  const fees = quote.lines.reduce((sum, { droppedFees }) => sum + (droppedFees ?? 0), 0);
  const parts = droppedParts(booking, change);
  const dropped = waiveFee ? 0 : droppedCharge(booking, parts, { fees, at: ctx.clock.now() });
  const oldTotal = folioTotal(booking);
  const total = await totalAfter(ctx, booking, quote, dropped);
  const shown = [booking.holdId, quote.fingerprint, dropped, oldTotal, total];
  const fingerprint = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  const [first] = after;
  if (!first) throw new Error('A change leaves at least one line.');
  const title = cancelled === null ? undefined : booking.lines[cancelled]?.title;
  return {
    after: summaryOf(after.map(({ stay }) => stay)),
    agreed: {
      before: first.before,
      quote,
      dropped,
      isFixed: false,
      ...(booking.lines.length > 1 ? { lines: after } : {}),
      ...(title === undefined ? {} : { cancels: title }),
    },
    droppedNights: parts[0]?.nightly.length ?? 0,
    oldTotal,
    total,
    fingerprint,
  };
}

/** Returns the folio's total after the change, without changing it. */
function totalAfter(ctx: SubgraphContext, booking: Booking, quote: Quote, dropped: Minor): Promise<Minor> {
  const price = {
    totals: bookedTotals(quote),
    total: quote.total,
    checkIn: quote.checkIn ?? booking.checkIn,
  };
  return inTransaction(ctx, async (em) => {
    const recharging = await planRecharge(ctx, em, booking, price, extrasChange(booking, quote));
    return withDropped(ctx, booking, recharging, dropped)?.charged ?? folioTotal(booking);
  });
}
