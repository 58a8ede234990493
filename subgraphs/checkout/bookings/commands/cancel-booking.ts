import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { authorOf } from '../../access.ts';
import { lockBooking } from '../../folio/store/entries.ts';
import type { BookingCancelInput, Maybe } from '../../generated.ts';
import { BookingEntity } from '../../store/entities.ts';
import { STAY_STATE } from '../../store/stay-state.ts';
import { type EntryError, faultsOf } from '../domain/entry-faults.ts';
import { closedError, type Entry, entered, NO_SUCH_BOOKING, refuseEntry } from '../domain/entry-refusal.ts';
import { feeTaxesOf } from '../operations/fee-taxes.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { cancelLocked } from '../steps/cancel-locked.ts';
import { findNamed } from '../store/entered-bookings.ts';

/**
 * Cancels a held or confirmed booking; a cancelled booking stays cancelled. `NOT_FOUND` for another team's
 * booking, `BOOKING_RELEASED` if it wasn't paid in time, `BOOKING_OVER` after its guests left. A revision no
 * higher than the last one has no effect. Catalog releases the nights immediately or during the next sweep.
 * See docs/interface/bookings.md#events.
 */
export async function cancelBooking(
  ctx: SubgraphContext,
  { id: given, input }: { readonly id?: Maybe<string>; readonly input?: Maybe<BookingCancelInput> },
): Promise<Entry> {
  const faults = faultsOf(input ?? {});
  if (faults.length > 0) return refuseEntry(...faults);
  /** For a call without `input`, refusals name the argument. */
  const refuse = (error: EntryError) => refuseEntry(input ? error : { ...error, field: ['id'] });
  const author = authorOf(ctx);
  const id = author && (await findNamed(ctx, author, input ?? { id: given ?? null }));
  if (!author || id === null) return refuse(NO_SUCH_BOOKING);

  const { teamId } = author;
  const cancelled = await cancelRunning(ctx, id, teamId, input ?? {});
  const booking = await reader(ctx).findOne(BookingEntity, { id, teamId });
  if (!booking) return refuse(NO_SUCH_BOOKING);
  if (cancelled) await syncNightsNow(ctx, booking);
  const revision = input?.revision ?? null;
  const isOld = revision !== null && booking.enteredRevision !== null && revision <= booking.enteredRevision;
  if (booking.status === 'cancelled' || isOld) return entered(booking, cancelled);
  const closed = closedError(booking);
  if (!closed) throw new Error(`Booking ${booking.reference} was neither cancelled nor refused.`);
  return refuse(closed);
}

/**
 * Moves a booking to `cancelled` and publishes the event; false if it is over, isn't held or confirmed, or
 * already has that revision.
 */
async function cancelRunning(
  ctx: SubgraphContext,
  id: number,
  teamId: number,
  { revision = null, reason, waiveFee, automaticRefund }: Omit<BookingCancelInput, 'id' | 'externalId'>,
): Promise<boolean> {
  const before = await reader(ctx).findOne(BookingEntity, { id, teamId });
  const taxes = before ? await feeTaxesOf(ctx, before) : [];
  return inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, teamId, id);
    if (booking === null) return false;
    const isCancelled = await cancelLocked(ctx, em, booking, {
      by: ctx.viewer.kind === 'app' ? 'app' : 'host',
      reason: reason?.trim() || null,
      taxes,
      waiveFee: waiveFee ?? false,
      startsRefund: automaticRefund ?? true,
      if: sql`${STAY_STATE} NOT IN ('departed', 'no_show')
        AND (entered_revision IS NULL OR ${revision}::integer IS NULL OR entered_revision < ${revision}::integer)`,
      also: sql`, entered_revision = CASE WHEN entered_revision IS NULL THEN NULL
        ELSE coalesce(${revision}::integer, entered_revision + 1) END`,
    });
    if (isCancelled) {
      await recordTeamEvent(ctx, em, [teamId], {
        kind: 'booking.cancelled',
        subject: booking.reference,
        ...(waiveFee && { change: 'fee waived' }),
      });
    }
    return isCancelled;
  });
}
