import { z } from 'zod';
import { bookStay } from '../triggers/book-stay.ts';
import { triggerFolioPaymentDocument } from '../triggers/generated.ts';
import { hostOf, sandboxOf, throwFirst } from '../triggers/trigger-world.ts';
import { id, version } from './resources/fields.ts';
import { defineTopic } from './topic.ts';

const Folio = z.object({
  type: z.literal('folio'),
  id: id.describe("The booking's id, same as `Folio.id` in GraphQL."),
  version: version.describe('Increases with every change to the folio.'),
  booking_id: id,
  balance: z
    .int()
    .describe(
      "Amount that the guest still owes, in the currency's minor unit; negative if the guest is owed money.",
    ),
  currency: z.string().describe('ISO 4217 code, upper case.'),
});

export const folioUpdated = defineTopic('folio.updated', {
  when: "A booking's charges, payments or refunds changed.",
  resource: Folio,
  describe: ({ bookingId, version, balance, currency }) => ({
    type: 'folio' as const,
    id: bookingId,
    version,
    booking_id: bookingId,
    balance,
    currency,
  }),
  trigger: {
    async cause(ctx, caller) {
      const { id: bookingId, reference, what } = await bookStay(ctx, await sandboxOf(ctx, caller));
      const input = { bookingId, method: 'cash', amount: 100 };
      const paid = await ctx.execute(triggerFolioPaymentDocument, { input }, hostOf(ctx, caller));
      throwFirst(paid.folioPaymentRecord?.userErrors ?? []);
      return `${reference} was booked: ${what}, and a cash payment was recorded.`;
    },
  },
});
