import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { type Entry, entered, refuseEntry } from '../../bookings/domain/entry-refusal.ts';
import type { Unit } from '../../bookings/domain/unit-assignment.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { unitsToFill } from '../../bookings/operations/units-to-fill.ts';
import { fillUnits } from '../../bookings/steps/fill-units.ts';
import { lockAssignments } from '../../bookings/steps/lock-assignments.ts';
import { moveBookings } from '../../bookings/steps/move-bookings.ts';
import { giveUpChange, writeChange } from '../../bookings/steps/write-change.ts';
import { bookedLines } from '../../domain/totals.ts';
import { settleDue } from '../../folio/steps/settle-due.ts';
import {
  type AssignedUnit,
  type Booking,
  BookingEntity,
  type Quote,
  type ReservationChange,
} from '../../store/entities.ts';
import { collectedAfter, keptOf, paymentOf, quoteOf, refusalOf, type Sold } from '../domain/reservation.ts';
import { takeReservation } from './take-reservation.ts';

/**
 * Runs the second and third steps for a reservation change, as for any stay: swaps the nights, then writes
 * the booking or leaves it unchanged. Safe to repeat and to run concurrently. Confirms a cancelled booking
 * again.
 */
export async function finishReservation(
  ctx: SubgraphContext,
  id: number,
  change: ReservationChange,
): Promise<Entry> {
  const before = await reader(ctx).findOneOrFail(BookingEntity, { id });
  const { holdId, replaces, reservation, revision } = change;
  const connectionId = before.channelConnectionId ?? 0;
  const since = before.createdAt;
  const took = await takeReservation(ctx, { connectionId, holdId, replaces, reservation, since });
  const sold = took.outcome === 'taken' ? (took.sold ?? null) : null;
  const wrote = sold ? await write(ctx, before, change, sold) : await giveUpChange(ctx, id, change);
  const now = await reader(ctx).findOneOrFail(BookingEntity, { id });
  if (wrote && sold) await syncNightsNow(ctx, now);
  if (now.holdId === holdId) return entered(now, true);
  return (now.channelRevision ?? 0) >= revision ? entered(now, false) : refuseEntry(refusalOf(took));
}

/**
 * Writes the booking with its new nights and publishes its event; false if another runner wrote it or gave
 * up.
 */
async function write(
  ctx: SubgraphContext,
  { id }: Booking,
  { holdId, reservation, revision, replaces }: ReservationChange,
  sold: Sold,
): Promise<boolean> {
  const units = await unitsToFill(ctx, bookedLines(quoteOf(reservation, sold)));
  return inTransaction(ctx, async (em) => {
    await lockAssignments(em, Number(sold.propertyId));
    const locked = await em.findOneOrFail(BookingEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { changing } = locked;
    if (changing?.holdId !== holdId || !('reservation' in changing)) return false;
    const { guest } = changing; // current value: a guest redacted in the meantime stays erased
    const { notes, guest: said = null } = changing.reservation;
    const quote = quoteOf(reservation, sold);
    const kept = { ...keptOf(reservation, sold), notes, guest: said };
    await writeChange(ctx, em, locked, {
      ...paymentOf(kept.collectedBy, quote.total),
      holdId,
      quote,
      guest,
      units: await unitsAfter(ctx, em, locked, { quote, units }),
      elsewhere: (before) => collectedAfter(before, locked, { ...kept, total: quote.total }),
      also: sql`, channel_revision = ${revision}::integer, channel = ${JSON.stringify(kept)}::jsonb`,
    });
    if (replaces === null) {
      await moveBookings(ctx, em, 'reinstate', {
        which: sql`id = ${id}::bigint`,
        also: sql`, refund_due = NULL, cancelled_at = NULL, cancelled_by = NULL, cancel_reason = NULL, cancellation_fee = NULL`,
      });
      await settleDue(ctx, em, id);
    }
    return true;
  });
}

/**
 * Returns a reservation's units after a change: other nights or unit types take them from it, and empty places are filled,
 * with the units that it had first.
 */
function unitsAfter(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  { quote, units }: { readonly quote: Quote; readonly units: readonly Unit[] },
): Promise<readonly AssignedUnit[]> {
  const { id, teamId, assignedUnits: had } = booking;
  const { timeZone, checkIn, checkOut } = quote;
  const propertyId = Number(quote.lines[0]?.propertyId);
  const assignedUnits = isSameStays(booking, quote) ? had : [];
  const stay = {
    id,
    teamId,
    propertyId,
    timeZone,
    checkIn,
    checkOut,
    lines: bookedLines(quote),
    assignedUnits,
  };
  return fillUnits(ctx, em, stay, units, had);
}

/** True if assigned units can be kept because nights and unit types are the same. */
const isSameStays = ({ lines, checkIn, checkOut }: Booking, quote: ReturnType<typeof quoteOf>): boolean =>
  checkIn === quote.checkIn &&
  checkOut === quote.checkOut &&
  lines.length === quote.lines.length &&
  lines.every((line, place) => {
    const other = quote.lines[place];
    return String(line.unitTypeId) === other?.unitTypeId && line.nightly.length === other.nightly?.length;
  });
