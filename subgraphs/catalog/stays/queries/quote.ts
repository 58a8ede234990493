import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { nightsBetween } from '#kit/dates.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_ITEM_ID, MAX_LINES, MAX_PARTY } from '#schema/limits.ts';
import { type Days, dateOfEpochDay } from '../../domain/calendar.ts';
import type { StayProblem, StayQuote } from '../../generated.ts';
import { isRestriction } from '../../rates/domain/restrictions.ts';
import { describeExtra } from '../domain/described-extra.ts';
import type { Problem } from '../domain/problems.ts';
import { type Quote, quoteStays } from '../domain/quote.ts';
import type { PricedLine, QuoteLine } from '../domain/quoted-line.ts';
import type { QuotedStay } from '../domain/quoted-stay.ts';
import { cancellingOn } from '../domain/stay-cancelling.ts';
import { parseItemId, titleOf } from '../domain/stay-item.ts';
import type { StorefrontModel } from '../read-model/model.ts';
import { nightsOfItems } from '../read-model/nights.ts';
import { type Explanation, explainQuote } from './explain.ts';
import { changesStay, isImported, plannedShelf, shelfOf, uncapped } from './shelf.ts';
import { type Holder, withLimits } from './unpaid-holds.ts';

/** A quote in the schema's form. */
export type QuotedStays = Omit<StayQuote, 'lines'> & { readonly lines: readonly QuotedStay[] };

/** Cancellation options for a guest who books a quoted stay now. */
export const cancellingOfQuoted = (ctx: SubgraphContext, { checkIn, timeZone, cancellation }: QuotedStay) =>
  checkIn && timeZone ? cancellingOn({ checkIn, timeZone }, ctx.clock.now())(cancellation) : null;

type Asked = Holder & { readonly unrestricted?: boolean | null };

/** Prices a checkout's lines now (schema, `stayQuote`). */
export async function stayQuote(
  ctx: SubgraphContext,
  storefrontId: number,
  lines: readonly QuoteLine[],
  asked: Asked = {},
): Promise<QuotedStays> {
  checkLines(lines);
  const { readModel } = ctx.services.catalog;
  const model = await readModel.storefront(storefrontId, nightsOfLines(lines));
  if (model === null) throw badInput('There is no such storefront.');
  return quoteIn(ctx, model, lines, asked);
}

async function quoteIn(
  ctx: SubgraphContext,
  model: StorefrontModel,
  lines: readonly QuoteLine[],
  asked: Asked,
): Promise<QuotedStays> {
  const { unrestricted, ...holder } = asked;
  const retired = lines.some(changesStay);
  const current = shelfOf(ctx, model, { offSale: lines.some(isImported) });
  const sellable = retired || unrestricted ? uncapped(current) : current;
  const { shelf } = await plannedShelf(ctx, model, sellable, lines, { retired });
  const priced = quoteStays(lines, shelf);
  const binding = priced.problems.filter(({ code }) => !unrestricted || !isRestriction(code));
  if (binding.length > 0 && model.days) {
    // A problem names other dates.
    const whole = await ctx.services.catalog.readModel.storefront(model.id);
    if (whole === null) throw badInput('There is no such storefront.');
    return quoteIn(ctx, whole, lines, asked);
  }
  const quote = await withLimits(ctx, model, { ...priced, problems: binding }, holder);
  return describeQuote(quote, model, await explainQuote(ctx, model, quote));
}

/** The nights that new lines need; null for lines that change a booked stay, whose nights may be past. */
export const nightsOfLines = (lines: readonly QuoteLine[]): Days | null =>
  lines.some(changesStay) ? null : nightsOfItems(lines.map(({ itemId }) => itemId));

/** Throws `BAD_USER_INPUT` for more lines, longer ids or more children than a checkout allows. */
export function checkLines(lines: readonly QuoteLine[]): void {
  if (lines.length > MAX_LINES) throw badInput(`A checkout can have at most ${MAX_LINES} lines.`);
  if (lines.some(({ itemId }) => itemId.length > MAX_ITEM_ID)) {
    throw badInput(`An item id can have at most ${MAX_ITEM_ID} characters.`);
  }
  if (lines.some(({ childAges }) => (childAges?.length ?? 0) > MAX_PARTY)) {
    throw badInput(`A line can have the ages of at most ${MAX_PARTY} children.`);
  }
  for (const line of lines) checkPrice(line, lines.length);
}

