import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { type FolioError, type FolioResult, NO_BOOKING, refuseFolio } from '../domain/folio-faults.ts';
import { lockBooking } from '../store/entries.ts';
import { settleDue } from './settle-due.ts';

/** Units to assign if the change confirms the booking. */
type Units = Parameters<SubgraphContext['services']['checkout']['hooks']['paymentRecorded']>[3];

/**
 * Runs a change to a booking's folio in its own transaction, under the booking's lock, and returns the folio.
 * An ended booking's due refund follows the change.
 * `change` returns null on success, otherwise the error. If the change confirms the booking, it gets `units`, and its
 * nights are synced.
 */
export async function changeFolio(
  ctx: SubgraphContext,
  id: number | null,
  change: (em: Transaction, booking: Booking, units: Units) => Promise<FolioResult | null>,
  missing: FolioError = NO_BOOKING,
): Promise<FolioResult> {
  const teamId = teamOf(ctx.viewer);
  if (id === null || teamId === null) return refuseFolio(missing);
  const { refused, wasHeld } = await ctx.services.checkout.hooks.inConfirmation(
    ctx,
    id,
    async (em, units) => {
      const booking = await lockBooking(em, teamId, id);
      if (!booking) return { refused: refuseFolio(missing), wasHeld: false };
      const was = booking.status;
      const refused = await change(em, booking, units);
      if (!refused) await settleDue(ctx, em, id);
      return { refused, wasHeld: was === 'held' };
    },
  );
  if (refused) return refused;
  const folio = await reader(ctx).findOneOrFail(BookingEntity, { id });
  if (wasHeld && folio.status === 'confirmed') await ctx.services.checkout.hooks.bookingConfirmed(ctx, folio);
  return { folio, userErrors: [] };
}
