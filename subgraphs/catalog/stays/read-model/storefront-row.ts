import { type Kysely, sql } from 'kysely';
import type { CancellationTerms } from '#kit/cancellation.ts';
import type { Days } from '../../domain/calendar.ts';
import type { FeeRow, RatePlanRow, StorefrontRecord, TaxRow, UnitTypeRow } from '../../store/entities.ts';
import type { WrittenProperty, WrittenUnitType } from '../domain/stay-content.ts';
import { NIGHTS } from './nights.ts';
import type { PricedPlan } from './sold-plan.ts';

/** A storefront with everything that it sells, as one statement reads it. */
export interface StorefrontRow
  extends Pick<
    StorefrontRecord,
    | ('id' | 'name' | 'domain' | 'locale' | 'sandbox')
    | ('maxHoldsPerGuest' | 'maxHeldNights' | 'maxHeldSharePercent')
  > {
  readonly cancellation: CancellationTerms | null;
  /** All properties in creation order, even if the statement reads only some whole. */
  readonly places: readonly Place[];
  readonly properties: readonly SoldProperty[];
  /** By property, then in the host's order. */
  readonly unitTypes: readonly UnitTypeOnSale[];
  readonly photos: readonly ReadyPhoto[];
}

interface Place {
  readonly id: number;
  readonly timeZone: string;
  readonly currency: string;
}

/** A property's content and charges. */
export interface SoldProperty extends WrittenProperty {
  readonly mediaIds: readonly number[];
  readonly fees: readonly Omit<FeeRow, 'property'>[];
  readonly taxes: readonly Omit<TaxRow, 'property'>[];
}

/** A unit type's content and terms, and its default plan. */
export interface UnitTypeOnSale
  extends WrittenUnitType,
    Pick<
      UnitTypeRow,
      | ('id' | 'position' | 'active' | 'heldBack' | 'revision' | 'maxGuests' | 'baseGuests')
      | ('adultSupplement' | 'childSupplement' | 'baseRate')
    > {
  readonly propertyId: number;
  readonly mediaIds: readonly number[];
  readonly ratePlan: (PricedPlan & Pick<RatePlanRow, 'id' | 'title' | 'description' | 'mealPlan'>) | null;
  /** Its nights as `fillNights` reads them; null if none were requested, or none exist. */
  readonly nights: string | null;
}

/** A photo that can be shown. */
export interface ReadyPhoto {
  readonly id: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
}

const RATE_PLAN = valuesOf<NonNullable<UnitTypeOnSale['ratePlan']>>({
  id: 'r.id',
  title: 'r.name',
  description: 'r.description',
  mealPlan: 'r.meal_plan',
  paymentMode: 'r.payment_mode',
  depositPercent: 'r.deposit_percent',
  balanceDaysBefore: 'r.balance_days_before',
  adjustBp: 'r.adjust_bp',
  adjustAmount: 'r.adjust_amount',
  weekDiscount: 'r.week_discount',
  monthDiscount: 'r.month_discount',
  minStay: 'r.min_stay',
  maxStay: 'r.max_stay',
  minAdvance: 'r.min_advance',
  maxAdvance: 'r.max_advance',
  cancellationPolicy: "CASE WHEN c.id IS NOT NULL THEN json_build_object('terms', c.terms) END",
});

const UNIT_TYPE = valuesOf<Omit<UnitTypeOnSale, 'ratePlan' | 'nights'>>({
  id: 'u.id',
  propertyId: 'u.property_id',
  name: 'u.name',
  description: 'u.description',
  descriptions: 'u.descriptions',
  kind: 'u.kind',
  bedrooms: 'u.bedrooms',
  beds: 'u.beds',
  bathrooms: 'u.bathrooms',
  areaM2: 'u.area_m2',
  amenities: 'u.amenities',
  maxGuests: 'u.max_guests',
  maxAdults: 'u.max_adults',
  maxChildren: 'u.max_children',
  childAgeBands: 'u.child_age_bands',
  baseGuests: 'u.base_guests',
  adultSupplement: 'u.adult_supplement',
  childSupplement: 'u.child_supplement',
  baseRate: 'u.base_rate',
  active: 'u.active',
  heldBack: 'u.held_back',
  position: 'u.position',
  revision: 'u.revision',
  mediaIds: 'u.media_ids',
});

/**
 * A row that PostgreSQL sends as an array, from an expression for each value; it writes an object, with names, five times
 * as slowly.
 */
function valuesOf<T>(columns: { readonly [Name in keyof T]-?: string }) {
  const names = Object.keys(columns) as (keyof T)[];
  return {
    list: sql.raw(`json_build_array(${Object.values(columns).join(', ')})`),
    read(values: readonly unknown[]): T {
      const row = {} as T;
      names.forEach((name, index) => {
        row[name] = values[index] as T[keyof T]; // from the name's own expression
      });
      return row;
    },
  };
}

