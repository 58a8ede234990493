import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { BookingEvent, FolioEvent } from '#schema/events.ts';
import { sumsOf } from '../../folio/domain/folio-sums.ts';
import { BookingEntity } from '../../store/entities.ts';
import { type Happened, planMessages } from '../steps/plan-messages.ts';

/** Plans a booking's messages after it was confirmed, changed or cancelled. Safe to repeat. */
export async function followBooking(
  ctx: SubgraphContext,
  { teamId, bookingId, status, imported }: BookingEvent,
  { at, isConfirmed = false }: { readonly at: Date; readonly isConfirmed?: boolean },
): Promise<void> {
  const happened: Happened[] = [];
  // Its guest booked and paid before the import.
  if (isConfirmed && !imported) {
    happened.push({ trigger: 'booked', event: '', at });
    if (await isPaid(ctx, bookingId)) happened.push({ trigger: 'paid', event: '', at });
  }
  if (status === 'cancelled') happened.push({ trigger: 'cancelled', event: '', at });
  await planMessages(ctx, { teamId, bookingId }, happened);
}

/** Plans the messages of a booking whose folio changed, if it's paid now. Safe to repeat. */
export async function followBookingsFolio(
  ctx: SubgraphContext,
  { teamId, bookingId, balance }: FolioEvent,
  at: Date,
): Promise<void> {
  if (balance > 0 || !(await isPaid(ctx, bookingId))) return;
  await planMessages(ctx, { teamId, bookingId }, [{ trigger: 'paid', event: '', at }]);
}

/** True if the guest has paid something and owes nothing. */
async function isPaid(ctx: SubgraphContext, id: number): Promise<boolean> {
  const booking = await reader(ctx).findOne(BookingEntity, { id });
  if (booking?.status !== 'confirmed') return false;
  const { paid, balance } = sumsOf(booking);
  return paid > 0 && balance <= 0;
}
