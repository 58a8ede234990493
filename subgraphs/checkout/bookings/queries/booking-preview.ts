import type { SubgraphContext } from '#db/context.ts';
import { authorOf } from '../../access.ts';
import type { BookingCreateInput, BookingPreview } from '../../generated.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import { enteredStay } from '../domain/entered-booking.ts';
import { type EntryError, faultsOf } from '../domain/entry-faults.ts';
import { begunError, NO_SUCH_UNIT_TYPE, refuseNights } from '../domain/entry-refusal.ts';
import { holdEnd, pricedLine, termsFaults, termsOf, totalError } from '../domain/entry-terms.ts';
import { storefrontSellingDocument } from '../operations/generated.ts';

const UNPRICED = { currency: null, total: 0, accommodation: 0, fees: 0, taxes: 0, nearestDates: [] } as const;

/** Prices an entry as `enterBooking` would, without taking its nights; ignores the guest. */
export async function bookingPreview(
  ctx: SubgraphContext,
  input: BookingCreateInput,
): Promise<BookingPreview> {
  const refused = (...userErrors: readonly EntryError[]) => ({ ...UNPRICED, userErrors: [...userErrors] });
  const author = authorOf(ctx);
  if (!author) return refused(NO_SUCH_UNIT_TYPE);
  const { guest: _guest, ...booking } = input;
  const withoutGuest = { ...input, guest: { firstName: '', lastName: '' }, sendConfirmation: null };
  const faults = [...faultsOf(booking), ...termsFaults({ ...withoutGuest, payment: null, holdUntil: null })];
  if (faults.length > 0) return refused(...faults);
  const stay = enteredStay(input);
  const { storefrontSelling: seller } = await ctx.execute(
    storefrontSellingDocument,
    { unitTypeId: String(stay.unitTypeId) },
    ctx,
  );
  if (!seller) return refused(NO_SUCH_UNIT_TYPE);
  const begun = begunError(stay, seller.timeZone, ctx.clock.now());
  if (begun) return refused(begun);
  const terms = termsOf(input, author.installId === null);
  const { stayQuote: quote } = await ctx.execute(
    quoteStaysDocument,
    {
      storefrontId: seller.storefrontId,
      lines: [pricedLine(stay, terms.priced)],
      unrestricted: true,
    },
    ctx,
  );
  const until =
    terms.payment === 'paid' ? null : holdEnd(terms, { ...stay, timeZone: seller.timeZone }, ctx.clock.now());
  const tooLow = totalError(terms.priced, quote);
  const sumOf = (...kinds: readonly string[]) =>
    quote.entries.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0);
  return {
    currency: quote.currency,
    total: quote.total,
    accommodation: sumOf('subtotal', 'discount'),
    fees: sumOf('fee'),
    taxes: sumOf('tax'),
    nearestDates: quote.problems.flatMap(({ nearest }) => nearest ?? []).slice(0, MOST_DATES),
    userErrors: [
      ...(quote.problems.length > 0 ? refuseNights(quote).userErrors : tooLow ? [tooLow] : []),
      ...(until === null || until instanceof Date ? [] : [until]),
    ],
  };
}

const MOST_DATES = 2;
