import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { cleanLine } from '../domain/agent-text.ts';
import { type EpochDay, epochDayOf } from '../domain/calendar.ts';
import { mostChildren } from '../domain/child-ages.ts';
import { adjustedRate } from '../domain/rate-plan.ts';
import { searchedTexts, stayContent } from '../domain/stay-content.ts';
import { ADULT_AGE, type Charge, type PropertyTerms, type Tax } from '../domain/terms.ts';
import {
  type FeeRow,
  PropertyEntity,
  type PropertyRow,
  StorefrontEntity,
  type TaxRow,
  type UnitTypeRow,
} from '../store/entities.ts';
import type { SoldUnitType, StorefrontModel } from './model.ts';
import { emptyNights } from './nights.ts';
import { type Photos, readPhotos } from './photos.ts';
import { soldPlan } from './sold-plan.ts';

/** A storefront read again, and its unit types whose nights must be read because what they are made with is new or changed. */
export interface ReadTerms {
  readonly model: StorefrontModel;
  readonly unread: readonly number[];
}

/** Reads everything of a storefront but its nights; nights already in memory are kept. Null if there is none. */
export async function readTerms(
  em: EntityManager,
  storefrontId: number,
  today: EpochDay,
  known: StorefrontModel | null,
): Promise<ReadTerms | null> {
  const storefront = await em.findOne(StorefrontEntity, storefrontId, { populate: ['cancellationPolicy'] });
  if (!storefront) return null;
  const properties = await em.find(
    PropertyEntity,
    { storefront: storefrontId },
    {
      populate: ['fees', 'taxes', 'unitTypes', 'unitTypes.ratePlan', 'unitTypes.ratePlan.cancellationPolicy'],
      orderBy: { id: 'asc' },
    },
  );
  const photos = await readPhotos(em, properties);
  const unread: number[] = [];
  const revision = randomBytes(6).toString('base64url');
  const unitTypes = properties.flatMap((property) => {
    const terms = propertyTerms(property);
    return property.unitTypes.getItems().map((unitType) => {
      const kept = known?.byId.get(unitType.id);
      const priced = soldUnitType(terms, unitType, {
        calendar: kept?.calendar ?? emptyNights(today),
        cancellation: storefront.cancellationPolicy?.terms ?? null,
      });
      const selling = {
        ownHost: storefront.domain,
        cancellation: priced.unitType.cancellation,
        mealPlan: unitType.ratePlan?.mealPlan ?? null,
        paymentMode: unitType.ratePlan?.paymentMode ?? null,
      };
      const sold = {
        ...priced,
        content: {
          ...stayContent(unitType, property, selling),
          revision: `${revision}.${unitType.id}`,
        },
        searched: searchedTexts(unitType, property),
        ...photos(unitType, property),
      };
      if (!isDeepStrictEqual(kept?.made, sold.made)) unread.push(unitType.id);
      return sold;
    });
  });
  const [first] = properties;
  const model: StorefrontModel = {
    id: storefront.id,
    name: storefront.name,
    sandbox: storefront.sandbox,
    maxHoldsPerGuest: storefront.maxHoldsPerGuest,
    maxHeldNights: storefront.maxHeldNights ?? null,
    maxHeldSharePercent: storefront.maxHeldSharePercent,
    unitTypes,
    byId: new Map(unitTypes.map((sold) => [sold.unitType.id, sold])),
    timeZones: [...new Set(properties.map(({ timeZone }) => timeZone))],
    fallback: { currency: first?.currency ?? 'XXX', timeZone: first?.timeZone ?? 'UTC' },
  };
  return { model, unread };
}

/** Whether unit types are other than a storefront in memory knows them: a small question before reading all of it. */
export async function haveTermsChanged(
  db: Kysely<unknown>,
  known: StorefrontModel | null,
  unitTypes: readonly { readonly unitTypeId: number }[],
): Promise<boolean> {
  const ids = [...new Set(unitTypes.map(({ unitTypeId }) => unitTypeId))];
  const { rows } = await sql<{ id: number; revision: number }>`
    SELECT id, revision FROM catalog.unit_type WHERE id = ANY (${ids}::int[])`.execute(db);
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  return ids.some((id) => revisions.get(id) !== known?.byId.get(id)?.revision);
}

function propertyTerms(property: PropertyRow): PropertyTerms {
  const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id;
  return {
    id: property.id,
    name: property.name,
    currency: property.currency,
    timeZone: property.timeZone,
    fees: property.fees
      .getItems()
      .map((fee) => ({ ...chargeOf(fee), basis: fee.basis, amount: fee.amount, taxable: fee.taxable }))
      .sort(byId),
    taxes: property.taxes.getItems().map(taxOf).sort(byId),
  };
}

function taxOf({ inclusive, basisPoints, amountPerNight, exemptUnderAge, ...row }: TaxRow): Tax {
  const tax = { ...chargeOf(row), inclusive };
  if (basisPoints != null) return { ...tax, kind: 'percent', basisPoints };
  const amount = amountPerNight ?? 0;
  return { ...tax, kind: 'per_guest_per_night', amount, exemptUnderAge: exemptUnderAge ?? ADULT_AGE };
}

const chargeOf = ({
  id,
  name,
  collect,
  validFrom,
  validUntil,
}: Pick<FeeRow, 'id' | 'name' | 'collect' | 'validFrom' | 'validUntil'>): Charge => ({
  ...{ id, name, collect },
  validFrom: dayOrNull(validFrom),
  validUntil: dayOrNull(validUntil),
});

const dayOrNull = (date: string | null | undefined) =>
  date == null ? null : epochDayOf(Temporal.PlainDate.from(date));

function soldUnitType(
  terms: PropertyTerms,
  row: UnitTypeRow,
  { calendar, cancellation }: Pick<SoldUnitType, 'calendar'> & Pick<SoldUnitType['unitType'], 'cancellation'>,
): Omit<SoldUnitType, 'content' | 'searched' | keyof Photos> {
  const plan = soldPlan(row.ratePlan ?? null, cancellation);
  return {
    unitType: {
      id: row.id,
      name: row.name,
      maxGuests: row.maxGuests,
      maxAdults: row.maxAdults ?? null,
      maxChildren: mostChildren(row.maxChildren ?? null, row.childAgeBands),
      baseGuests: row.baseGuests,
      adultSupplement: row.adultSupplement,
      childSupplement: row.childSupplement,
      ...plan.stay,
    },
    property: terms,
    calendar,
    active: row.active,
    heldBack: row.heldBack,
    position: row.position,
    description: cleanLine(row.description),
    baseRate: adjustedRate(row.baseRate, plan.nights),
    made: { ...plan.nights, baseRate: row.baseRate },
    revision: row.revision,
  };
}
