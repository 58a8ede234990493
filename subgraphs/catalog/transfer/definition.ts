import { z } from 'zod';
import { isStorable } from '#kit/text.ts';
import { MAX_PHOTOS, MAX_RANGE } from '#schema/limits.ts';
import { PROPERTY_KINDS, UNIT_TYPE_KINDS } from '../domain/content.ts';
import { MEAL_PLANS, PAYMENT_MODES } from '../rates/domain/rate-plan.ts';
import { COLLECTIONS, FEE_BASES } from '../rates/domain/terms.ts';
import { count, date, id, list, text, UNSTORABLE } from './definition-fields.ts';
import {
  MAX_MESSAGE_RULES,
  MAX_MESSAGE_TEMPLATES,
  MAX_TASK_RULES,
  MessageRule,
  MessageTemplate,
  TaskRule,
} from './team-setup/definition.ts';

/**
 * Identifies our own files (docs/interface/import.md#files). A later version of the format adds sections, and
 * still reads this version.
 */
export const FORMAT = 'platform_catalog';
export const FORMAT_VERSION = 1;

const descriptions = list(z.strictObject({ locale: text, markdown: text }), 20);
const amenities = list(text, 200);

/** Photos in order: by a stored file's digest, by the address to fetch, or both. */
const media = list(
  z.strictObject({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional(),
    alt: text.optional(),
    focus: z.strictObject({ x: z.number(), y: z.number() }).optional(),
  }),
  MAX_PHOTOS,
);

const cost = {
  refundPercent: count.optional(),
  feeNights: count.optional(),
  feeAmount: count.optional(),
};

/** A storefront's cancellation policy. */
export const CancellationPolicy = z.strictObject({
  externalId: id,
  name: text,
  isDefault: z.boolean().optional(),
  timeOfDay: text.optional(),
  tiers: list(z.strictObject({ hoursBefore: count, ...cost }), 10),
  afterLast: z.strictObject(cost),
});

/** Fields common to fees and taxes. */
const charge = {
  externalId: id,
  name: text,
  collect: z.enum(COLLECTIONS).optional(),
  validFrom: date.optional(),
  validUntil: date.optional(),
};

export const Fee = z.strictObject({
  ...charge,
  basis: z.enum(FEE_BASES),
  amount: count,
  taxable: z.boolean().optional(),
  optional: z.boolean().optional(),
  maxPerBooking: count.optional(),
});

export const Tax = z.strictObject({
  ...charge,
  inclusive: z.boolean().optional(),
  percent: z.number().optional(),
  basisPoints: count.optional(),
  amountPerNight: count.optional(),
  exemptUnderAge: count.optional(),
  maxNights: count.optional(),
});

/** Nights with their own values, both ends inclusive. */
export const Nights = z.strictObject({
  from: date,
  until: date,
  rate: count.optional(),
  units: count.optional(),
  closed: count.optional(),
  reason: text.optional(),
  minStay: count.optional(),
  maxStay: count.optional(),
  closedToArrival: z.boolean().optional(),
  closedToDeparture: z.boolean().optional(),
  stopSell: z.boolean().optional(),
});

/**
 * A unit type's rate plan, which refers to its cancellation policy by the policy's id in the file or
 * storefront.
 */
export const RatePlan = z.strictObject({
  externalId: id,
  title: text,
  isDefault: z.boolean().optional(),
  description: text.optional(),
  mealPlan: z.enum(MEAL_PLANS).optional(),
  cancellationPolicy: id.optional(),
  payment: z
    .strictObject({
      mode: z.enum(PAYMENT_MODES),
      depositPercent: count.optional(),
      balanceDaysBefore: count.optional(),
    })
    .optional(),
  adjust: z.strictObject({ percentBp: count.optional(), amount: count.optional() }).optional(),
  weekDiscountBp: count.optional(),
  monthDiscountBp: count.optional(),
  minStay: count.optional(),
  maxStay: count.optional(),
  bookingWindow: z.strictObject({ minDays: count.optional(), maxDays: count.optional() }).optional(),
  active: z.boolean().optional(),
});

