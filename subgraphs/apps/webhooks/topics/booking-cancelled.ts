import { bookStay } from '../triggers/book-stay.ts';
import { triggerCancellationDocument } from '../triggers/generated.ts';
import { hostOf, storefrontOf, throwFirst } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCancelled = defineTopic('booking.cancelled', {
  when: 'A booking was cancelled.',
  resource: Booking,
  describe: describeBooking,
  trigger: {
    async cause(ctx, caller) {
      const { id, reference, what } = await bookStay(ctx, await storefrontOf(ctx, caller));
      const off = await ctx.execute(triggerCancellationDocument, { id }, hostOf(ctx, caller));
      throwFirst(off.bookingCancel?.userErrors ?? []);
      return `${reference} was booked: ${what}, and cancelled by the host.`;
    },
  },
});
