import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { BookingResult } from '../../errors.ts';
import { refuseBooking } from '../../errors.ts';
import type { MutationBookingCheckInArgs } from '../../generated.ts';
import { obstacleTo } from '../../housekeeping/steps/follow-check-out.ts';
import { NIGHTS_TAKEN, refuseArgument } from '../domain/stay-refusals.ts';
import { arrivalFault, dayOf, endOfDay, isBeforeCheckOut } from '../domain/stay-times.ts';
import { retakeGivenUp } from '../operations/retake-given-up.ts';
import { restoreStay, unitsAgain } from '../steps/restore-stay.ts';
import { withStay } from '../steps/with-stay.ts';

/**
 * Checks a booking's guests in, or confirms an assumed check-in with the actual time. A no-show's guests get
 * their nights and price back, if the nights are still free. A dirty unit needs `confirm`. Codes:
 * `TOO_EARLY`, `UNIT_NOT_READY`, `UNIT_OUT_OF_ORDER`, `BOOKING_OVER`, `NIGHTS_TAKEN`, and those of `withStay`. See docs/interface/stays.md#check-in.
 */
export async function checkIn(
  ctx: SubgraphContext,
  { id, at: given, confirm }: MutationBookingCheckInArgs,
): Promise<BookingResult> {
  const hasNights = await retakeGivenUp(ctx, id, 'no_show');
  return withStay(ctx, id, {
    move: 'checkIn',
    event: 'booking.checked_in',
    async decide(em, booking, { state, units }) {
      const now = ctx.clock.now();
      const at = given ?? now;
      const fault = arrivalFault(booking, at, now);
      if (fault) return fault;
      const assignedUnits = await unitsAgain(ctx, em, booking, units);
      const obstacle = await obstacleTo(ctx, em, { ...booking, assignedUnits });
      if (obstacle === 'UNIT_OUT_OF_ORDER' || (obstacle && !confirm)) return OBSTACLES[obstacle];
      const set = sql`, stay_checked_in_at = ${at}, stay_assumed = false`;
      if (state !== 'no_show') return set;
      if (!isBeforeCheckOut(booking, now)) return refuseBooking('BOOKING_OVER', 'The stay is over.');
      if (!hasNights) return NIGHTS_TAKEN;
      return sql`${set} ${await restoreStay(ctx, em, booking, assignedUnits)}`;
    },
  });
}

const OBSTACLES = {
  UNIT_OUT_OF_ORDER: refuseArgument(
    'id',
    'UNIT_OUT_OF_ORDER',
    'The unit is out of order. Assign another one.',
  ),
  UNIT_NOT_READY: refuseArgument(
    'confirm',
    'UNIT_NOT_READY',
    'The unit is dirty. Confirm to check the guests in anyway.',
  ),
} as const;

/**
 * Undoes a check-in on the same day, at the property: the guests are expected again, and their arrival isn't
 * assumed before the day ends. Codes: `TOO_LATE`, and those of `withStay`.
 */
export function undoCheckIn(ctx: SubgraphContext, id: string): Promise<BookingResult> {
  return withStay(ctx, id, {
    move: 'undoCheckIn',
    event: 'booking.check_in_undone',
    async decide(_em, booking, { checkedInAt }) {
      const now = ctx.clock.now();
      if (checkedInAt && dayOf(booking, checkedInAt) !== dayOf(booking, now)) {
        return refuseBooking('TOO_LATE', 'A check-in can be undone only on the same day.');
      }
      return sql`, stay_checked_in_at = NULL, assume_after = ${endOfDay(booking, now)}`;
    },
  });
}
