import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { MAX_UNIT_IDS } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import type { BookingResult } from '../../errors.ts';
import type { BookingUnitsAssignInput } from '../../generated.ts';
import { type AssignedUnit, type Booking, BookingEntity } from '../../store/entities.ts';
import { placeUnits, type Unit } from '../domain/unit-assignment.ts';
import { unitsToAssignDocument } from '../operations/generated.ts';
import { findBooking } from '../queries/bookings.ts';
import { firstTaken, type TakenUnit } from '../steps/first-taken.ts';
import { lockAssignments } from '../steps/lock-assignments.ts';
import { writeUnits } from '../steps/write-units.ts';
import { reachesBooking } from '../store/entered-bookings.ts';

/**
 * Replaces the units assigned to a booking and publishes `booking.updated`. Codes: `NOT_FOUND`, `INVALID`
 * (too many, or a unit outside the booking), `UNIT_TAKEN` (names the conflicting booking), `UNIT_OUT_OF_ORDER`, `BOOKING_OVER` if
 * the booking has ended. Repeating the same assignment changes nothing.
 */
export async function assignUnits(
  ctx: SubgraphContext,
  input: BookingUnitsAssignInput,
): Promise<BookingResult> {
  const ids = [...new Set(input.unitIds)];
  if (ids.length > MAX_UNIT_IDS) return refuse('unitIds', 'INVALID', `Assign at most ${MAX_UNIT_IDS} units.`);
  const { units } = await ctx.execute(unitsToAssignDocument, { ids }, ctx);
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const unknown = ids.find((id) => !byId.has(id));
  if (unknown !== undefined)
    return refuse('unitIds', 'NOT_FOUND', `There is no unit ${unknown.slice(0, 20)}.`);

  const wanted = ids.flatMap((id) => byId.get(id) ?? []).map(toUnit);
  const id = parseWideId(input.bookingId) ?? 0;
  const teamId = teamOf(ctx.viewer) ?? 0;
  const known = await findBooking(ctx, input.bookingId);
  if (known === null) return NOT_FOUND;
  const refusal = await inTransaction(ctx, async (em) => {
    await lockAssignments(em, known.propertyId);
    const booking = await em.findOne(BookingEntity, { id, teamId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    return booking && (await reachesBooking(ctx, id)) ? assign(ctx, em, booking, wanted) : NOT_FOUND;
  });
  return refusal ?? { booking: await findBooking(ctx, input.bookingId), userErrors: [] };
}

/** Assigns units to the locked booking; returns the refusal, or null on success. */
async function assign(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  wanted: readonly Unit[],
): Promise<BookingResult | null> {
  if (booking.status === 'cancelled' || booking.status === 'released') {
    return refuse('bookingId', 'BOOKING_OVER', `The booking is ${booking.status}, so no guests will arrive.`);
  }
  const placed = placeUnits(booking.lines, wanted);
  if ('misfit' in placed) {
    const { name } = placed.misfit;
    return refuse(
      'unitIds',
      'INVALID',
      `Unit ${name} isn't of a booked unit type, or too many units of its type are assigned.`,
    );
  }
  if (isSame(booking.assignedUnits, placed.assigned)) return null;
  const taken = await firstTaken(em, booking, placed.assigned);
  if (taken) return refuseTaken(taken);
  await writeUnits(ctx, em, booking.id, placed.assigned);
  await recordTeamEvent(ctx, em, [booking.teamId], {
    kind: 'booking.units_assigned',
    subject: booking.reference,
    change: `${namesOf(booking.assignedUnits)} → ${namesOf(placed.assigned)}`,
  });
  return null;
}

const namesOf = (units: readonly AssignedUnit[]): string =>
  units.map(({ name }) => name).join(', ') || 'no unit';

const refuseTaken = ({ name, reference }: TakenUnit): BookingResult =>
  reference === null
    ? refuse('unitIds', 'UNIT_OUT_OF_ORDER', `Unit ${name} is out of order on some of these nights.`)
    : refuse(
        'unitIds',
        'UNIT_TAKEN',
        `Unit ${name} is assigned to booking ${reference} on some of these nights.`,
      );

const isSame = (before: readonly AssignedUnit[], after: readonly AssignedUnit[]) =>
  before.length === after.length &&
  after.every(({ id, line, name }, place) => {
    const one = before[place];
    return one?.id === id && one.line === line && one.name === name && one.automatic !== true;
  });

const toUnit = ({ id, name, unitTypeId }: { id: string; name: string; unitTypeId: string }): Unit => ({
  id: Number(id),
  name,
  unitTypeId: Number(unitTypeId),
});

const refuse = (argument: keyof BookingUnitsAssignInput, code: string, message: string): BookingResult => ({
  booking: null,
  userErrors: [{ field: ['input', argument], message, code }],
});

const NOT_FOUND = refuse('bookingId', 'NOT_FOUND', 'This team has no such booking.');
