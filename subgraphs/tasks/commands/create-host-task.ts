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
  if (propertyId === null || !(await isOwnProperty(ctx, propertyId))) {
    return refuse('propertyId', 'NOT_FOUND', 'There is no such property.');
  }
  const found = bookingId == null ? { unit: NO_UNIT } : await unitOfBooking(ctx, bookingId, propertyId);
  if ('task' in found) return found;
  const place = { propertyId, bookingId: bookingId == null ? null : parseId(bookingId), unit: found.unit };
  const task = await inTransaction(ctx, (em) => createTask(ctx, em, { type, ...place, dueAt }));
  return { task, userErrors: [] };
}

async function isOwnProperty(ctx: IslandContext, propertyId: number): Promise<boolean> {
  const { property } = await ctx.execute(findProperty, { id: String(propertyId) }, ctx);
  return property !== null;
}

/** What a task for this booking is about, or why there can be none: it is not the team's, elsewhere, or called off. */
async function unitOfBooking(
  ctx: IslandContext,
  id: string,
  propertyId: number,
): Promise<TaskResult | { readonly unit: TaskUnit }> {
  const { booking } = await ctx.execute(findBooking, { id }, ctx);
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
