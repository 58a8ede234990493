import type { SubgraphContext } from '#db/context.ts';
import { epochDayOf } from '../../domain/calendar.ts';
import type { StayOffer, StayReason, StaySearchInput } from '../../generated.ts';
import { problemsOf } from '../domain/problems.ts';
import { type ReadLine, readLine } from '../domain/quoted-line.ts';
import { stayItemId } from '../domain/stay-item.ts';
import type { SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { explain, type Refused } from './explain.ts';
import { describeProblem } from './quote.ts';
import { shelfOf } from './shelf.ts';

/** Maximum number of unit types that an empty search examines, and maximum number of unit types that it names. */
const LOOKED_AT = 25;
const NAMED = 3;

/**
 * The reasons for a search's empty result (schema, `StaySearchResult.reasons`): no name matches, or the
 * problems with booking the matching unit types, starting with those that have the nearest bookable dates.
 * `named` are the matches.
 */
export async function whyNothing(
  ctx: SubgraphContext,
  model: StorefrontModel,
  named: readonly SoldUnitType[],
  { checkIn, checkOut, adults, children, units, text }: StaySearchInput,
): Promise<StayReason[]> {
  if (named.length === 0) return [nothingNamed(text ?? '')];
  if (!checkIn || !checkOut) return [];
  const wished = epochDayOf(checkIn);
  const refused = named.slice(0, LOOKED_AT).flatMap(({ unitType }) => {
    const itemId = stayItemId({ unitTypeId: unitType.id, checkIn, checkOut, adults, children });
    return refusedBy(ctx, model, itemId, units).slice(0, 1);
  });
  const distance = ({ problem: { nearest } }: Refused) =>
    nearest[0] ? Math.abs(nearest[0].checkIn - wished) : Number.POSITIVE_INFINITY;
  const nearestFirst = refused
    .map((one) => ({ one, away: distance(one) }))
    .sort((a, b) => (a.away === b.away ? 0 : a.away - b.away))
    .map(({ one }) => one);
  return reasonsOf(ctx, model, nearestFirst.slice(0, NAMED));
}

/** The reasons that offers can't be booked, as a checkout for each would report them. */
export async function explainOffers(
  ctx: SubgraphContext,
  model: StorefrontModel,
  offers: readonly StayOffer[],
): Promise<ReadonlyMap<StayOffer, StayReason[]>> {
  const refused = offers.map((offer) => refusedBy(ctx, model, offer.itemId, offer.units ?? 1));
  const reasons = await reasonsOf(ctx, model, refused.flat());
  return new Map(offers.map((offer, index) => [offer, reasons.splice(0, refused[index]?.length ?? 0)]));
}

function refusedBy(
  ctx: SubgraphContext,
  model: StorefrontModel,
  itemId: string,
  quantity: number,
): Refused[] {
  const shelf = shelfOf(ctx, model);
  const line: ReadLine = readLine({ itemId, quantity }, shelf);
  const currency = line.sold?.property.currency ?? shelf.fallback.currency;
  return problemsOf([line], currency, shelf).map((problem) => ({ problem, line }));
}

async function reasonsOf(
  ctx: SubgraphContext,
  model: StorefrontModel,
  refused: readonly Refused[],
): Promise<StayReason[]> {
  const explained = await explain(ctx, model, refused);
  return refused.map(({ problem, line }, index) => ({
    code: problem.code,
    text: explained[index]?.text ?? '',
    problem: describeProblem(problem, explained[index]),
    unitTypeId: line?.sold ? String(line.sold.unitType.id) : null,
  }));
}

/** A reason without a unit type. */
export const NO_MATCH = { code: 'no_match', problem: null, unitTypeId: null } as const;

function nothingNamed(text: string): StayReason {
  return {
    ...NO_MATCH,
    text:
      text.trim() === ''
        ? 'This storefront has nothing on sale at the moment.'
        : `Nothing here has "${text}" in its name, description, place or amenities: search without query to see everything.`,
  };
}
