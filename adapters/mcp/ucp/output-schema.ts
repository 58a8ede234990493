/** A JSON Schema (2020-12) as a plain value. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const object = (required: readonly string[], properties?: Record<string, JsonSchema>): JsonSchema => ({
  required,
  ...(properties ? { properties } : {}),
});
const listOf = (required: readonly string[]): JsonSchema => ({ items: { required } });

const PRODUCT = [
  'id',
  'title',
  'description',
  'price',
  'currency',
  'display',
  'price_range',
  'variants',
  'url',
];

/** A list of products. */
export const productsOutput: JsonSchema = object(['products'], {
  products: listOf(PRODUCT),
  pagination: object(['has_next_page']),
});

/** One product. */
export const productOutput: JsonSchema = object(['product'], { product: object(PRODUCT) });

/** Session statuses in UCP's terms. */
export const SESSION_STATUS: JsonSchema = {
  enum: [
    'incomplete',
    'requires_escalation',
    'ready_for_complete',
    'complete_in_progress',
    'completed',
    'canceled',
  ],
};

/** A checkout session. */
export const sessionOutput: JsonSchema = object(
  ['id', 'status', 'currency', 'line_items', 'totals', 'messages', 'links'],
  {
    status: SESSION_STATUS,
    totals: listOf(['type', 'amount']),
    order: object(['id', 'permalink_url', 'payment_status']),
  },
);

const errorOutput: JsonSchema = object(['messages'], {
  ucp: object(['status'], { status: { const: 'error' } }),
});

/**
 * Builds a tool's result schema: its success shape or an error (the official client checks error results
 * too).
 */
export function outputSchema(successShape: JsonSchema): JsonSchema {
  return { type: 'object', required: ['ucp'], anyOf: [successShape, errorOutput] };
}
