import { UCP_VERSION } from '../transport/protocol.ts';

/** A JSON Schema (2020-12) as a plain value. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const string = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const object = (required: readonly string[], properties?: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required,
  ...(properties ? { properties } : {}),
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

const product = object(
  ['id', 'title', 'description', 'price', 'currency', 'display', 'price_range', 'variants', 'url'],
  {
    price: { ...integer, description: 'Minor units: 12345 is 123.45 in a currency with two digits.' },
    total: { ...integer, description: 'price plus mandatory fees and exclusive taxes.' },
    units: { ...integer, description: 'Number of units that price and total are for.' },
    available: { type: 'boolean' },
  },
);

/** A list of products. */
export const productsOutput: JsonSchema = {
  required: ['products'],
  properties: { products: list(product), pagination: object(['has_next_page']) },
};

/** One product. */
export const productOutput: JsonSchema = { required: ['product'], properties: { product } };

/** A checkout session. */
export const sessionOutput: JsonSchema = {
  required: ['id', 'status', 'currency', 'line_items', 'totals', 'messages', 'links'],
  properties: {
    id: string,
    status: {
      enum: [
        'incomplete',
        'requires_escalation',
        'ready_for_complete',
        'complete_in_progress',
        'completed',
        'canceled',
      ],
    },
    line_items: list(object(['id', 'item', 'quantity', 'totals'])),
    totals: list(object(['type', 'amount'])),
    order: object(['id', 'checkout_id', 'permalink_url'], {
      payment_status: { enum: ['awaiting_payment', 'paid', 'released'] },
    }),
    continue_url: string,
  },
};

const errorOutput: JsonSchema = {
  required: ['messages'],
  properties: { ucp: object(['status'], { status: { const: 'error' } }) },
};

/** What a tool may return: its success shape or an error (the official client checks error results too). */
export function outputSchema(successShape: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['ucp'],
    properties: {
      ucp: object(['version'], { version: { const: UCP_VERSION } }),
      messages: list(object(['type', 'code', 'content'])),
    },
    anyOf: [successShape, errorOutput],
  };
}
