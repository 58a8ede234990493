import { triggerPaymentDocument } from '../triggers/generated.ts';
import { hostOf, openPayment, throwFirst } from '../triggers/trigger-world.ts';
import { describeEnd, endedSession } from './resources/ended-session.ts';
import { defineTopic } from './topic.ts';

export const paymentSessionCanceled = defineTopic('payment_session.canceled', {
  when: 'A payment session was canceled: the price changed, the booking was paid another way or cancelled, or the guest opened a newer session. Sent only to the app it belongs to.',
  resource: endedSession('canceled'),
  describe: (event) => describeEnd(event, 'canceled'),
  onlyFor: ({ appSlug }) => appSlug,
  trigger: {
    async cause(ctx, caller) {
      const { id, reference } = await openPayment(ctx, caller);
      const marked = await ctx.execute(triggerPaymentDocument, { id }, hostOf(ctx, caller));
      throwFirst(marked.bookingMarkPaid.userErrors);
      return `A payment of ${reference} was opened with the app, and the host marked the booking as paid.`;
    },
  },
});
