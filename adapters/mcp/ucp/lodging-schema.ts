import type { JsonSchema } from './output-schema.ts';
import { LODGING_SCHEMA } from './to-lodging.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const yesOrNo = { type: 'boolean' } as const;
const timeOfDay = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' } as const;

/** The guest's refund or fee on cancellation: exactly one of these fields. */
const cost = { refund_percent: count, fee_nights: count, fee_amount: count } as const;

const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/**
 * Returns the JSON Schema for `metadata.lodging`, at the address that each object names
 * (docs/interface/catalog.md#lodging-metadata).
 */
export const lodgingSchema = (baseUrl: string): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${baseUrl}${LODGING_SCHEMA}`,
  title: 'Lodging metadata',
  description: 'Facts for choosing a stay. Absent members are unknown.',
  ...object(
    {
      schema: { const: `${baseUrl}${LODGING_SCHEMA}` },
      property: object(
        {
          id: text,
          name: text,
          kind: text,
          address: object({
            street: text,
            postal_code: text,
            locality: text,
            region: text,
            country: { type: 'string', pattern: '^[A-Z]{2}$' },
          }),
          geo: object(
            {
              lat: { type: 'number', minimum: -90, maximum: 90 },
              lng: { type: 'number', minimum: -180, maximum: 180 },
              precision: { enum: ['exact', 'area'], description: 'area: to about a kilometre.' },
            },
            ['lat', 'lng', 'precision'],
          ),
          time_zone: text,
        },
        ['id', 'name'],
      ),
      unit: object({
        kind: text,
        bedrooms: count,
        beds: { type: 'array', items: object({ type: text, count }, ['type', 'count']) },
        bathrooms: count,
        area_m2: count,
      }),
      occupancy: object(
        {
          max_guests: { ...count, description: 'Number of guests that one unit sleeps.' },
          max_adults: count,
          max_children: count,
          child_age_bands: {
            type: 'array',
            items: object({ from: count, to: count, limit: count }, ['from', 'to', 'limit']),
            description: 'Number of children aged from from to to, both inclusive, that one unit takes.',
          },
        },
        ['max_guests'],
      ),
      check_in: object({ from: timeOfDay, until: timeOfDay }),
      check_out: object({ until: timeOfDay }),
      amenities: {
        type: 'array',
        items: text,
        description: 'For looked-up products: its tags, except rules.',
      },
      meal_plan: { ...text, description: 'Meals that the price includes.' },
      payment: {
        ...object(
          {
            mode: { ...text, description: 'now, deposit or at_property.' },
            deposit_percent: { ...count, description: 'Percentage of the total that confirms the booking.' },
            balance_days_before: { ...count, description: 'Days before check-in by which the rest is due.' },
          },
          ['mode'],
        ),
        description: 'Payment terms of a stay.',
      },
      cancellation: object({
        summary: { ...text, description: 'The first terms that apply, in one sentence.' },
        free_until: {
          type: 'string',
          format: 'date-time',
          description:
            'Last instant of free cancellation for these dates; absent without dates and if cancellation is never or always free.',
        },
        tiers: {
          type: 'array',
          items: object({ hours_before: count, ...cost }, ['hours_before']),
          description: 'Terms until a time before check-in, farthest first.',
        },
        after_last: object(cost),
        time_of_day: {
          ...timeOfDay,
          description: 'Time on the check-in day from which hours are counted.',
        },
      }),
      house_rules: object({
        pets: yesOrNo,
        smoking: yesOrNo,
        parties: yesOrNo,
        quiet_from: timeOfDay,
        quiet_until: timeOfDay,
        min_age: count,
        self_check_in: yesOrNo,
      }),
      extras: {
        type: 'array',
        items: object({ id: text, title: text, price: count, max: count }, ['id', 'title', 'price', 'max']),
        description:
          "Optional fees that the guest can add on the booking's page before paying, up to max of each; never part of a price or total. price: one for the stay, or charged each time without dates.",
      },
      booking_mode: {
        enum: ['instant', 'request'],
        description: "request: the host reviews requests manually; give the guest the product's url.",
      },
      distance_m: { ...count, description: 'Metres from the point in the search.' },
    },
    ['property', 'booking_mode'],
  ),
});
