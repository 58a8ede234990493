import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { AssignedUnit, BookedLine, Booking } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import type { TransitionName } from '../domain/transitions.ts';
import type { Unit } from '../domain/unit-assignment.ts';
import { fillLines } from '../domain/unit-filling.ts';
import { dayOf } from '../domain/unit-nights.ts';
import { unitStays } from '../store/unit-stays.ts';
import { moveBookings } from './move-bookings.ts';

/** Nights before and after a stay in which gaps are compared: longer ones count as equal. */
const NIGHTS_AROUND = 60;

/** A booking to fill; a new one has no id yet. */
interface Filled extends Pick<Booking, 'propertyId' | 'teamId' | 'timeZone' | 'assignedUnits'> {
  readonly id: number | null;
  readonly checkIn: string | null;
  readonly checkOut: string | null;
  readonly lines: readonly Pick<BookedLine, 'unitTypeId' | 'quantity'>[];
}

/**
 * Returns a booking's units: drops units that another booking has by now, and assigns free units to empty places.
 * `before` are units that a change of the stay took from it. The caller has called `lockAssignments`.
 */
export async function fillUnits(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Filled,
  units: readonly Unit[],
  before: readonly AssignedUnit[] = [],
): Promise<readonly AssignedUnit[]> {
  const { lines, checkIn, checkOut, assignedUnits: assigned } = booking;
  const ids = [...new Set([...assigned, ...units].map(({ id }) => id))];
  if (ids.length === 0 || checkIn === null || checkOut === null) return assigned;
  const stay = { from: dayOf(checkIn), until: dayOf(checkOut) };
  const today = dayOf(dateIn(booking.timeZone, ctx.clock.now()).toString());
  const around = {
    from: Math.min(stay.from, Math.max(today, stay.from - NIGHTS_AROUND)),
    until: stay.until + NIGHTS_AROUND,
  };
  const { id, teamId, propertyId } = booking;
  const stays = await unitStays(statements(em), { teamId, propertyId, unitIds: ids, ...around });
  const taken = stays.filter(({ bookingId }) => bookingId === null || bookingId !== id);
  return fillLines({ lines, assigned, before, units, taken, stay, around });
}

/** Sets a booking's units in a statement that changes it. */
export const settingUnits = (units: readonly AssignedUnit[]): RawBuilder<unknown> =>
  sql`, assigned_units = ${JSON.stringify(units)}::jsonb`;

/** Moves a locked booking to `confirmed`, with its empty places filled. The caller has called `lockAssignments`. */
export async function confirmLocked(
  ctx: SubgraphContext,
  em: Transaction,
  id: number,
  {
    name = 'confirm',
    units,
    also = sql``,
  }: {
    readonly name?: Extract<TransitionName, 'confirm' | 'confirmLate' | 'reinstate'>;
    readonly units: readonly Unit[];
    readonly also?: RawBuilder<unknown>;
  },
): Promise<readonly BookingEvent[]> {
  const booking = await tables(em)
    .selectFrom('bookings')
    .select(['id', 'propertyId', 'teamId', 'timeZone', 'checkIn', 'checkOut', 'lines', 'assignedUnits'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const filled = await fillUnits(ctx, em, booking, units);
  return moveBookings(ctx, em, name, {
    which: sql`id = ${id}::bigint`,
    also: sql`${also} ${settingUnits(filled)}`,
  });
}
