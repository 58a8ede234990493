import { z } from 'zod';
import { MAX_IDEMPOTENCY_KEY } from '#schema/limits.ts';
import { EXAMPLE_ITEM } from './examples.ts';
import { isObject } from './message.ts';

const agent = z
  .object({
    profile: z
      .string()
      .max(2048)
      .optional()
      .meta({
        description: "URL of the agent's UCP profile.",
        examples: ['https://agent.example/.well-known/ucp'],
      }),
  })
  .meta({
    description: 'Who calls. Without it the call is served with a warning.',
    examples: [{ profile: 'https://agent.example/.well-known/ucp' }],
  });

const idempotencyKey = z
  .string()
  .min(1)
  .max(MAX_IDEMPOTENCY_KEY)
  .meta({
    description: 'Makes a retry safe: the same key with the same request returns the first answer.',
    examples: ['550e8400-e29b-41d4-a716-446655440000'],
  });

/** `meta` of every tool. */
export const meta = z
  .object({ 'ucp-agent': agent.optional(), 'idempotency-key': idempotencyKey.optional() })
  .optional();

/** `meta` of the tools that need an idempotency key. */
export const metaWithKey = z.object({ 'ucp-agent': agent.optional(), 'idempotency-key': idempotencyKey });

/** A checkout session's id. */
export const checkoutId = z
  .string()
  .min(1)
  .max(255)
  .meta({
    description: 'Id of the checkout session.',
    examples: ['8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c'],
  });

/** A stay item id, or `unit_type:{id}`: opaque to agents. */
export const itemId = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: 'Item id from the catalog, unchanged.', examples: [EXAMPLE_ITEM] });

const lineItem = z.object({
  item: z.object({ id: itemId }).meta({ examples: [{ id: EXAMPLE_ITEM }] }),
  quantity: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .meta({ description: 'Number of units.', examples: [1] }),
});

export const lineItems = z
  .array(lineItem)
  .min(1)
  .max(20)
  .meta({
    description: 'What to book. All stays of a checkout share the same dates.',
    examples: [[{ item: { id: EXAMPLE_ITEM }, quantity: 1 }]],
  });

const text = (max: number, example: string) =>
  z
    .string()
    .max(max)
    .optional()
    .meta({ examples: [example] });

export const buyer = z
  .object({
    first_name: text(100, 'Ada'),
    last_name: text(100, 'Lovelace'),
    email: text(254, 'ada@example.com'),
    phone_number: text(40, '+41441234567'),
  })
  .meta({
    description:
      'The guest. First name, last name and e-mail are needed before the checkout can be completed.',
    examples: [{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }],
  });

/**
 * `line_items` and `buyer` under `checkout`, also where they stand beside it, and every accepted form of a line item as
 * `{item: {id}, quantity}` (docs/interface/mcp.md#arguments).
 */
export function arrangeCheckout(args: Record<string, unknown>): Record<string, unknown> {
  const { line_items, buyer, ...rest } = args;
  const beside = {
    ...(line_items === undefined ? {} : { line_items }),
    ...(buyer === undefined ? {} : { buyer }),
  };
  const checkout = args.checkout ?? (Object.keys(beside).length ? beside : undefined);
  if (!isObject(checkout)) return { ...rest, checkout };
  return {
    ...rest,
    checkout: {
      ...checkout,
      ...(Array.isArray(checkout.line_items) ? { line_items: checkout.line_items.map(arrangeLine) } : {}),
    },
  };
}

function arrangeLine(line: unknown): unknown {
  if (!isObject(line)) return line;
  const item = line.item === undefined ? {} : line.item;
  if (!isObject(item)) return line;
  return { item: { id: item.id ?? line.id }, quantity: line.quantity ?? item.quantity };
}
