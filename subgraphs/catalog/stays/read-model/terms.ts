import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { languageOf } from '#kit/language.ts';
import { lazily } from '#kit/lazily.ts';
import { MAX_EXTRAS } from '#schema/limits.ts';
import { cleanLine, cleanMarkdown } from '../../domain/agent-text.ts';
import { type Days, epochDayOf } from '../../domain/calendar.ts';
import { ADULT_AGE, mostChildren } from '../../domain/child-ages.ts';
import { isKnownZone } from '../../queries/today.ts';
import { adjustedRate, STANDARD_PLAN } from '../../rates/domain/rate-plan.ts';
import { taxRate } from '../../rates/domain/tax-rate.ts';
import type { Charge, Fee, PropertyTerms, Tax } from '../../rates/domain/terms.ts';
import type { FeeRow } from '../../store/entities.ts';
import { searchedTexts, stayContent } from '../domain/stay-content.ts';
import type { Nights, SoldUnitType, StorefrontModel } from './model.ts';
import { fillNights } from './nights.ts';
import { photosOf } from './photos.ts';
import { soldPlan } from './sold-plan.ts';
import {
  readStorefrontRow,
  type SoldProperty,
  type StorefrontRow,
  type UnitTypeOnSale,
} from './storefront-row.ts';

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

/** A storefront in memory, the properties to read again, and the nights to read. */
interface Known {
  readonly known: StorefrontModel | null;
  /** Null for all properties. */
  readonly only: readonly number[] | null;
  /** Nights to read in the same statement; null for none. */
  readonly days?: Days | null;
  /** Arrays for a unit type that isn't in memory. */
  readonly newCalendar: () => Nights;
}

/**
 * Reads a storefront, or only some properties if the others are in memory; keeps nights already in memory. Null if the
 * storefront doesn't exist.
 */
export async function readTerms(
  db: Kysely<unknown>,
  storefrontId: number,
  { known, only: asked, days = null, newCalendar }: Known,
): Promise<ReadTerms | null> {
  const only = known && asked;
  const row = await readStorefrontRow(db, storefrontId, { only, days });
  if (!row) return null;
  const properties = row.properties.filter(isKnownPlace);
  const termsOf = new Map(
    properties.map((property) => [property.id, { property, terms: propertyTerms(property) }]),
  );
  const soldOf = unitTypesOf(row);
  const unread: number[] = [];
  const read = row.unitTypes.flatMap((unitType) => {
    const place = termsOf.get(unitType.propertyId);
    if (!place) return [];
    const kept = known?.byId.get(unitType.id);
    const sold = soldOf(place, unitType, kept?.calendar ?? newCalendar());
    if (unitType.nights !== null) fillNights({ nights: sold.calendar, terms: sold.made }, unitType.nights);
    if (!isDeepStrictEqual(kept?.made, sold.made)) unread.push(unitType.id);
    return [sold];
  });
  const unitTypes = only ? withOthers(read, known, only) : read;
  const places = row.places.filter(isKnownPlace);
  const [first] = places;
  const { id, name, locale, sandbox, maxHoldsPerGuest, maxHeldNights, maxHeldSharePercent } = row;
  const model: StorefrontModel = {
    id,
    name,
    locale,
    sandbox,
    maxHoldsPerGuest,
    maxHeldNights: maxHeldNights ?? null,
    maxHeldSharePercent,
    days,
    unitTypes,
    byId: new Map(unitTypes.map((sold) => [sold.unitType.id, sold])),
    timeZones: [...new Set(places.map(({ timeZone }) => timeZone))],
    fallback: { currency: first?.currency ?? 'XXX', timeZone: first?.timeZone ?? 'UTC' },
  };
  return { model, unread, dropped: row.properties.filter((property) => !isKnownPlace(property)) };
}

interface SoldPlace {
  readonly property: SoldProperty;
  readonly terms: PropertyTerms;
}

/** Returns a function that makes a storefront's unit types for sale. */
function unitTypesOf({ domain: ownHost, locale, cancellation, photos: ready }: StorefrontRow) {
  const revision = randomBytes(6).toString('base64url');
  const photosFor = lazily(() => photosOf(ready));
  const language = languageOf(locale);
  return ({ property, terms }: SoldPlace, unitType: UnitTypeOnSale, calendar: Nights): SoldUnitType => {
    const priced = pricedUnitType(terms, unitType, { calendar, cancellation });
    return {
      ...priced,
      written: { unitType, property },
      searched: lazily(() => searchedTexts(unitType, property)),
      shown: lazily(() => {
        const { ratePlan } = unitType;
        const content = stayContent(unitType, property, {
          ownHost,
          language,
          cancellation: priced.unitType.cancellation,
          mealPlan: ratePlan?.mealPlan ?? null,
          ratePlan,
          payment: ratePlan ? priced.unitType.payment : null,
        });
        return {
          description: cleanLine(cleanMarkdown(unitType.description, ownHost)),
          content: { ...content, revision: `${revision}.${unitType.id}` },
          ...photosFor.get()(unitType, property),
        };
      }),
    };
  };
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

function propertyTerms(property: SoldProperty): PropertyTerms {
  const { fees } = property;
  return {
    id: property.id,
    name: property.name,
    currency: property.currency,
    timeZone: property.timeZone,
    fees: fees.filter(({ optional }) => !optional).map(feeOf),
    extras: fees
      .filter(({ optional }) => optional)
      .map((fee) => ({ ...feeOf(fee), max: fee.maxPerBooking ?? MAX_EXTRAS })),
    taxes: property.taxes.map(taxOf),
  };
}

const feeOf = (fee: SoldProperty['fees'][number]): Fee => ({
  ...chargeOf(fee),
  basis: fee.basis,
  amount: fee.amount,
  taxable: fee.taxable,
});

function taxOf({
  inclusive,
  amountPerNight,
  exemptUnderAge,
  maxNights,
  ...row
}: SoldProperty['taxes'][number]): Tax {
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

function pricedUnitType(
  terms: PropertyTerms,
  row: UnitTypeOnSale,
  { calendar, cancellation }: Pick<SoldUnitType, 'calendar'> & Pick<StorefrontRow, 'cancellation'>,
): Omit<SoldUnitType, 'shown' | 'searched' | 'written'> {
  const plan = soldPlan(row.ratePlan, cancellation);
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
    baseRate: adjustedRate(row.baseRate, plan.nights),
    made: { ...plan.nights, baseRate: row.baseRate },
    revision: row.revision,
  };
}
