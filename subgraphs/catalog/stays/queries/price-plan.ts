import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { userError } from '../../errors.ts';
import type {
  RatePlanPreview,
  RatePlanPreviewInput,
  RatePlanQuote,
  RatePlanStayInput,
  UserError,
} from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import type { RatePlanRecord } from '../../rates/queries/rate-plans.ts';
import { readTerms } from '../../rates/store/rate-plans.ts';
import { CancellationPolicyEntity, UnitTypeEntity, type UnitTypeRow } from '../../store/entities.ts';
import { quoteStays } from '../domain/quote.ts';
import { refuseSearch } from '../domain/search-rules.ts';
import { stayItemId } from '../domain/stay-item.ts';
import { emptyNights, readNights, wholeSpan } from '../read-model/nights.ts';
import { type PricedPlan, soldPlan } from '../read-model/sold-plan.ts';
import { explainQuote } from './explain.ts';
import { shelfOf } from './shelf.ts';

/** A stay's price under a stored plan (schema, `RatePlan.quote`). Throws `BAD_USER_INPUT` for an invalid stay. */
export async function quoteUnderPlan(
  ctx: SubgraphContext,
  plan: RatePlanRecord,
  stay: RatePlanStayInput,
): Promise<RatePlanQuote | null> {
  const unitType = await ownUnitType(ctx, plan.unitTypeId);
  if (!unitType) return null;
  const refusal = refuseSearch(stay, todayIn(unitType.property.timeZone, ctx.clock.now()));
  if (refusal) throw badInput(refusal.reason);
  return priceStayUnder(ctx, unitType, plan, stay);
}

/** A stay's price under unsaved terms, with any errors in the terms (schema, `ratePlanPreview`). */
export async function previewPlan(
  ctx: SubgraphContext,
  { unitTypeId, plan, stay }: RatePlanPreviewInput,
): Promise<RatePlanPreview | null> {
  const unitType = await ownUnitType(ctx, parseId(unitTypeId) ?? 0);
  if (!unitType) return null;
  const { property } = unitType;
  const em = reader(ctx);
  const read = await readTerms(em, property.storefront.id, plan, ['plan']);
  const refusal = refuseSearch(stay, todayIn(property.timeZone, ctx.clock.now()));
  const userErrors = [...(read.userErrors ?? []), ...(refusal ? [inStay(refusal)] : [])];
  if (!read.columns || userErrors.length > 0) return { quote: null, cancellationText: null, userErrors };
  const usual = property.storefront.cancellationPolicy;
  const policy =
    read.columns.cancellationPolicy ??
    (usual ? await em.findOne(CancellationPolicyEntity, { id: usual.id }) : null);
  return {
    quote: await priceStayUnder(ctx, unitType, read.columns, stay),
    cancellationText: policy && cancellationText(policy.terms, property.currency, 'en'),
    userErrors,
  };
}

const ownUnitType = (ctx: SubgraphContext, id: number) =>
  reader(ctx).findOne(
    UnitTypeEntity,
    { id, property: ownProperty(ctx.viewer) },
    { populate: ['property.storefront'] },
  );

/** These queries' names for the search arguments. */
const STAY_FIELDS = {
  check_in: 'checkIn',
  check_out: 'checkOut',
  adults: 'adults',
  children: 'children',
  units: 'units',
} as const;

const inStay = ({ argument, reason }: NonNullable<ReturnType<typeof refuseSearch>>): UserError => ({
  ...userError('INVALID', null, reason),
  field: ['input', 'stay', STAY_FIELDS[argument]],
});

/**
 * Prices a stay as a checkout would if the unit type were sold under this plan: reads the nights with the
 * plan applied.
 */
async function priceStayUnder(
  ctx: SubgraphContext,
  { id, property }: UnitTypeRow,
  plan: PricedPlan,
  { checkIn, checkOut, adults, children, units }: RatePlanStayInput,
): Promise<RatePlanQuote | null> {
  const model = await ctx.services.catalog.readModel.storefront(property.storefront.id);
  const sold = model?.byId.get(id);
  if (!model || !sold) return null;
  const terms = soldPlan(plan, sold.unitType.cancellation);
  const nights = emptyNights(sold.calendar.firstDay + 1);
  await readNights(statements(ctx), [wholeSpan(id, nights)], () => ({ nights, terms: terms.nights }));
  const underPlan = { ...sold, unitType: { ...sold.unitType, ...terms.stay }, calendar: nights };
  const itemId = stayItemId({ unitTypeId: id, checkIn, checkOut, adults, children });
  const shelf = { ...shelfOf(ctx, model), find: () => underPlan };
  const quote = quoteStays([{ itemId, quantity: units }], shelf);
  const { currency, entries, total, dueAtProperty, lines, payment } = quote;
  return {
    currency,
    nightly: lines.flatMap(({ nightly }) => nightly ?? []),
    entries: entries.map(({ label, amount }) => ({ label, amount })),
    total,
    dueAtProperty,
    dueNow: payment.dueNow,
    balanceDueOn: payment.balanceDueOn,
    reasons: (await explainQuote(ctx, model, quote)).map(({ text }) => text),
  };
}
