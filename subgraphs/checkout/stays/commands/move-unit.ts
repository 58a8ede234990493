import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { unitsAfterChange } from '../../bookings/domain/moved-units.ts';
import type { Unit } from '../../bookings/domain/unit-assignment.ts';
import { findBooking } from '../../bookings/queries/bookings.ts';
import { firstTaken } from '../../bookings/steps/first-taken.ts';
import { lockAssignments } from '../../bookings/steps/lock-assignments.ts';
import { writeUnits } from '../../bookings/steps/write-units.ts';
import { reachesBooking } from '../../bookings/store/entered-bookings.ts';
import { viewStay } from '../../domain/stay.ts';
import { type BookingResult, refuseBooking } from '../../errors.ts';
import type { MutationBookingUnitMoveArgs } from '../../generated.ts';
import { unitPlacesDocument } from '../../housekeeping/operations/generated.ts';
import { soilLeftUnit } from '../../housekeeping/steps/follow-check-out.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { notConfirmed, refuseArgument } from '../domain/stay-refusals.ts';

/**
 * Changes a booking's unit from a night on, in its own transaction, and publishes `booking.updated`. If the guests are in
 * house, the unit that they leave becomes dirty. See docs/interface/stays.md#another-unit.
 */
export async function moveUnit(
  ctx: SubgraphContext,
  { id, unitId, from: night, fromUnitId }: MutationBookingUnitMoveArgs,
): Promise<BookingResult> {
  const teamId = teamOf(ctx.viewer) ?? 0;
  const bookingId = parseWideId(id) ?? 0;
  const known = await findBooking(ctx, id);
  const none = refuseBooking('NOT_FOUND', 'This team has no such booking.');
  if (!known || !(await reachesBooking(ctx, bookingId))) return none;
  const { unitPlaces } = await ctx.execute(unitPlacesDocument, { ids: [unitId] }, ctx);
  const [place] = unitPlaces;
  if (!place) return refuseArgument('unitId', 'NOT_FOUND', 'This team has no such unit.');
  const to = { id: Number(place.id), name: place.name, unitTypeId: Number(place.unitTypeId) };
  const from = night.toString();
  const refused = await inTransaction(ctx, async (em) => {
    await lockAssignments(em, known.propertyId);
    const booking = await em.findOne(
      BookingEntity,
      { id: bookingId, teamId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    return booking ? move(ctx, em, booking, { to, from, fromUnitId: fromUnitId ?? null }) : none;
  });
  return refused ?? { booking: await findBooking(ctx, id), userErrors: [] };
}

interface Wanted {
  readonly to: Unit;
  readonly from: string;
  readonly fromUnitId: string | null;
}

/** Moves the locked booking; returns the refusal, or null on success. */
async function move(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  { to, from, fromUnitId }: Wanted,
): Promise<BookingResult | null> {
  const closed = notConfirmed(booking);
  if (closed) return closed;
  const { state } = viewStay(booking);
  if (state !== 'expected' && state !== 'in_house') {
    return refuseArgument('id', 'INVALID_TRANSITION', 'The guests have left, or never arrived.');
  }
  const isInHouse = state === 'in_house';
  const today = dateIn(booking.timeZone, ctx.clock.now()).toString();
  if (from < booking.checkIn || from >= booking.checkOut || (isInHouse && from < today)) {
    const first = isInHouse && today > booking.checkIn ? today : booking.checkIn;
    return refuseArgument('from', 'INVALID', `Choose a night from ${first} to before ${booking.checkOut}.`);
  }
  const current = booking.assignedUnits.filter(
    (unit) => unit.until === undefined && booking.lines[unit.line]?.unitTypeId === to.unitTypeId,
  );
  if (current.some(({ id }) => id === to.id)) return null;
  const leaves =
    fromUnitId === null
      ? (current[0] ?? null)
      : (current.find(({ id }) => String(id) === fromUnitId) ?? null);
  if ((fromUnitId !== null && !leaves) || (fromUnitId === null && current.length > 1)) {
    return refuseArgument('fromUnitId', 'INVALID', "Choose one of the booking's units of this unit type.");
  }
  if (leaves?.from !== undefined && from < leaves.from) {
    return refuseArgument('from', 'INVALID', `The guests move to unit ${leaves.name} on ${leaves.from}.`);
  }
  const units = unitsAfterChange(booking, { leaves, to, from, isNow: isInHouse && from <= today });
  if (!units) {
    return refuseArgument('unitId', 'INVALID', `Unit ${to.name} isn't of a booked unit type.`);
  }
  const taken = await firstTaken(
    em,
    booking,
    units.filter(({ id }) => id === to.id),
  );
  if (taken) return refuseTaken(taken);
  await writeUnits(ctx, em, booking.id, units);
  if (leaves && isInHouse) await soilLeftUnit(ctx, em, booking, leaves);
  await recordTeamEvent(ctx, em, [booking.teamId], {
    kind: 'booking.unit_moved',
    subject: booking.reference,
    change: `${leaves?.name ?? 'no unit'} → ${to.name}${from === booking.checkIn ? '' : ` from ${from}`}`,
  });
  return null;
}

const refuseTaken = ({ name, reference }: { readonly name: string; readonly reference: string | null }) =>
  reference === null
    ? refuseArgument('unitId', 'UNIT_OUT_OF_ORDER', `Unit ${name} is out of order on some of these nights.`)
    : refuseArgument(
        'unitId',
        'UNIT_TAKEN',
        `Unit ${name} is assigned to booking ${reference} on some of these nights.`,
      );