export const UnitType = z.strictObject({
  externalId: id,
  name: text,
  kind: z.enum(UNIT_TYPE_KINDS).optional(),
  units: count,
  baseRate: count,
  active: z.boolean().optional(),
  maxGuests: count,
  baseGuests: count.optional(),
  maxAdults: count.optional(),
  maxChildren: count.optional(),
  adultSupplement: count.optional(),
  childSupplement: count.optional(),
  /** Discounts for stays of at least 7 and at least 28 nights, in basis points. */
  weekDiscount: count.min(0).max(10_000).optional(),
  monthDiscount: count.min(0).max(10_000).optional(),
  bedrooms: count.optional(),
  bathrooms: count.optional(),
  areaM2: count.optional(),
  beds: list(z.strictObject({ type: text, count, bedroom: count.optional() }), 50).optional(),
  childAgeBands: list(z.strictObject({ from: count, to: count, limit: count }), 18).optional(),
  amenities: amenities.optional(),
  descriptions: descriptions.optional(),
  position: count.optional(),
  media: media.optional(),
  ratePlans: list(RatePlan, 20).optional(),
  unitNames: list(z.string().max(100).refine(isStorable, UNSTORABLE), 10_000).optional(),
  nights: list(Nights, MAX_RANGE).optional(),
});

export const MAX_UNIT_TYPES = 500;

export const Property = z.strictObject({
  externalId: id,
  name: text,
  currency: text,
  timeZone: text,
  kind: z.enum(PROPERTY_KINDS).optional(),
  address: z
    .strictObject({
      street: text.optional(),
      locality: text.optional(),
      region: text.optional(),
      postalCode: text.optional(),
      country: text.optional(),
    })
    .optional(),
  geo: z
    .strictObject({ lat: z.number(), lng: z.number(), show: z.enum(['exact', 'area']).optional() })
    .optional(),
  checkInFrom: text.optional(),
  checkInUntil: text.optional(),
  checkOutUntil: text.optional(),
  descriptions: descriptions.optional(),
  amenities: amenities.optional(),
  houseRules: z
    .strictObject({
      pets: z.boolean().optional(),
      smoking: z.boolean().optional(),
      parties: z.boolean().optional(),
      quietFrom: text.optional(),
      quietUntil: text.optional(),
      minAge: count.optional(),
      selfCheckIn: z.boolean().optional(),
    })
    .optional(),
  licences: list(z.strictObject({ authority: text, number: text }), 20).optional(),
  contact: z.strictObject({ phone: text.optional(), email: text.optional() }).optional(),
  taxCancellationFees: z.boolean().optional(),
  autoAssignUnits: z.boolean().optional(),
  media: media.optional(),
  fees: list(Fee, 20).optional(),
  taxes: list(Tax, 20).optional(),
  unitTypes: list(UnitType, MAX_UNIT_TYPES).optional(),
});

/** A property whose unit types are read separately. */
export const PropertyWithoutUnitTypes = Property.extend({
  unitTypes: z.array(z.unknown()).max(MAX_UNIT_TYPES).optional(),
});

export const MAX_POLICIES = 50;
export const MAX_PROPERTIES = 1_000;

/** A complete file. Its JSON Schema is docs/reference/import.schema.json. */
export const CatalogFile = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  cancellationPolicies: z.array(CancellationPolicy).max(MAX_POLICIES).optional(),
  properties: z.array(Property).max(MAX_PROPERTIES),
  messageTemplates: z.array(MessageTemplate).max(MAX_MESSAGE_TEMPLATES).optional(),
  messageRules: z.array(MessageRule).max(MAX_MESSAGE_RULES).optional(),
  taskRules: z.array(TaskRule).max(MAX_TASK_RULES).optional(),
});

export type PhotoDefinition = z.output<typeof media>[number];
export type CancellationPolicyDefinition = z.output<typeof CancellationPolicy>;
export type RatePlanDefinition = z.output<typeof RatePlan>;
export type FeeDefinition = z.output<typeof Fee>;
export type TaxDefinition = z.output<typeof Tax>;
export type NightsDefinition = z.output<typeof Nights>;
export type UnitTypeDefinition = z.output<typeof UnitType>;
export type PropertyDefinition = z.output<typeof Property>;
