import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import { bookedTotals } from '../../domain/totals.ts';
import { folioTotal } from '../../folio/domain/folio-sums.ts';
import { planRecharge, withDropped } from '../../folio/steps/charge-stay.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import type { Booking, EnteredStay, Quote } from '../../store/entities.ts';
import { droppedCharge, droppedNights, soldStay, withSoldTerms } from '../domain/changed-stay.ts';
import { lineOf } from '../domain/entered-booking.ts';
import type { QuotedChange } from '../domain/quoted-change.ts';

/** Terms of a change by the team. */
interface TeamChange {
  /** True if restrictions don't apply. */
  readonly unrestricted?: boolean;
  /** True if dropped nights cost nothing. */
  readonly waiveFee?: boolean;
}

/** Prices a change to a booking's stay, or returns the problems that prevent it. */
export async function quoteChange(
  ctx: SubgraphContext,
  booking: Booking,
  after: EnteredStay,
  { unrestricted = false, waiveFee = false }: TeamChange = {},
): Promise<QuotedChange | { readonly problems: Quote['problems'] }> {
  const before = soldStay(booking);
  const lines = [{ ...lineOf(after), before }];
  const variables = { storefrontId: String(booking.storefrontId), lines, unrestricted };
  const { stayQuote } = await ctx.execute(quoteStaysDocument, variables, ctx);
  if (stayQuote.problems.length > 0) return { problems: stayQuote.problems };
  const quote = withSoldTerms(stayQuote, booking);
  const fees = quote.lines[0]?.droppedFees ?? 0;
  const dropped = waiveFee ? 0 : droppedCharge(booking, before, { after, fees, at: ctx.clock.now() });
  const oldTotal = folioTotal(booking);
  const total = await totalAfter(ctx, booking, quote, dropped);
  const shown = [booking.holdId, quote.fingerprint, dropped, oldTotal, total];
  const fingerprint = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  return {
    after,
    agreed: { before, quote, dropped, isFixed: false },
    droppedNights: droppedNights(before, after).length,
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
    const recharging = await planRecharge(ctx, em, booking, price);
    return withDropped(ctx, booking, recharging, dropped)?.charged ?? folioTotal(booking);
  });
}
