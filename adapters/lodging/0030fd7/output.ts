import { type JsonSchema, SESSION_STATUS } from '../../mcp/ucp/output-schema.ts';

const text: JsonSchema = { type: 'string' };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const object = (
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({
  type: 'object',
  required,
  properties,
});

const totals: JsonSchema = list(object(['type', 'amount'], { type: text, amount: { type: 'integer' } }));

/** Session schema: the draft's required fields, and rules that depend on the status. */
export const bookingOutput: JsonSchema = {
  ...object(['id', 'status', 'property', 'stays', 'currency', 'totals', 'messages', 'links', 'payment'], {
    status: SESSION_STATUS,
    property: object(['id', 'name'], { id: text, name: text }),
    stays: list(
      object(['id', 'stay_dates', 'accommodation_type', 'rate_plan', 'totals'], {
        id: text,
        stay_dates: object(['start_date', 'end_date'], { start_date: text, end_date: text }),
        accommodation_type: object(['id', 'title'], { id: text, title: text }),
        rate_plan: object(['id', 'title'], { id: text, title: text }),
        totals,
      }),
    ),
    totals,
    confirmation: object(['id'], { id: text }),
  }),
};
