import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { BookingEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { amountDue } from '../domain/booking-payment.ts';
import { moved } from '../operations/move-hold.ts';

/**
 * Extends a hold to at least `until`, but not beyond the start of the check-in day at the property; returns
 * its new end. A longer hold doesn't change; the original end is kept to restore later. A confirmed booking
 * has no hold, so if it has a balance, `until` is returned unchanged. Null if the team that payments acts for
 * has no such booking (docs/interface/payments.md#pending).
 */
export async function extendHold(
  ctx: SubgraphContext,
  { bookingId, until }: { readonly bookingId: string; readonly until: Date },
): Promise<Date | null> {
  const id = parseWideId(bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (id === null || teamId === null) return null;
  const hold = await tables(reader(ctx))
    .updateTable('bookings')
    .set(({ fn, ref }) => ({
      updatedAt: ctx.clock.now(),
      firstHoldExpiresAt: fn.coalesce('firstHoldExpiresAt', 'holdExpiresAt'),
      holdExpiresAt: fn<Date>('greatest', [
        ref('holdExpiresAt'),
        fn<Date>('least', [sql`${until}::timestamptz`, ARRIVAL]),
      ]),
    }))
    .where('id', '=', id)
    .where('teamId', '=', teamId)
    .where('status', '=', 'held')
    .returning(['holdId', 'holdExpiresAt'])
    .executeTakeFirst();
  if (hold) return moved(ctx, hold);
  const booking = await reader(ctx).findOne(BookingEntity, { id, teamId, status: 'confirmed' });
  return booking && amountDue(booking) > 0 ? until : null;
}

/** Start of the check-in day at the property. */
const ARRIVAL = sql`check_in::timestamp AT TIME ZONE usable_zone(time_zone)`;
