import { z } from 'zod';
import { isUuid } from '#kit/ids.ts';
import { checkoutId, metaWithKey } from '../ucp/fields.ts';
import type { Message } from '../ucp/messages.ts';
import { sessionOutput } from '../ucp/output-schema.ts';
import { toSession } from '../ucp/to-session.ts';
import { cancelCheckoutDocument, getCheckoutDocument } from './generated.ts';
import { answerOutcome, answerSession } from './outcome.ts';
import { defineTool, success } from './tool.ts';

/** Added to a finished session, which doesn't change (docs/interface/mcp.md#tool-errors). */
const FINISHED: Message = {
  type: 'error',
  code: 'invalid',
  content: "This checkout is finished and can't be canceled; an unpaid booking is released automatically.",
  severity: 'unrecoverable',
  param: '$.status',
  path: '$.status',
};

export const cancelCheckout = defineTool({
  name: 'cancel_checkout',
  title: 'Cancel a checkout',
  description: `Ends an open checkout for good; start a new one with create_checkout.
Use it when the guest will not book. A completed checkout cannot be canceled: an unpaid booking is released after about 2 hours.
Send meta["idempotency-key"] and repeat it on a retry.
Example: {"meta": {"idempotency-key": "6ba7b810-9dad-41d1-80b4-00c04fd430c8"}, "id": "8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c"}`,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  needsCheckout: true,
  output: sessionOutput,
  input: z.object({ meta: metaWithKey, id: checkoutId }),
  async run({ id }, { execute, storefront, idempotency }) {
    if (!isUuid(id)) return answerSession(null, id, storefront);
    const { checkoutCancel } = await execute(cancelCheckoutDocument, { input: { id, idempotency } });
    if (checkoutCancel.refusal !== 'not_cancelable') return answerOutcome(checkoutCancel, id, storefront);
    const { checkoutSession } = await execute(getCheckoutDocument, { id });
    if (!checkoutSession) return answerSession(null, id, storefront);
    const session = toSession(checkoutSession, storefront);
    return success({ ...session, messages: [...session.messages, FINISHED] });
  },
});
