import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { EpochDay } from '../../domain/calendar.ts';
import { todayIn } from '../../queries/today.ts';
import type { NightTerms } from '../../rates/domain/rate-plan.ts';
import type { Sellable } from '../../rates/domain/terms.ts';
import { RatePlanEntity, StorefrontEntity } from '../../store/entities.ts';
import { daysBefore } from '../domain/changed-stay.ts';
import type { QuoteLine, Shelf } from '../domain/quoted-line.ts';
import { toRatePlan } from '../domain/stay-content.ts';
import { parseItemId } from '../domain/stay-item.ts';
import type { Nights, SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { emptyNights, readNights, wholeSpan } from '../read-model/nights.ts';
import { soldPlan } from '../read-model/sold-plan.ts';

/**
 * A storefront's current offers under their default plans, as quotes read them: other plans aren't found
 * here. With `offSale`, it also has unit types that aren't on sale.
 */
export function shelfOf(
  ctx: Pick<SubgraphContext, 'clock'>,
  model: StorefrontModel,
  { offSale = false }: { readonly offSale?: boolean } = {},
): Shelf {
  const now = ctx.clock.now();
  return {
    find(unitTypeId) {
      const sold = model.byId.get(unitTypeId);
      return sold?.active || offSale ? sold : undefined;
    },
    todayIn: (timeZone) => todayIn(timeZone, now),
    capPercent: model.maxHeldSharePercent,
    fallback: model.fallback,
  };
}

/** True for a line that changes a booked stay, which keeps its plan and can take units held back from others. */
export const changesStay = ({ before }: QuoteLine): boolean => before != null;

/** True for a booking agreed elsewhere earlier, whose unit type needn't be on sale. */
export const isImported = ({ imported }: QuoteLine): boolean => imported === true;

/** The same shelf, but with every free unit takeable. */
export const uncapped = ({ find, ...shelf }: Shelf): Shelf => ({
  ...shelf,
  capPercent: 100,
  find(unitTypeId, ratePlanId) {
    const sold = find(unitTypeId, ratePlanId);
    return sold && { ...sold, heldBack: 0 };
  },
});

/** Nights read from the database for pricing under a plan. */
export interface PlannedNights {
  readonly unitTypeId: number;
  readonly nights: Nights;
}

/** A shelf that also sells other plans, with the nights read for them. */
export interface PlannedShelf {
  readonly shelf: Shelf;
  readonly read: readonly PlannedNights[];
}

/**
 * Adds to the shelf what isn't in memory: the terms and nights of the lines' non-default plans, and past nights of changed
 * stays. With `retired`, it also sells inactive plans, for existing bookings.
 */
export async function plannedShelf(
  ctx: SubgraphContext,
  model: StorefrontModel,
  shelf: Shelf,
  lines: readonly QuoteLine[],
  { retired = false }: { readonly retired?: boolean } = {},
): Promise<PlannedShelf> {
  const named = lines.flatMap((line) => namedPlan(line, shelf) ?? []);
  const begun = begunBefore(lines, model);
  if (named.length === 0 && begun.length === 0) return { shelf, read: [] };
  const [plans, storefront] = await Promise.all([
    reader(ctx).find(
      RatePlanEntity,
      { id: { $in: named }, ...(retired ? {} : { active: true, archivedAt: null }) },
      { populate: ['cancellationPolicy'], orderBy: { id: 'asc' } },
    ),
    reader(ctx).findOne(StorefrontEntity, model.id, { populate: ['cancellationPolicy'] }),
  ]);
  const usual = storefront?.cancellationPolicy?.terms ?? null;
  const read: PlannedNights[] = [];
  const under = new Map<string, Sellable>();
  /** Reads a unit type's nights from the changed stays' first night on. */
  const nightsOf = async (
    { unitType: { id }, calendar }: SoldUnitType,
    terms: NightTerms,
  ): Promise<Nights> => {
    const nights = emptyNights(Math.min(calendar.firstDay, firstNight(lines, id)) + 1);
    await readNights(statements(ctx), [wholeSpan(id, nights)], () => ({ nights, terms }));
    read.push({ unitTypeId: id, nights });
    return nights;
  };
  for (const kept of begun) {
    const sold = shelf.find(kept.unitType.id, null);
    if (!sold) continue;
    const calendar = await nightsOf(kept, kept.made);
    under.set(keyOf(kept.unitType.id, sold.unitType.ratePlanId), { ...sold, calendar });
  }
  for (const plan of plans) {
    const unitTypeId = plan.unitType.id;
    const sold = shelf.find(unitTypeId, null);
    const kept = model.byId.get(unitTypeId);
    if (!sold || !kept) continue;
    const terms = soldPlan(plan, usual);
    const calendar = await nightsOf(kept, terms.nights);
    const ratePlan = toRatePlan(plan);
    const unitType = { ...sold.unitType, ...terms.stay, ratePlanId: ratePlan.id };
    under.set(keyOf(unitTypeId, ratePlan.id), { ...sold, unitType, calendar, ratePlan });
  }
  return {
    read,
    shelf: {
      ...shelf,
      find(unitTypeId, ratePlanId) {
        const sold = shelf.find(unitTypeId, ratePlanId);
        const planId = ratePlanId ?? sold?.unitType.ratePlanId ?? null;
        return (planId === null ? undefined : under.get(keyOf(unitTypeId, planId))) ?? sold;
      },
    },
  };
}

const keyOf = (unitTypeId: number, ratePlanId: string): string => `${unitTypeId} ${ratePlanId}`;

/** A line's plan if it isn't its unit type's default; null if there is no valid one. */
function namedPlan({ itemId, ratePlanId }: QuoteLine, shelf: Shelf): number | null {
  const id = ratePlanId == null ? null : parseId(ratePlanId);
  const item = id === null ? null : parseItemId(itemId);
  const sold = item && shelf.find(item.unitTypeId, null);
  return sold && sold.unitType.ratePlanId !== ratePlanId ? id : null;
}

/** The first night of the changed stays of a unit type among the lines; infinite if there are none. */
const firstNight = (lines: readonly QuoteLine[], unitTypeId: number): EpochDay =>
  Math.min(
    ...lines.flatMap(({ itemId, before }) =>
      before && parseItemId(itemId)?.unitTypeId === unitTypeId ? [daysBefore(before).checkIn] : [],
    ),
  );

/** The unit types of changed stays that began before the nights in memory. */
const begunBefore = (lines: readonly QuoteLine[], model: StorefrontModel): readonly SoldUnitType[] =>
  lines.flatMap(({ itemId, before }) => {
    const kept = before && model.byId.get(parseItemId(itemId)?.unitTypeId ?? 0);
    return kept && daysBefore(before).checkIn < kept.calendar.firstDay ? [kept] : [];
  });
