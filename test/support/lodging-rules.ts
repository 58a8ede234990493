/** The UCP lodging draft's rules for a response, in our own words: `test/judges` checks the official schemas. */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const url: Schema = { type: 'string', format: 'uri' };
const count: Schema = { type: 'integer', minimum: 0 };
const list = (items: Schema, rest: Schema = {}): Schema => ({ type: 'array', items, ...rest });
const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required,
  properties,
});
/** `then` is a JSON Schema keyword. */
const when = (condition: Schema, consequence: Schema, otherwise?: Schema): Schema =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
    ...(otherwise ? [['else', otherwise] as const] : []),
  ]);
const is = (name: string, ...values: readonly string[]): Schema =>
  object([name], { [name]: { enum: values } });

const one = (type: string): Schema => ({
  contains: { required: ['type'], properties: { type: { const: type } } },
  minContains: 1,
  maxContains: 1,
});
const totals: Schema = {
  ...list({
    ...object(['type', 'amount'], {
      type: text,
      display_text: text,
      amount: { type: 'integer' },
      lines: list(object(['display_text', 'amount'], { display_text: text, amount: { type: 'integer' } })),
    }),
    allOf: [
      when(is('type', 'discount'), object(['amount'], { amount: { exclusiveMaximum: 0 } })),
      when(is('type', 'subtotal', 'tax', 'fee'), object(['amount'], { amount: { minimum: 0 } })),
    ],
  }),
  allOf: [one('subtotal'), one('total')],
};

const person = {
  first_name: text,
  last_name: text,
  email: { type: 'string', format: 'email' },
  phone_number: text,
};

const capacity = object([], {
  adults: count,
  children: count,
  child_age_ranges: list(object(['ages'], { ages: object([], { min: count, max: count }), limit: count })),
  total: count,
});

const occupancy = object(['total'], {
  adults: count,
  children: count,
  child_ages: list({ type: 'integer', minimum: 0, maximum: 17 }),
  total: { type: 'integer', minimum: 1 },
});

const stay = object(['id', 'stay_dates', 'accommodation_type', 'rate_plan', 'totals'], {
  id: text,
  stay_dates: object(['start_date', 'end_date'], {
    start_date: { type: 'string', format: 'date' },
    end_date: { type: 'string', format: 'date' },
  }),
  accommodation_type: object(['id', 'title'], {
    id: text,
    title: text,
    description: text,
    capacity,
    media: list(object(['type', 'url'], { type: text, url, alt_text: text, width: count, height: count })),
  }),
  rate_plan: object(['id', 'title'], { id: text, title: text, description: text }),
  occupancy,
  guest_assignments: list(object(['guest_id'], { guest_id: text, role: text })),
  totals,
});

const message: Schema = {
  oneOf: [
    object(['type', 'code', 'content', 'severity'], {
      type: { const: 'error' },
      code: text,
      content: text,
      path: text,
      severity: { enum: ['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable'] },
    }),
    object(['type', 'code', 'content'], {
      type: { const: 'warning' },
      code: text,
      content: text,
      path: text,
      presentation: { enum: ['notice', 'disclosure'] },
    }),
    object(['type', 'content'], { type: { const: 'info' }, code: text, content: text, path: text }),
  ],
};

const policy: Schema = {
  ...object(['type', 'description', 'refundability'], {
    type: { const: 'dev.ucp.lodging.policy.cancellation' },
    refundability: { enum: ['refundable', 'partially_refundable', 'non_refundable'] },
    applies_to: list(text),
    url,
  }),
};

const payment = object(['terms', 'selected_term_id'], {
  terms: list(
    object(['id', 'title', 'schedules'], {
      schedules: list(
        object(['id', 'type', 'description', 'amount'], {
          type: { enum: ['immediate', 'deferred', 'at_property'] },
          amount: count,
        }),
        { minItems: 1 },
      ),
    }),
    { minItems: 1 },
  ),
});

const named = { required: ['first_name', 'last_name'] };
const reachable = { anyOf: [{ required: ['email'] }, { required: ['phone_number'] }] };
const primary = {
  contains: object(['guest_assignments'], {
    guest_assignments: { contains: is('role', 'primary') },
  }),
};
/** A person with a name and a contact method is identified. */
const lead: Schema = {
  anyOf: [
    object(['booker'], { booker: { allOf: [named, reachable] } }),
    object(['guests', 'stays'], { guests: { contains: { allOf: [named, reachable] } }, stays: primary }),
    object(['booker', 'guests', 'stays'], { booker: reachable, guests: { contains: named }, stays: primary }),
  ],
};

const needsGuest = {
  contains: is('severity', 'requires_buyer_input', 'requires_buyer_review'),
};

const session: Schema = {
  ...object(
    ['ucp', 'id', 'status', 'property', 'stays', 'currency', 'totals', 'links', 'messages', 'payment'],
    {
      ucp: object(['version', 'capabilities', 'payment_handlers'], {
        version: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
        status: { const: 'success' },
      }),
      id: text,
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
      property: object(['id', 'name'], { id: text, name: text }),
      stays: list(stay),
      booker: object([], person),
      guests: list(object(['id'], { id: text, ...person, age: count })),
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      totals,
      payment,
      messages: list(message),
      links: list(object(['type', 'url'], { type: text, url, title: text })),
      policies: list(policy),
      expires_at: { type: 'string', format: 'date-time' },
      continue_url: url,
      confirmation: object(['id'], {
        id: text,
        label: text,
        permalink_url: url,
        pincode: { type: 'string', pattern: '^\\d{6}$' },
      }),
    },
  ),
  allOf: [
    when(is('status', 'completed'), { required: ['confirmation'] }),
    when(is('status', 'complete_in_progress'), { not: { required: ['confirmation'] } }),
    when(is('status', 'requires_escalation'), object(['continue_url', 'messages'], { messages: needsGuest })),
    when(is('status', 'incomplete', 'ready_for_complete', 'complete_in_progress'), {
      required: ['continue_url'],
    }),
    when(is('status', 'completed', 'canceled'), { not: { required: ['continue_url'] } }),
    when(is('status', 'ready_for_complete', 'complete_in_progress', 'completed'), lead),
  ],
};

const error: Schema = {
  ...object(['ucp', 'messages'], {
    ucp: object(['version', 'status'], { status: { const: 'error' } }),
    messages: list(message, { minItems: 1 }),
    continue_url: url,
  }),
  additionalProperties: false,
};

/** Every response: a session, or the reason for its absence. */
export const LODGING_RULES: Schema = when(object(['ucp'], { ucp: is('status', 'error') }), error, session);
