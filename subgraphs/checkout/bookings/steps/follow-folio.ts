import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { owed } from '../../folio/domain/folio-sums.ts';
import type { Booking } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { isCovered } from '../domain/booking-payment.ts';
import type { Unit } from '../domain/unit-assignment.ts';
import { confirmLocked } from './fill-units.ts';
import { moveBookings } from './move-bookings.ts';

/**
 * Updates a locked booking's status after its charges change or a payment is voided: a held booking whose
 * payments now cover the amount due is confirmed.
 */
export async function followCharges(
  ctx: SubgraphContext,
  em: Transaction,
  { id }: Pick<Booking, 'id'>,
  units: readonly Unit[],
): Promise<void> {
  const booking = await tables(em)
    .selectFrom('bookings')
    .select(['status', 'total', 'charged', 'paid', 'dueNow'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const which = sql`id = ${id}::bigint`;
  if (booking.status === 'held' && isCovered(booking)) await confirmLocked(ctx, em, id, { units });
  else await moveBookings(ctx, em, 'recharge', { which });
}

/**
 * Updates a locked booking after a payment is recorded: a payment that covers the amount due confirms a held
 * booking, and a payment of the rest pays the balance.
 */
export async function followPayment(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Pick<Booking, 'id' | 'status' | 'total' | 'charged' | 'paid' | 'dueNow'>,
  units: readonly Unit[],
): Promise<void> {
  const which = sql`id = ${booking.id}::bigint`;
  if (booking.status === 'held' && isCovered(booking)) await confirmLocked(ctx, em, booking.id, { units });
  else {
    const isSettled = booking.status === 'confirmed' && booking.paid >= owed(booking);
    await moveBookings(ctx, em, isSettled ? 'payBalance' : 'payPart', { which });
  }
}
