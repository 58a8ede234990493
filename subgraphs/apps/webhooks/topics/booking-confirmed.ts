import { bookStay } from '../triggers/book-stay.ts';
import { triggerPaymentDocument } from '../triggers/generated.ts';
import { hostOf, storefrontOf, throwFirst } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingConfirmed = defineTopic('booking.confirmed', {
  when: 'A booking was paid.',
  resource: Booking,
  describe: describeBooking,
  trigger: {
    async cause(ctx, caller) {
      const { id, reference, what } = await bookStay(ctx, await storefrontOf(ctx, caller));
      const paid = await ctx.execute(triggerPaymentDocument, { id }, hostOf(ctx, caller));
      throwFirst(paid.bookingMarkPaid.userErrors);
      return `${reference} was booked: ${what}, and marked as paid by the host.`;
    },
  },
});
