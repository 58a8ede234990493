import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type BookingResult, refuseBooking } from '../../errors.ts';
import { type ChargeTaxesQuery, chargeTaxesDocument } from '../../folio/operations/generated.ts';
import { folioInReach } from '../../folio/queries/folio.ts';
import type { MutationBookingCheckOutArgs } from '../../generated.ts';
import { restoreUnits, soilUnits } from '../../housekeeping/steps/follow-check-out.ts';
import { NIGHTS_TAKEN } from '../domain/stay-refusals.ts';
import { dayOf, departureFault, endOfDay } from '../domain/stay-times.ts';
import { retakeGivenUp } from '../operations/retake-given-up.ts';
import { endEarly } from '../steps/end-early.ts';
import { restoreStay, unitsAgain } from '../steps/restore-stay.ts';
import { withStay } from '../steps/with-stay.ts';

/**
 * Checks a booking's guests out, or confirms an assumed check-out with the actual time. Before the check-out
 * day, it gives back the remaining nights and charges them by the cancellation policy, unless the fee is waived.
 * See docs/interface/stays.md#check-out.
 */
export async function checkOut(
  ctx: SubgraphContext,
  { id, at: given, waiveFee }: MutationBookingCheckOutArgs,
): Promise<BookingResult> {
  const taxes = await percentTaxes(ctx, id);
  return withStay(ctx, id, {
    move: 'checkOut',
    event: 'booking.checked_out',
    async decide(em, booking, { checkedInAt, confirms }) {
      const now = ctx.clock.now();
      const at = given ?? now;
      const fault = departureFault(checkedInAt, at, now);
      if (fault) return fault;
      const set = sql`, stay_checked_out_at = ${at}, stay_assumed = false`;
      if (!confirms) await soilUnits(ctx, em, booking, at);
      const leaves = dayOf(booking, at);
      if (confirms || leaves >= booking.checkOut) return set;
      return sql`${set} ${await endEarly(ctx, em, booking, { leaves, taxes, waiveFee })}`;
    },
  });
}

/**
 * Undoes a check-out on the same day, at the property: the guests are in house again, with the nights and the
 * price they had, if the nights are still free. Their departure isn't assumed before the day ends. Codes:
 * `TOO_LATE`, `NIGHTS_TAKEN`, and those of `withStay`.
 */
export async function undoCheckOut(ctx: SubgraphContext, id: string): Promise<BookingResult> {
  const hasNights = await retakeGivenUp(ctx, id, 'departed');
  return withStay(ctx, id, {
    move: 'undoCheckOut',
    event: 'booking.check_out_undone',
    async decide(em, booking, { checkedOutAt, units }) {
      const now = ctx.clock.now();
      if (checkedOutAt && dayOf(booking, checkedOutAt) !== dayOf(booking, now)) {
        return refuseBooking('TOO_LATE', 'A check-out can be undone only on the same day.');
      }
      if (!hasNights) return NIGHTS_TAKEN;
      await restoreUnits(ctx, em, booking);
      const set = sql`, stay_checked_out_at = NULL, assume_after = ${endOfDay(booking, now)}`;
      const assignedUnits = await unitsAgain(ctx, em, booking, units);
      return sql`${set} ${await restoreStay(ctx, em, booking, assignedUnits)}`;
    },
  });
}

/** Percentage taxes of a booking's property; empty for a booking out of reach. */
async function percentTaxes(ctx: SubgraphContext, id: string): Promise<ChargeTaxesQuery['chargeTaxes']> {
  const known = await folioInReach(ctx, id);
  if (!known) return [];
  return (await ctx.execute(chargeTaxesDocument, { propertyId: String(known.propertyId) }, ctx)).chargeTaxes;
}
