import { UCP_VERSION } from './protocol.ts';

/** A JSON Schema (2020-12) as a plain value. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const string = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const object = (required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required,
  properties,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const price = object(['amount', 'currency'], { amount: integer, currency: string });

const message = object(['type', 'code', 'content'], {
  type: { enum: ['error', 'warning', 'info'] },
  code: string,
  content: string,
  severity: { enum: ['recoverable', 'requires_buyer_input', 'unrecoverable'] },
  param: string,
  path: string,
});

const product = object(
  ['id', 'title', 'description', 'price', 'currency', 'price_range', 'variants', 'url'],
  {
    id: string,
    title: string,
    description: string,
    price: {
      type: 'integer',
      description: 'Minor units: 12345 is 123.45 where the currency has two digits.',
    },
    price_unit: { const: 'per_night' },
    currency: string,
    price_range: object(['min', 'max'], { min: price, max: price }),
    available_units: integer,
    check_in: string,
    check_out: string,
    nights: integer,
    max_guests: integer,
    url: string,
    available: { type: 'boolean' },
    variants: list({ type: 'object' }),
  },
);

/** A list of products. */
export const productsOutput: JsonSchema = {
  required: ['products'],
  properties: {
    products: list(product),
    pagination: object(['has_next_page'], {
      has_next_page: { type: 'boolean' },
      cursor: string,
      total_count: integer,
    }),
    messages: list(message),
  },
};

const total = object(['type', 'amount'], { type: string, display_text: string, amount: integer });

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
    currency: string,
    line_items: list(
      object(['id', 'item', 'quantity', 'totals'], {
        id: string,
        item: object(['id', 'title', 'price'], { id: string, title: string, price: integer }),
        quantity: integer,
        totals: list(total),
      }),
    ),
    buyer: { type: 'object' },
    totals: list(total),
    messages: list(message),
    links: list(object(['type', 'url'], { type: string, url: string, title: string })),
    expires_at: string,
    order: object(['id', 'checkout_id', 'permalink_url'], {
      id: string,
      checkout_id: string,
      permalink_url: string,
      label: string,
      hold_expires_at: string,
      payment_status: { enum: ['awaiting_payment', 'paid', 'released'] },
    }),
    continue_url: string,
  },
};

const errorOutput: JsonSchema = {
  required: ['messages'],
  properties: {
    ucp: object(['version', 'status'], { version: string, status: { const: 'error' } }),
    messages: list(message),
  },
};

/** What a tool may answer: its success shape or an error (the official client checks error results too). */
export function outputSchema(successShape: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['ucp'],
    properties: { ucp: object(['version'], { version: { const: UCP_VERSION } }) },
    anyOf: [successShape, errorOutput],
  };
}
