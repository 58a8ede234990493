import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { languageOf } from '#kit/language.ts';
import { MAX_EXTRAS } from '#schema/limits.ts';
import { cleanLine, cleanMarkdown } from '../../domain/agent-text.ts';
import { type EpochDay, epochDayOf } from '../../domain/calendar.ts';
import { ADULT_AGE, mostChildren } from '../../domain/child-ages.ts';
import { isKnownZone } from '../../queries/today.ts';
import { adjustedRate, STANDARD_PLAN } from '../../rates/domain/rate-plan.ts';
import { taxRate } from '../../rates/domain/tax-rate.ts';
import type { Charge, Fee, PropertyTerms, Tax } from '../../rates/domain/terms.ts';
import {
  type FeeRow,
  PropertyEntity,
  type PropertyRow,
  StorefrontEntity,
  type TaxRow,
  type UnitTypeRow,
} from '../../store/entities.ts';
import { searchedTexts, stayContent } from '../domain/stay-content.ts';
import type { SoldUnitType, StorefrontModel } from './model.ts';
import { emptyNights } from './nights.ts';
import { type Photos, readPhotos } from './photos.ts';
import { soldPlan } from './sold-plan.ts';

/**
 * A freshly read storefront, and the unit types whose nights must be read because they are new or the nights'
 * inputs changed.
 */
export interface ReadTerms {
  readonly model: StorefrontModel;
  readonly unread: readonly number[];
  /** Properties left out because this runtime doesn't know their time zone. */
  readonly dropped: readonly { readonly id: number; readonly timeZone: string }[];
}

/** A storefront in memory, and which of its properties to read again: null for all. */
interface Known {
  readonly known: StorefrontModel | null;
  readonly only: readonly number[] | null;
}

/**
 * Reads a storefront except its nights, or only some properties if the others are in memory; keeps nights
 * already in memory. Null if the storefront doesn't exist.
 */
