import { z } from 'zod';
import { isUuid } from '#kit/ids.ts';
import { checkoutId, metaWithKey } from '../ucp/fields.ts';
import { sessionOutput } from '../ucp/output-schema.ts';
import { completeCheckoutDocument } from './generated.ts';
import { answerOutcome, answerSession } from './outcome.ts';
import { defineTool } from './tool.ts';

export const completeCheckout = defineTool({
  name: 'complete_checkout',
  title: 'Place the booking',
  description: `Places the booking of a checkout that is ready_for_complete: the units are held, unpaid, and order.permalink_url is where the guest pays.
Use it after the guest agreed to the totals, and hand continue_url to the guest. An unpaid hold is released after about 2 hours.
Availability is checked again: if someone else was faster, the session goes back to incomplete with out_of_stock. Send meta["idempotency-key"] and repeat it on a retry; the same order is returned, never a second booking.
Example: {"meta": {"idempotency-key": "550e8400-e29b-41d4-a716-446655440000"}, "id": "8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c"}`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  needsCheckout: true,
  signed: true,
  output: sessionOutput,
  input: z.object({ meta: metaWithKey, id: checkoutId }),
  async run({ id }, { execute, storefront, idempotency }) {
    if (!isUuid(id)) return answerSession(null, id, storefront);
    const { checkoutComplete } = await execute(completeCheckoutDocument, { input: { id, idempotency } });
    return answerOutcome(checkoutComplete, id, storefront);
  },
});