/** A storefront as the statement sends it. */
interface Sent extends Omit<StorefrontRow, 'unitTypes'> {
  /** A list for each property. */
  readonly unitTypes: readonly (readonly SentUnitType[])[];
}

type SentUnitType = readonly [
  unitType: readonly unknown[],
  ratePlan: readonly unknown[] | null,
  nights: string | null,
];

const readUnitType = ([unitType, ratePlan, nights]: SentUnitType): UnitTypeOnSale =>
  Object.assign(UNIT_TYPE.read(unitType), { ratePlan: ratePlan && RATE_PLAN.read(ratePlan), nights });

/** A storefront's parts to read. */
interface Parts {
  /** Properties to read whole; null for all. */
  readonly only?: readonly number[] | null;
  /** Nights to read; null for none. */
  readonly days?: Days | null;
}

/**
 * Reads a storefront in one statement, so that a revision is never newer than the currency, fees and
 * taxes that it vouches for. Null if it doesn't exist.
 */
export async function readStorefrontRow(
  db: Kysely<unknown>,
  storefrontId: number,
  { only = null, days = null }: Parts = {},
): Promise<StorefrontRow | null> {
  // Texts without conditions on parameters, so that PostgreSQL keeps a plan, whose cost depends only on this storefront.
  const isWanted = only ? sql`AND p.id = ANY (${only}::int[])` : sql``;
  const nights = days
    ? sql`(SELECT ${NIGHTS} FROM catalog.night n WHERE n.unit_type_id = u.id
        AND n.night >= DATE '1970-01-01' + ${days.first}::int AND n.night <= DATE '1970-01-01' + ${days.last}::int)`
    : sql`NULL`;
  const { rows } = await sql<Sent>`
    SELECT s.id, s.name, s.domain, s.locale, s.sandbox, s.max_holds_per_guest AS "maxHoldsPerGuest",
      s.max_held_nights AS "maxHeldNights", s.max_held_share_percent AS "maxHeldSharePercent", usual.terms AS cancellation,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'timeZone', p.time_zone, 'currency', p.currency) ORDER BY p.id), '[]')
        FROM catalog.property p WHERE p.storefront_id = s.id) AS places,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'timeZone', p.time_zone,
          'currency', p.currency, 'kind', p.kind, 'address', p.address, 'geo', p.geo, 'checkInFrom', p.check_in_from,
          'checkInUntil', p.check_in_until, 'checkOutUntil', p.check_out_until, 'descriptions', p.descriptions,
          'amenities', p.amenities, 'houseRules', p.house_rules, 'mediaIds', p.media_ids,
          'fees', (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'basis', f.basis,
              'amount', f.amount, 'taxable', f.taxable, 'optional', f.optional, 'maxPerBooking', f.max_per_booking,
              'collect', f.collect, 'validFrom', f.valid_from, 'validUntil', f.valid_until) ORDER BY f.id), '[]')
            FROM catalog.fee f WHERE f.property_id = p.id),
          'taxes', (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'inclusive', t.inclusive,
              'percent', t.percent, 'basisPoints', t.basis_points, 'amountPerNight', t.amount_per_adult_night,
              'exemptUnderAge', t.exempt_under_age, 'maxNights', t.max_nights, 'collect', t.collect,
              'validFrom', t.valid_from, 'validUntil', t.valid_until) ORDER BY t.id), '[]')
            FROM catalog.tax t WHERE t.property_id = p.id)
        ) ORDER BY p.id), '[]')
        FROM catalog.property p
        WHERE p.storefront_id = s.id ${isWanted}) AS properties,
      (SELECT coalesce(json_agg(sold.list ORDER BY p.id), '[]')
        FROM catalog.property p CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(json_build_array(${UNIT_TYPE.list},
            (SELECT ${RATE_PLAN.list} FROM catalog.rate_plan r
              LEFT JOIN catalog.cancellation_policy c ON c.id = r.cancellation_policy_id WHERE r.id = u.rate_plan_id),
            ${nights}) ORDER BY u.position, u.id), '[]') AS list
          FROM catalog.unit_type u WHERE u.property_id = p.id) sold
        WHERE p.storefront_id = s.id ${isWanted}) AS "unitTypes",
      (SELECT coalesce(json_agg(json_build_object('id', m.id, 'sha256', m.sha256, 'width', m.width, 'height', m.height,
          'alt', m.alt)), '[]')
        FROM catalog.media m WHERE m.status = 'ready' AND m.removed_at IS NULL AND m.id IN (
          SELECT unnest(p.media_ids || u.media_ids) FROM catalog.property p
          LEFT JOIN catalog.unit_type u ON u.property_id = p.id
          WHERE p.storefront_id = s.id ${isWanted})) AS photos
    FROM catalog.storefront s
    LEFT JOIN catalog.cancellation_policy usual ON usual.id = s.cancellation_policy_id
    WHERE s.id = ${storefrontId}::int`.execute(db);
  const [row] = rows;
  return row ? { ...row, unitTypes: row.unitTypes.flatMap((list) => list.map(readUnitType)) } : null;
}
