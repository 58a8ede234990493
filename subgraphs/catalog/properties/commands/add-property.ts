import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { dateIn, isTimeZone } from '#kit/dates.ts';
import { isCurrency } from '#kit/money.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import { ADULT_AGE } from '../../domain/child-ages.ts';
import type { Collection, Fee } from '../../rates/domain/terms.ts';
import { addFirstPlan } from '../../rates/store/rate-plans.ts';
import {
  FeeEntity,
  PropertyEntity,
  type PropertyRow,
  StorefrontEntity,
  TaxEntity,
  UnitTypeEntity,
  type UnitTypeRow,
} from '../../store/entities.ts';

/** Unit types whose nights one statement puts on sale, so that it ends long before its timeout. */
const AT_ONCE = 100;

/** A property to sell, with its charges and unit types. Omitted ids default to the next free ids. */
export interface AddProperty {
  readonly id?: number;
  readonly storefrontId: number;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly content?: PropertyContent;
  readonly fees?: readonly NewFee[];
  readonly taxes?: readonly NewTax[];
  readonly unitTypes: readonly NewUnitType[];
}

/** A fee that applies on every night; collected with the booking by default. */
type NewFee = Pick<Fee, 'name' | 'basis' | 'amount' | 'taxable'> & { readonly collect?: Collection };

/** A tax that applies on every night: either a percentage, or an amount per adult. */
type NewTax = { readonly name: string; readonly inclusive: boolean; readonly collect?: Collection } & (
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'per_adult_per_night'; readonly amount: number }
);

/** A unit type to sell. Amounts are minor units, discounts basis points. */
export interface NewUnitType {
  readonly id?: number;
  readonly name: string;
  readonly description: string;
  readonly maxGuests: number;
  readonly baseGuests: number;
  readonly adultSupplement?: number;
  readonly childSupplement?: number;
  readonly units: number;
  readonly baseRate: number;
  readonly weekDiscount?: number;
  readonly monthDiscount?: number;
  readonly content?: UnitTypeContent;
}

/** A host's content for a property. */
export type PropertyContent = Partial<
  Pick<
    PropertyRow,
    | ('kind' | 'address' | 'geo' | 'checkInFrom' | 'checkInUntil' | 'checkOutUntil')
    | ('descriptions' | 'amenities' | 'houseRules')
  >
>;

/** A host's content for a unit type. */
export type UnitTypeContent = Partial<
  Pick<
    UnitTypeRow,
    | ('kind' | 'bedrooms' | 'beds' | 'bathrooms' | 'areaM2' | 'amenities' | 'maxAdults' | 'maxChildren')
    | 'descriptions'
  >
>;

/**
 * Adds a property, puts its unit types on sale for all nights up to the horizon, and returns the ids. Throws
 * RangeError for an unknown currency or time zone.
 */
export function addProperty(
  ctx: SubgraphContext,
  { unitTypes, fees = [], taxes = [], content = {}, storefrontId, ...property }: AddProperty,
): Promise<{ id: number; unitTypeIds: number[] }> {
  if (!isCurrency(property.currency)) throw new RangeError(`"${property.currency}" is not an ISO 4217 code.`);
  if (!isTimeZone(property.timeZone))
    throw new RangeError(`"${property.timeZone}" is not an IANA time zone.`);
  const today = dateIn(property.timeZone, ctx.clock.now());
  return inTransaction(ctx, async (em) => {
    const row = em.create(PropertyEntity, {
      customFields: [],
      ...property,
      ...content,
      storefront: em.getReference(StorefrontEntity, storefrontId),
    });
    for (const fee of fees) em.create(FeeEntity, { ...fee, property: row });
    for (const { kind: _kind, ...tax } of taxes) {
      const { name, inclusive, collect = 'booking' } = tax;
      const amounts =
        'basisPoints' in tax
          ? { basisPoints: tax.basisPoints, percent: tax.basisPoints / 100 }
          : { amountPerNight: tax.amount, exemptUnderAge: ADULT_AGE };
      em.create(TaxEntity, { name, inclusive, collect, ...amounts, property: row });
    }
    const added = unitTypes.map(({ weekDiscount, monthDiscount, content, ...unitType }) => {
      const sold = em.create(UnitTypeEntity, { ...unitType, ...content, property: row });
      return {
        sold,
        discounts: { ...(weekDiscount && { weekDiscount }), ...(monthDiscount && { monthDiscount }) },
      };
    });
    await em.flush();
    for (const { sold, discounts } of added) addFirstPlan(em, sold, discounts);
    await em.flush();
    const unitTypeIds = added.map(({ sold }) => sold.id);
    await ctx.services.catalog.hooks.unitTypesCreated(ctx, em, unitTypeIds);
    const [first, last] = [today.subtract({ days: 1 }), today.add({ days: HORIZON_DAYS })].map(String);
    for (let at = 0; at < unitTypeIds.length; at += AT_ONCE) {
      const some = unitTypeIds.slice(at, at + AT_ONCE);
      await sql`SELECT catalog.extend_nights(${first}::date, ${last}::date, ${some}::int[])`.execute(
        statements(em),
      );
    }
    return { id: row.id, unitTypeIds };
  });
}
