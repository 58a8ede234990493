import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { actorOf } from '../actor.ts';
import { findProperty } from '../operations/generated.ts';
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

/** Creates a task of the chosen team, at one of its properties. */
export async function createHostTask(ctx: IslandContext, input: HostTask): Promise<TaskResult> {
  const { teamId } = actorOf(ctx.viewer);
  const type = await findTaskType(ctx, teamId, input.taskType);
  if (!type) return notFound('taskType', `There is no task type "${input.taskType}".`);
  const propertyId = parseId(input.propertyId);
  if (propertyId === null || !(await isOwnProperty(ctx, propertyId))) {
    return notFound('propertyId', 'There is no such property.');
  }
  const bookingId = input.bookingId == null ? null : parseId(input.bookingId);
  if (bookingId === null && input.bookingId != null)
    return notFound('bookingId', 'There is no such booking.');
  const task = await inTransaction(ctx, (em) =>
    createTask(ctx, em, { type, propertyId, bookingId, dueAt: input.dueAt ?? null }),
  );
  return { task, userErrors: [] };
}

async function isOwnProperty(ctx: IslandContext, propertyId: number): Promise<boolean> {
  const { property } = await ctx.execute(findProperty, { id: String(propertyId) }, ctx);
  return property !== null;
}

function notFound(argument: keyof HostTask, message: string): TaskResult {
  return refused({ field: ['input', argument], message, code: 'NOT_FOUND' });
}
