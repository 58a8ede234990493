import { bookStay } from '../triggers/book-stay.ts';
import { storefrontOf } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCreated = defineTopic('booking.created', {
  when: 'A stay was booked and is held, unpaid.',
  resource: Booking,
  describe: describeBooking,
  trigger: {
    async cause(ctx, caller) {
      const { reference, what } = await bookStay(ctx, await storefrontOf(ctx, caller));
      return `${reference} was booked: ${what}, unpaid.`;
    },
  },
});