/** Throws `BAD_USER_INPUT` for an agreed price that doesn't fit its line. */
function checkPrice({ itemId, before, price }: QuoteLine, lines: number): void {
  if (price == null) return;
  const { nightly, total } = price;
  const item = parseItemId(itemId);
  const nights = item?.kind === 'stay' ? nightsBetween(item.checkIn, item.checkOut) : 0;
  if (before != null || (nightly == null) === (total == null)) {
    throw badInput('A line can have `before` or `price`, and a price either `nightly` or `total`.');
  }
  if (nightly != null && nightly.length !== nights) throw badInput(`\`nightly\` must have ${nights} prices.`);
  if (total != null && lines > 1) throw badInput('A checkout with several lines takes no agreed total.');
  if ([...(nightly ?? []), total ?? 0].some((amount) => amount < 0)) {
    throw badInput('An agreed price must not be negative.');
  }
}

/** A storefront's quote in the schema's form, with its fingerprint; `reasons` explain its problems, in order. */
export function describeQuote(
  quote: Quote,
  { sandbox, locale }: Pick<StorefrontModel, 'sandbox' | 'locale'>,
  reasons: readonly Explanation[] = [],
): QuotedStays {
  const { currency, timeZone, entries, total, dueAtProperty, payment, extras } = quote;
  const stay = quote.lines.find((line) => line.stay !== null)?.stay;
  const lines = quote.lines.map(describeLine);
  return {
    currency,
    timeZone,
    checkIn: stay?.checkIn.toString() ?? null,
    checkOut: stay?.checkOut.toString() ?? null,
    lines,
    entries,
    total,
    dueAtProperty,
    payment,
    extras: extras.map(describeExtra),
    fingerprint: fingerprintOf(quote),
    problems: quote.problems.map((problem, index) => describeProblem(problem, reasons[index])),
    test: sandbox,
    locale,
  };
}

function describeLine({
  itemId,
  quantity,
  stay,
  sold,
  base,
  before,
  nightly,
  net,
  droppedFees,
  discount,
  subtotal,
  tax,
  total,
}: PricedLine): QuotedStay {
  return {
    itemId,
    quantity,
    unitTypeId: sold?.unitType.id ?? null,
    propertyId: sold?.property.id ?? null,
    title: sold ? titleOf(sold) : 'Unavailable item',
    checkIn: stay?.checkIn.toString() ?? null,
    checkOut: stay?.checkOut.toString() ?? null,
    adults: stay?.adults ?? null,
    children: stay?.children ?? null,
    base,
    nightly: nightly && [...nightly],
    net: net && [...net],
    droppedFees: before ? droppedFees : null,
    discount,
    subtotal,
    tax,
    total,
    ratePlan: sold?.ratePlan ?? null,
    cancellation: sold?.unitType.cancellation ?? null,
    timeZone: sold?.property.timeZone ?? null,
  };
}

/** A problem in the schema's form. */
export function describeProblem(
  { code, line, limit, held, nearest }: Problem,
  explanation?: Explanation,
): StayProblem {
  return {
    code,
    line,
    limit,
    held: code === 'out_of_stock' ? held : 0,
    nearest: nearest.map(({ checkIn, checkOut }) => ({
      checkIn: dateOfEpochDay(checkIn).toString(),
      checkOut: dateOfEpochDay(checkOut).toString(),
    })),
    reason: explanation?.text ?? null,
    until: explanation?.until ?? null,
  };
}

/**
 * Identical for the same items, units, amounts, and cancellation and payment terms, regardless of later
 * changes in name or stock.
 */
function fingerprintOf({ currency, lines, entries, total, dueAtProperty, payment }: Quote): string {
  const shown = [
    currency,
    lines.map(({ itemId, quantity, base, discount, tax }) => [itemId, quantity, base, discount, tax]),
    entries.map(({ kind, amount }) => [kind, amount]),
    total,
    ...(dueAtProperty.length > 0 ? [dueAtProperty.map(({ amount }) => amount)] : []),
    ...lines.flatMap(({ sold }) => sold?.unitType.cancellation ?? []),
    ...lines.flatMap(({ sold }) => sold?.ratePlan?.id ?? []),
    ...(payment.mode === 'now' ? [] : [payment]),
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}
