import { z } from 'zod';

/** An amount in the currency's minor unit. */
const amount = z.int();
const text = z.string();

const totals = z
  .array(
    z.strictObject({
      type: z.enum(['items_base_amount', 'discount', 'subtotal', 'fee', 'tax', 'total']),
      display_text: text,
      amount,
    }),
  )
  .meta({ description: 'Entries to show unchanged, in this order. Amounts are in the minor unit.' });

const line = z.strictObject({
  id: text,
  item: z.strictObject({ id: text.meta({ description: "The stay's item id." }), quantity: z.int() }),
  quantity: z.int().meta({ description: 'Number of units.' }),
  name: text,
  unit_amount: amount
    .optional()
    .meta({ description: "A unit's price; omitted if the line's price isn't divisible by its units." }),
  base_amount: amount.meta({ description: "The line's price before its discount, for all of its units." }),
  discount: amount,
  subtotal: amount,
  tax: amount,
  total: amount,
  totals,
});

const buyer = z.strictObject({
  first_name: text.optional(),
  last_name: text.optional(),
  email: text,
  phone_number: text.optional(),
});

const message = z.strictObject({
  type: z.enum(['error', 'info', 'warning']),
  code: text.optional().meta({ description: 'Omitted for most information.' }),
  content_type: z.literal('plain'),
  content: text,
  param: text.optional().meta({ description: 'JSONPath of the field that the message is about.' }),
  resolution: z.enum(['recoverable', 'requires_buyer_input']).optional(),
});

const session = z.strictObject({
  id: text,
  status: z.enum([
    'not_ready_for_payment',
    'ready_for_payment',
    'complete_in_progress',
    'completed',
    'canceled',
  ]),
  currency: text.meta({ description: 'ISO 4217, in lower case.' }),
  line_items: z.array(line),
  buyer: buyer.optional().meta({ description: 'Omitted until the buyer has a valid email address.' }),
  totals,
  fulfillment_options: z.array(z.never()).meta({ description: 'Empty, because stays are never shipped.' }),
  messages: z.array(message),
  links: z.array(
    z.strictObject({
      type: z.enum(['terms_of_use', 'privacy_policy', 'return_policy', 'faq']),
      title: text,
      url: text,
    }),
  ),
  capabilities: z
    .strictObject({
      payment: z.strictObject({ handlers: z.array(z.never()) }),
      interventions: z.strictObject({ supported: z.array(z.never()) }),
      extensions: z.array(z.never()),
    })
    .meta({ description: "Empty, because the guest pays on the host's own page." }),
  order: z
    .strictObject({
      id: text.meta({ description: "The booking's reference." }),
      checkout_session_id: text,
      permalink_url: text.meta({ description: "The booking's page, where the guest pays." }),
    })
    .optional()
    .meta({ description: 'Present once the session is completed.' }),
});

const error = z.strictObject({
  type: z.enum(['invalid_request', 'processing_error', 'service_unavailable']),
  code: text,
  message: text,
  param: text.optional().meta({ description: 'JSONPath of the field to correct.' }),
  supported_versions: z
    .array(text)
    .optional()
    .meta({ description: 'Present if the version in the request is unsupported.' }),
});

/** A session in ACP 2026-04-17. */
export type AcpSession = z.output<typeof session>;

/** Schemas of the sessions and errors in each version, newest first. */
export const RESPONSES = {
  '2026-04-17': { session, error },
  '2026-01-30': {
    session: session.extend({ messages: z.array(message.omit({ resolution: true })) }),
    error: error
      .omit({ supported_versions: true })
      .extend({ type: z.enum([...error.shape.type.options, 'request_not_idempotent']) }),
  },
} as const;