export async function readTerms(
  em: EntityManager,
  storefrontId: number,
  today: EpochDay,
  { known, only: asked }: Known,
): Promise<ReadTerms | null> {
  const only = known && asked;
  const storefront = await em.findOne(StorefrontEntity, storefrontId, { populate: ['cancellationPolicy'] });
  if (!storefront) return null;
  const found = await em.find(
    PropertyEntity,
    { storefront: storefrontId, ...(only && { id: { $in: [...only] } }) },
    {
      populate: ['fees', 'taxes', 'unitTypes', 'unitTypes.ratePlan', 'unitTypes.ratePlan.cancellationPolicy'],
      orderBy: { id: 'asc' },
    },
  );
  const properties = found.filter(isKnownPlace);
  const photos = await readPhotos(em, properties);
  const unread: number[] = [];
  const revision = randomBytes(6).toString('base64url');
  const read = properties.flatMap((property) => {
    const terms = propertyTerms(property);
    return property.unitTypes.getItems().map((unitType) => {
      const kept = known?.byId.get(unitType.id);
      const priced = soldUnitType(terms, unitType, {
        calendar: kept?.calendar ?? emptyNights(today),
        ownHost: storefront.domain,
        cancellation: storefront.cancellationPolicy?.terms ?? null,
      });
      const selling = {
        ownHost: storefront.domain,
        language: languageOf(storefront.locale),
        cancellation: priced.unitType.cancellation,
        mealPlan: unitType.ratePlan?.mealPlan ?? null,
        ratePlan: unitType.ratePlan ?? null,
        payment: unitType.ratePlan ? priced.unitType.payment : null,
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
  const unitTypes = only ? withOthers(read, known, only) : read;
  const places = only ? (await placesOf(em, storefrontId)).filter(isKnownPlace) : properties;
  const [first] = places;
  const model: StorefrontModel = {
    id: storefront.id,
    name: storefront.name,
    locale: storefront.locale,
    sandbox: storefront.sandbox,
    maxHoldsPerGuest: storefront.maxHoldsPerGuest,
    maxHeldNights: storefront.maxHeldNights ?? null,
    maxHeldSharePercent: storefront.maxHeldSharePercent,
    unitTypes,
    byId: new Map(unitTypes.map((sold) => [sold.unitType.id, sold])),
    timeZones: [...new Set(places.map(({ timeZone }) => timeZone))],
    fallback: { currency: first?.currency ?? 'XXX', timeZone: first?.timeZone ?? 'UTC' },
  };
  return { model, unread, dropped: found.filter((property) => !isKnownPlace(property)) };
}

const isKnownPlace = ({ timeZone }: { readonly timeZone: string }): boolean => isKnownZone(timeZone);

/**
 * The unit types of the properties just read, merged with the other properties' unit types, in property
 * order.
 */
const withOthers = (read: readonly SoldUnitType[], known: StorefrontModel, only: readonly number[]) =>
  [...known.unitTypes.filter(({ property }) => !only.includes(property.id)), ...read].sort(
    (a, b) => a.property.id - b.property.id,
  );

/** A storefront's property locations, in order. */
const placesOf = (em: EntityManager, storefront: number) =>
  em.find(PropertyEntity, { storefront }, { fields: ['timeZone', 'currency'], orderBy: { id: 'asc' } });

/** True if unit types differ from a storefront in memory: a small query before reading everything. */
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
  const fees = property.fees.getItems().sort(byId);
  return {
    id: property.id,
    name: property.name,
    currency: property.currency,
    timeZone: property.timeZone,
    fees: fees.filter(({ optional }) => !optional).map(feeOf),
    extras: fees
      .filter(({ optional }) => optional)
      .map((fee) => ({ ...feeOf(fee), max: fee.maxPerBooking ?? MAX_EXTRAS })),
    taxes: property.taxes.getItems().map(taxOf).sort(byId),
  };
}

const feeOf = (fee: FeeRow): Fee => ({
  ...chargeOf(fee),
  basis: fee.basis,
  amount: fee.amount,
  taxable: fee.taxable,
});

function taxOf({ inclusive, amountPerNight, exemptUnderAge, maxNights, ...row }: TaxRow): Tax {
  const tax = { ...chargeOf(row), inclusive, maxNights: maxNights ?? null };
  const rate = taxRate(row);
  if (rate !== null) return { ...tax, kind: 'percent', rate };
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
  id,
  name,
  collect,
  validFrom: dayOrNull(validFrom),
  validUntil: dayOrNull(validUntil),
});

const dayOrNull = (date: string | null | undefined) =>
  date == null ? null : epochDayOf(Temporal.PlainDate.from(date));

interface Sold extends Pick<SoldUnitType, 'calendar'>, Pick<SoldUnitType['unitType'], 'cancellation'> {
  /** The storefront's own host: text links only there. */
  readonly ownHost: string;
}

function soldUnitType(
  terms: PropertyTerms,
  row: UnitTypeRow,
  { calendar, cancellation, ownHost }: Sold,
): Omit<SoldUnitType, 'content' | 'searched' | keyof Photos> {
  const plan = soldPlan(row.ratePlan ?? null, cancellation);
  return {
    unitType: {
      id: row.id,
      name: cleanLine(row.name),
      maxGuests: row.maxGuests,
      maxAdults: row.maxAdults ?? null,
      maxChildren: mostChildren(row.maxChildren ?? null, row.childAgeBands),
      childAgeBands: row.childAgeBands,
      ratePlanId: row.ratePlan ? String(row.ratePlan.id) : STANDARD_PLAN.id,
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
    description: cleanLine(cleanMarkdown(row.description, ownHost)),
    baseRate: adjustedRate(row.baseRate, plan.nights),
    made: { ...plan.nights, baseRate: row.baseRate },
    revision: row.revision,
  };
}
