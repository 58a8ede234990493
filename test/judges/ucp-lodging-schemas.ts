import type { SchemaFolder } from './official-schemas.ts';

const BASE = 'https://ucp.dev/schemas/';
const CANCELLATION_ITEM = `${BASE}lodging/policy_cancellation.json`;

/**
 * Unavailable schemas, written from the draft's pages: the property, the capacity, a cancellation policy's
 * item, and a response's head.
 */
const DESCRIBED = [
  {
    $id: `${BASE}lodging/types/property.json`,
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      address: { $ref: '../../common/types/postal_address.json' },
      media: { type: 'array', items: { $ref: '../../common/types/media.json' } },
    },
  },
  {
    $id: `${BASE}lodging/types/capacity.json`,
    type: 'object',
    properties: {
      adults: { type: 'integer', minimum: 0 },
      children: { type: 'integer', minimum: 0 },
      child_age_ranges: {
        type: 'array',
        items: {
          type: 'object',
          required: ['ages'],
          properties: {
            ages: {
              type: 'object',
              properties: { min: { type: 'integer', minimum: 0 }, max: { type: 'integer', minimum: 0 } },
            },
            limit: { type: 'integer', minimum: 0 },
          },
        },
      },
      total: { type: 'integer', minimum: 0 },
    },
  },
  {
    $id: CANCELLATION_ITEM,
    allOf: [{ $ref: `${BASE}common/types/policy.json` }],
    required: ['type', 'refundability'],
    properties: {
      type: { const: 'dev.ucp.lodging.policy.cancellation' },
      refundability: { enum: ['refundable', 'partially_refundable', 'non_refundable'] },
    },
  },
] as const;

interface UcpSchema {
  readonly $id?: string;
  readonly $defs?: Readonly<Record<string, object>>;
}

/** A response's head is the same as for a checkout. */
const withHead = (schema: UcpSchema): object =>
  schema.$id === `${BASE}ucp.json`
    ? {
        ...schema,
        $defs: { ...schema.$defs, response_booking_schema: schema.$defs?.response_checkout_schema },
      }
    : schema;

/**
 * The draft at the pinned commit, as far as it is available: the lodging schemas unchanged, the schemas
 * shared with the rest of UCP at fdcf893, and the payment terms in the branch
 * `raginpirate/payment-namespacing`, which has them under their new names.
 */
export const LODGING_DRAFT: SchemaFolder = {
  variable: 'UCP_LODGING_DIR',
  sha256: 'b9e679bd9a16e214dec58d711fc1c2ccb6c4d5ac62a926114f452ddcf0affa6d',
  files: [
    'capability',
    ...[
      'actions',
      'amount',
      'constraint_expression',
      'context',
      'date_interval',
      'description',
      'error_code',
      'error_response',
      'info_code',
      'link',
      'locality',
      'media',
      'message',
      'message_error',
      'message_info',
      'message_warning',
      'payment',
      'payment_credential',
      'payment_instrument',
      'payment_schedule',
      'payment_term',
      'policy',
      'postal_address',
      'request_constraints',
      'reverse_domain_name',
      'signals',
      'signed_amount',
      'total',
      'totals',
      'warning_code',
    ].map((type) => `common/types/${type}`),
    'lodging/booking',
    ...[
      'accommodation_type',
      'booker',
      'booking_confirmation',
      'guest',
      'guest_assignment',
      'occupancy',
      'rate_plan',
      'stay',
    ].map((type) => `lodging/types/${type}`),
    'payment_handler',
    'service',
    'shopping/types/available_payment_instrument',
    'transports/embedded_config',
    'ucp',
  ].map((file) => `schemas/${file}.json`),
  complete: (schemas) => [...schemas.map(withHead), ...DESCRIBED],
};

/** Response schemas. */
export const LODGING_SCHEMAS = {
  booking: `${BASE}lodging/booking.json`,
  error: `${BASE}common/types/error_response.json`,
  term: `${BASE}common/types/payment_term.json`,
  policy: CANCELLATION_ITEM,
} as const;
