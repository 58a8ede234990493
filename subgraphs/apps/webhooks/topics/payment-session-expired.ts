import { CannotCause } from '../triggers/cannot-cause.ts';
import { triggerExpiryDocument } from '../triggers/generated.ts';
import { hostOf, openPayment } from '../triggers/trigger-world.ts';
import { describeEnd, endedSession } from './resources/ended-session.ts';
import { defineTopic } from './topic.ts';

export const paymentSessionExpired = defineTopic('payment_session.expired', {
  when: 'A payment session expired. Sent only to the app it belongs to.',
  resource: endedSession('expired'),
  describe: (event) => describeEnd(event, 'expired'),
  onlyFor: ({ appSlug }) => appSlug,
  trigger: {
    async cause(ctx, caller) {
      const { id, reference } = await openPayment(ctx, caller);
      const ended = await ctx.execute(triggerExpiryDocument, { bookingId: id }, hostOf(ctx, caller));
      if (!ended.paymentSessionsExpire) throw new CannotCause(`${reference} had no open payment.`);
      return `A payment of ${reference} was opened with the app and has expired.`;
    },
  },
});
