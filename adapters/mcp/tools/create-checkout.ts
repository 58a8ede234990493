import { z } from 'zod';
import { MAX_LINES } from '#schema/limits.ts';
import { arrangeCheckout } from '../ucp/arrange.ts';
import { EXAMPLE_ITEM } from '../ucp/examples.ts';
import { buyer, lineItems, meta } from '../ucp/fields.ts';
import { sessionOutput } from '../ucp/output-schema.ts';
import { createCheckoutDocument } from './generated.ts';
import { answerOutcome, toBuyerInput, toLinesInput } from './outcome.ts';
import { defineTool } from './tool.ts';

export const createCheckout = defineTool({
  name: 'create_checkout',
  title: 'Start a checkout',
  description: `Starts a checkout for stays found with search_catalog and returns the session with itemized totals, taxes and fees included.
Use it once the guest has chosen. The session is ready_for_complete when buyer has first name, last name and a valid email and every stay can be booked; otherwise messages name what is missing, for update_checkout. Nothing is held yet.
At most ${MAX_LINES} line items, all for the same dates; quantity is the number of units. A session ends 24 hours after its last change.
Example: {"checkout": {"line_items": [{"item": {"id": "${EXAMPLE_ITEM}"}, "quantity": 1}], "buyer": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}}}`,
  annotations: { readOnlyHint: false, destructiveHint: false },
  needsCheckout: true,
  output: sessionOutput,
  input: z.object({
    meta,
    checkout: z.object({ line_items: lineItems, buyer: buyer.optional() }),
  }),
  arrange: arrangeCheckout,
  async run({ checkout }, { execute, storefront, idempotency }) {
    const { checkoutCreate } = await execute(createCheckoutDocument, {
      input: {
        lines: toLinesInput(checkout.line_items),
        buyer: checkout.buyer ? toBuyerInput(checkout.buyer) : null,
        locale: storefront.asked,
        idempotency,
      },
    });
    return answerOutcome(checkoutCreate, '', storefront);
  },
});
