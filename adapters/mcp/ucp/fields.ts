import { z } from 'zod';
import { MAX_IDEMPOTENCY_KEY, MAX_LINES, MAX_UNITS } from '#schema/limits.ts';
import { EXAMPLE_ITEM } from './examples.ts';

const agent = z
  .object({
    profile: z
      .string()
      .optional()
      .meta({
        description: 'URL of its UCP profile.',
        examples: ['https://agent.example/.well-known/ucp'],
      }),
  })
  .meta({ description: 'The calling agent.' });

const idempotencyKey = z
  .string()
  .min(1)
  .max(MAX_IDEMPOTENCY_KEY)
  .meta({
    description: 'New for each request, the same for retries.',
    examples: ['550e8400-e29b-41d4-a716-446655440000'],
  });

/** `meta` for read-only tools. */
export const metaOfReading = z.object({ 'ucp-agent': agent.optional() }).optional();

/** `meta` for tools that change data. */
export const meta = z
  .object({ 'ucp-agent': agent.optional(), 'idempotency-key': idempotencyKey.optional() })
  .optional();

/** `meta` for tools that need an idempotency key. */
export const metaWithKey = z.object({ 'ucp-agent': agent.optional(), 'idempotency-key': idempotencyKey });

/** A checkout session's id. Any text is accepted, but only an existing session's id is found. */
export const checkoutId = z.string().meta({
  description: 'Id of the checkout session.',
  examples: ['8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c'],
});

/**
 * A stay item id, or `unit_type:{id}`: opaque to agents. Any text is accepted, but only an existing item's id
 * is found.
 */
export const itemId = z.string().meta({
  description: 'Item id from the catalog, unchanged.',
  examples: [EXAMPLE_ITEM],
});

/** Accepts a whole number within bounds. */
export const count = (min: number, max: number, description: string) =>
  z.int().min(min).max(max).meta({ description });

const lineItem = z.object({
  item: z.object({ id: itemId }),
  quantity: count(1, MAX_UNITS, 'Number of units.').default(1),
});

export const lineItems = z
  .array(lineItem)
  .min(1)
  .max(MAX_LINES)
  .meta({ description: 'Stays to book, all with the same dates.' });

const text = (example: string) =>
  z
    .string()
    .optional()
    .meta({ examples: [example] });

/**
 * The guest's details that the agent knows; missing, too long or malformed fields are reported in the
 * session's messages.
 */
export const buyer = z
  .object({
    first_name: text('Ada'),
    last_name: text('Lovelace'),
    email: text('ada@example.com'),
    phone_number: text('+41441234567'),
  })
  .meta({
    description: 'The guest. First name, last name and email are required to complete the checkout.',
  });
