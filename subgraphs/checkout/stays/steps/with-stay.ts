import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent, type TeamEventKind } from '#db/team-events.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { Unit } from '../../bookings/domain/unit-assignment.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { unitsToFill } from '../../bookings/operations/units-to-fill.ts';
import { lockAssignments } from '../../bookings/steps/lock-assignments.ts';
import { moveBookings } from '../../bookings/steps/move-bookings.ts';
import { reachesBooking } from '../../bookings/store/entered-bookings.ts';
import { type Stay, viewStay } from '../../domain/stay.ts';
import { decideStay, STAY_MOVES, type StayMove } from '../../domain/stay-states.ts';
import { type BookingResult, refuseBooking } from '../../errors.ts';
import { lockBooking } from '../../folio/store/entries.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { notConfirmed, refusedMove } from '../domain/stay-refusals.ts';

/** A decision under the booking's lock: the error, the columns to set, or null if nothing changes. */
export type Decision = BookingResult | RawBuilder<unknown> | null;

/** The desk's move of a stay. */
interface Moving {
  readonly move: StayMove;
  readonly event: TeamEventKind;
  /** Decides and changes what the move affects, in the transaction. `confirms`: only the time changes; `units` are
   * for a stay that gets its nights back. */
  readonly decide: (
    em: Transaction,
    booking: Booking,
    stay: Stay & { readonly confirms: boolean; readonly units: readonly Unit[] },
  ) => Promise<Decision>;
}

/** Transitions by move; undoing one is a correction. */
const TRANSITION = {
  checkIn: 'checkIn',
  checkOut: 'checkOut',
  noShow: 'noShow',
  undoCheckIn: 'correctStay',
  undoCheckOut: 'correctStay',
} as const satisfies Readonly<Record<StayMove, string>>;

/** Moves that can give a stay its nights back. */
const RESTORING: ReadonlySet<StayMove> = new Set(['checkIn', 'undoCheckOut']);

/**
 * Moves a confirmed booking's stay in its own transaction, under the booking's lock: publishes the event,
 * records the activity, and updates its nights. Repeating a move changes nothing. `NOT_FOUND` for another team's
 * booking, `INVALID_TRANSITION` for a move that the stay's state doesn't allow.
 */
export async function withStay(
  ctx: SubgraphContext,
  id: string,
  { move, event, decide }: Moving,
): Promise<BookingResult> {
  const teamId = teamOf(ctx.viewer);
  const bookingId = parseWideId(id);
  const none = refuseBooking('NOT_FOUND', 'This team has no such booking.');
  if (teamId === null || bookingId === null || !(await reachesBooking(ctx, bookingId))) return none;
  const known = RESTORING.has(move)
    ? await reader(ctx).findOne(BookingEntity, { id: bookingId, teamId })
    : null;
  const units = known?.nightsUntil == null ? [] : await unitsToFill(ctx, known.lines);
  const refused = await inTransaction(ctx, async (em) => {
    if (known) await lockAssignments(em, known.propertyId);
    const booking = await lockBooking(em, teamId, bookingId);
    if (!booking) return none;
    const closed = notConfirmed(booking);
    if (closed) return closed;
    const stay = viewStay(booking);
    const decision = decideStay(stay, move);
    if (decision === 'refuse') return refusedMove(move, stay);
    if (decision === 'made') return null;
    const confirms = decision === 'confirm';
    const set = await decide(em, booking, { ...stay, confirms, units });
    if (set === null || 'userErrors' in set) return set;
    await moveBookings(ctx, em, confirms ? 'correctStay' : TRANSITION[move], {
      which: sql`id = ${booking.id}::bigint`,
      also: sql`, stay_state = ${STAY_MOVES[move].to} ${set}`,
    });
    await recordTeamEvent(ctx, em, [teamId], { kind: event, subject: booking.reference });
    return null;
  });
  // Also after a refusal: nights taken again for an undo that was refused are given back immediately.
  const booking = await reader(ctx).findOne(BookingEntity, { id: bookingId, teamId });
  if (booking?.status === 'confirmed' && booking.nightsSyncedAt === null) await syncNightsNow(ctx, booking);
  if (refused) return refused;
  return { booking, userErrors: [] };
}
