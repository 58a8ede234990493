import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { UnitMovesApplyInput } from '../../generated.ts';
import { type AssignedUnit, type Booking, BookingEntity } from '../../store/entities.ts';
import { unitsAfterMove } from '../domain/moved-units.ts';
import type { Unit } from '../domain/unit-assignment.ts';
import { nightsIn } from '../domain/unit-nights.ts';
import { unitsToAssignDocument } from '../operations/generated.ts';
import { lockAssignments } from '../steps/lock-assignments.ts';
import { writeUnits } from '../steps/write-units.ts';
import { reachesBooking } from '../store/entered-bookings.ts';
import { unitStays } from '../store/unit-stays.ts';

/** Result of applying moves: the bookings that changed, or the error. */
export interface UnitMovesResult {
  readonly bookings: readonly Booking[];
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}

/** A suggestion has fewer. */
const MOST_MOVES = 20;

interface Move {
  readonly bookingId: number;
  readonly fromUnitId: number | null;
  readonly to: Unit;
}

/**
 * Moves bookings between units, all or none, as `unitAssignmentSuggest` suggested. Publishes `booking.updated` for each.
 * Codes: `NOT_FOUND`, `INVALID`, and `CONFLICT` if the bookings have changed since the suggestion.
 */
export async function applyUnitMoves(
  ctx: SubgraphContext,
  input: UnitMovesApplyInput,
): Promise<UnitMovesResult> {
  if (input.moves.length === 0 || input.moves.length > MOST_MOVES) {
    return refuse('INVALID', `Apply 1 to ${MOST_MOVES} moves.`);
  }
  const { units } = await ctx.execute(
    unitsToAssignDocument,
    { ids: [...new Set(input.moves.map(({ toUnitId }) => toUnitId))] },
    ctx,
  );
  const moves: Move[] = [];
  for (const { bookingId, fromUnitId, toUnitId } of input.moves) {
    const unit = units.find(({ id }) => id === toUnitId);
    const id = parseWideId(bookingId);
    if (!unit || id === null || !(await reachesBooking(ctx, id))) return NOT_FOUND;
    const to = { id: Number(unit.id), name: unit.name, unitTypeId: Number(unit.unitTypeId) };
    moves.push({ bookingId: id, fromUnitId: fromUnitId == null ? null : Number(fromUnitId), to });
  }
  const ids = [...new Set(moves.map(({ bookingId }) => bookingId))];
  const teamId = teamOf(ctx.viewer) ?? 0;
  const known = await reader(ctx).find(BookingEntity, { id: ids, teamId }, { fields: ['propertyId'] });
  const [property, ...others] = new Set(known.map(({ propertyId }) => propertyId));
  if (known.length < ids.length || property === undefined) return NOT_FOUND;
  if (others.length > 0) return refuse('INVALID', 'Move bookings of one property at a time.');
  const isApplied = await inTransaction(ctx, async (em) => {
    await lockAssignments(em, property);
    return apply(ctx, em, { teamId, propertyId: property, ids, moves });
  });
  if (!isApplied) return refuse('CONFLICT', 'The bookings have changed since then. Ask for new moves.');
  return { bookings: await reader(ctx).find(BookingEntity, { id: ids }), userErrors: [] };
}

interface Applied {
  readonly teamId: number;
  readonly propertyId: number;
  readonly ids: readonly number[];
  readonly moves: readonly Move[];
}

/** Locks the bookings and moves them; false if they have changed or a unit would have two on a night. */
async function apply(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, propertyId, ids, moves }: Applied,
): Promise<boolean> {
  const bookings = await em.find(
    BookingEntity,
    { id: [...ids], teamId, propertyId, status: ['held', 'confirmed'] },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const after = new Map<number, readonly AssignedUnit[]>();
  for (const { bookingId, fromUnitId, to } of moves) {
    const booking = bookings.find(({ id }) => id === bookingId);
    if (!booking) return false;
    const assignedUnits = after.get(bookingId) ?? booking.assignedUnits;
    const moved = unitsAfterMove({ lines: booking.lines, assignedUnits }, fromUnitId, to);
    if (!moved) return false;
    after.set(bookingId, moved);
  }
  if (await clashes(em, { teamId, propertyId, ids, moves }, bookings)) return false;
  for (const { id, reference, assignedUnits } of bookings) {
    const units = after.get(id) ?? assignedUnits;
    await writeUnits(ctx, em, id, units);
    const change = `${namesOf(assignedUnits)} → ${namesOf(units)}`;
    await recordTeamEvent(ctx, em, [teamId], { kind: 'booking.unit_moved', subject: reference, change });
  }
  return true;
}

/** True if a unit would have two bookings on a night, or be out of order. */
async function clashes(
  em: Transaction,
  { teamId, propertyId, moves }: Applied,
  bookings: readonly Booking[],
): Promise<boolean> {
  const gained = moves.flatMap(({ bookingId, to }) =>
    bookings
      .filter(({ id }) => id === bookingId)
      .map((booking) => ({ bookingId, unitId: to.id, ...nightsIn(booking, {}) })),
  );
  const unitIds = gained.map(({ unitId }) => unitId);
  const from = Math.min(...gained.map((one) => one.from));
  const until = Math.max(...gained.map((one) => one.until));
  const occupied = await unitStays(statements(em), { teamId, propertyId, unitIds, from, until });
  const left = occupied.filter(
    (one) =>
      !moves.some(({ bookingId, fromUnitId }) => bookingId === one.bookingId && fromUnitId === one.unitId),
  );
  return gained.some((one, place) =>
    [...left, ...gained.slice(place + 1)].some(
      (other) => other.unitId === one.unitId && other.from < one.until && other.until > one.from,
    ),
  );
}

const namesOf = (units: readonly AssignedUnit[]): string =>
  units.length === 0 ? 'no unit' : units.map(({ name }) => name).join(', ');

const refuse = (code: string, message: string): UnitMovesResult => ({
  bookings: [],
  userErrors: [{ field: ['input', 'moves'], message, code }],
});

const NOT_FOUND = refuse('NOT_FOUND', 'This team has no such booking or unit.');
