import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { actorOf } from '../actor.ts';
import type { Refusal } from '../domain/refusal.ts';
import { NO_UNIT, type TaskUnit, unitOf } from '../domain/task-unit.ts';
import { type FindBookingQuery, findBooking, findProperty } from '../operations/generated.ts';
import { refused, type TaskResult } from './change-task.ts';
import { createTask } from './create-task.ts';
import { findTaskType } from './task-types.ts';

/** A task as a host asks for it. */
export interface HostTask {
  readonly taskType: string;
  readonly propertyId: string;
  readonly bookingId?: string | null;
  readonly dueAt?: Date | null;
}

/** Creates a task of the chosen team at one of its properties, for a booking there if one is named. */
export async function createHostTask(ctx: IslandContext, input: HostTask): Promise<TaskResult> {
  const { teamId } = actorOf(ctx.viewer);
  const { bookingId, dueAt = null } = input;
  const type = await findTaskType(ctx, teamId, input.taskType);
  if (!type) return refuse('taskType', 'NOT_FOUND', `There is no task type "${input.taskType}".`);
  const propertyId = parseId(input.propertyId);
  const found = propertyId === null ? NO_PROPERTY : await findPlace(ctx, propertyId, bookingId ?? null);
  if (propertyId === null || 'task' in found) return 'task' in found ? found : NO_PROPERTY;
  const place = { propertyId, bookingId: bookingId == null ? null : parseId(bookingId), unit: found.unit };
  const task = await inTransaction(ctx, (em) => createTask(ctx, em, { type, ...place, dueAt }));
  return { task, userErrors: [] };
}

/**
 * What a task at this property, and for this booking where one is named, is about; or why there can be none: one of them is
 * not the team's, the booking is elsewhere, or called off. One operation either way.
 */
async function findPlace(
  ctx: IslandContext,
  propertyId: number,
  bookingId: string | null,
): Promise<TaskResult | { readonly unit: TaskUnit }> {
  if (bookingId === null) {
    const { property } = await ctx.execute(findProperty, { id: String(propertyId) }, ctx);
    return property ? { unit: NO_UNIT } : NO_PROPERTY;
  }
  const asked = { id: bookingId, propertyId: String(propertyId) };
  const { property, booking } = await ctx.execute(findBooking, asked, ctx);
  if (!property) return NO_PROPERTY;
  if (!booking) return refuse('bookingId', 'NOT_FOUND', 'There is no such booking.');
  if (Number(booking.propertyId) !== propertyId) {
    return refuse('bookingId', 'INVALID', 'The booking is at another property.');
  }
  if (booking.status === 'cancelled' || booking.status === 'released') {
    return refuse('bookingId', 'INVALID', `The booking is ${booking.status}: nobody comes.`);
  }
  return { unit: unitOf(booking.lines.map(toUnits)) };
}

type BookingLine = NonNullable<FindBookingQuery['booking']>['lines'][number];

const toUnits = ({ unitTypeId, quantity, units }: BookingLine) => ({
  unitTypeId: unitTypeId === null ? null : Number(unitTypeId),
  quantity,
  unitIds: units.map(({ id }) => Number(id)),
});

function refuse(argument: keyof HostTask, code: Refusal['code'], message: string): TaskResult {
  return refused({ field: ['input', argument], message, code });
}

const NO_PROPERTY = refuse('propertyId', 'NOT_FOUND', 'There is no such property.');
