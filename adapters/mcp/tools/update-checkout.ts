import { z } from 'zod';
import { isUuid } from '#kit/ids.ts';
import { arrangeCheckout } from '../ucp/arrange.ts';
import { buyer, checkoutId, lineItems, meta } from '../ucp/fields.ts';
import { sessionOutput } from '../ucp/output-schema.ts';
import { updateCheckoutDocument } from './generated.ts';
import { answerOutcome, answerSession, toBuyerInput, toLinesInput } from './outcome.ts';
import { defineTool } from './tool.ts';

export const updateCheckout = defineTool({
  name: 'update_checkout',
  title: 'Change a checkout',
  description: `Replaces the line items, the buyer or both of an open checkout and prices it again.
Use it to fix what the session's messages name, or when the guest changes their mind. Omitted keys do not change; given keys are replaced as a whole.
Limits as create_checkout. A finished session does not change.
Example: {"id": "8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c", "checkout": {"buyer": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}}}`,
  annotations: { readOnlyHint: false, destructiveHint: false },
  needsCheckout: true,
  output: sessionOutput,
  input: z.object({
    meta,
    id: checkoutId,
    checkout: z
      .object({ line_items: lineItems.optional(), buyer: buyer.optional() })
      .refine(
        ({ line_items, buyer }) => line_items !== undefined || buyer !== undefined,
        'changes nothing; give line_items, buyer or both',
      ),
  }),
  arrange: arrangeCheckout,
  async run({ id, checkout }, { execute, storefront, idempotency }) {
    if (!isUuid(id)) return answerSession(null, id, storefront);
    const { checkoutUpdate } = await execute(updateCheckoutDocument, {
      input: {
        id,
        ...(checkout.line_items ? { lines: toLinesInput(checkout.line_items) } : {}),
        ...(checkout.buyer ? { buyer: toBuyerInput(checkout.buyer) } : {}),
        idempotency,
      },
    });
    return answerOutcome(checkoutUpdate, id, storefront);
  },
});
