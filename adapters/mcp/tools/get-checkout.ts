import { z } from 'zod';
import { isUuid } from '#kit/ids.ts';
import { checkoutId, metaOfReading } from '../ucp/fields.ts';
import { sessionOutput } from '../ucp/output-schema.ts';
import { getCheckoutDocument } from './generated.ts';
import { answerSession } from './outcome.ts';
import { defineTool } from './tool.ts';

export const getCheckout = defineTool({
  name: 'get_checkout',
  title: 'Read a checkout',
  description: `Returns a checkout session: status, totals, messages and, once completed, the order.
Use it to check progress, for example whether the guest has paid (order.payment_status).
Only sessions of this storefront are found.
Example: {"id": "8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c"}`,
  annotations: { readOnlyHint: true },
  needsCheckout: true,
  readsExisting: true,
  output: sessionOutput,
  input: z.object({ meta: metaOfReading, id: checkoutId }),
  async run({ id }, { execute, storefront }) {
    if (!isUuid(id)) return answerSession(null, id, storefront);
    const { checkoutSession } = await execute(getCheckoutDocument, { id });
    return answerSession(checkoutSession, id, storefront);
  },
});
