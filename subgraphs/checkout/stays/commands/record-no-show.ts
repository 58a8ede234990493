import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { cancellationFee } from '../../bookings/domain/refund.ts';
import type { BookingResult } from '../../errors.ts';
import { lockedCharges } from '../../folio/steps/charge-stay.ts';
import { chargeUnused } from '../../folio/steps/charge-unused.ts';
import type { MutationBookingNoShowArgs } from '../../generated.ts';
import { dayOf, firstUnused, noShowFault } from '../domain/stay-times.ts';
import { withStay } from '../steps/with-stay.ts';

/**
 * Records that a booking's guests never arrived, once the check-in day is over: gives back the remaining nights
 * and charges the cancellation policy's fee, unless it's waived. A channel's price is left to the channel. Codes:
 * `TOO_EARLY`, and those of `withStay`. See docs/interface/stays.md#no-show.
 */
export function recordNoShow(
  ctx: SubgraphContext,
  { id, waiveFee }: MutationBookingNoShowArgs,
): Promise<BookingResult> {
  return withStay(ctx, id, {
    move: 'noShow',
    event: 'booking.no_show',
    async decide(em, booking) {
      const now = ctx.clock.now();
      const fault = noShowFault(booking, now);
      if (fault) return fault;
      const isChannels = booking.channelRevision !== null;
      const charges = await lockedCharges(em, booking);
      const fee = waiveFee ? 0 : (cancellationFee({ ...booking, charges }, now) ?? 0);
      const entryIds = isChannels
        ? []
        : await chargeUnused(ctx, em, booking, { price: null, fee, name: 'No-show' });
      const until = firstUnused(booking, dayOf(booking, now));
      const freed =
        until < booking.checkOut ? sql`, nights_until = ${until}::date, nights_synced_at = NULL` : sql``;
      return sql`, stay_assumed = false, stay_checked_in_at = NULL ${freed},
        stay_undo = ${JSON.stringify({ entryIds })}::jsonb`;
    },
  });
}
