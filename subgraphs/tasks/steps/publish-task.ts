import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { TaskEvent } from '#schema/events.ts';
import { type BlockingTasks, guestReadyAfter } from '../domain/guest-ready.ts';
import type { Party } from '../domain/party.ts';
import type { TaskStatus } from '../domain/status.ts';
import type { Task } from '../store/entities.ts';

/** The queue on which the end of a task's SLA is booked. */
export const FALL_BACK_QUEUE = 'tasks/fall-back';

/** A deadline as it was booked. Once the task has another one this one means nothing. */
export interface Deadline {
  readonly taskId: number;
  readonly teamId: number;
  /** ISO 8601 instant. */
  readonly assignBy: string;
}

/** Says that a task was created, and asks the assignment provider of its type, if there is one. */
export async function publishCreated(
  ctx: SubgraphContext,
  em: Transaction,
  task: Task,
  providerApp: string | null,
): Promise<void> {
  await publish(ctx, em, 'task.created', describe(task));
  if (providerApp !== null) {
    await publish(ctx, em, 'task.assignment_requested', { ...describe(task), providerApp });
  }
}

/** Says that a task changed: its status, and with it perhaps its property's readiness, or something else about it. */
export async function publishChanged(
  ctx: SubgraphContext,
  em: Transaction,
  task: Task,
  { previousStatus, by }: { readonly previousStatus: TaskStatus; readonly by: Party },
): Promise<void> {
  if (task.status === previousStatus) return publish(ctx, em, 'task.updated', describe(task));
  await publish(ctx, em, 'task.status_changed', { ...describe(task), previousStatus, changedBy: by });
  if (!task.blocksGuestReady) return;
  const { waiting, done } = await blockingBeside(em, task);
  // Only its creation made the property wait: without the task, the property is what it was.
  const isUndated = task.dueNoted && task.dueAt == null;
  const guestReady = guestReadyAfter(previousStatus, task.status, { waiting, done: done || isUndated });
  if (guestReady !== null) await publishGuestReady(ctx, em, task, guestReady, task.updatedAt);
}

/**
 * The other tasks that the property waits for: those of the same booking, and those due by now or by when this one is. Asked
 * under the property's turn, so that of two that are done at once the second sees the first.
 */
async function blockingBeside(em: Transaction, task: Task): Promise<BlockingTasks> {
  const { rows } = await sql<BlockingTasks>`
    SELECT coalesce(bool_or(status IN ('OPEN', 'ASSIGNED', 'IN_PROGRESS') AND (due_at IS NULL
        OR due_at <= greatest(now(), ${task.dueAt ?? null}::timestamptz) OR booking_id = ${task.bookingId ?? null})), false)
        AS waiting,
      coalesce(bool_or(status IN ('COMPLETED', 'VERIFIED') AND updated_at >= ${task.createdAt}), false) AS done
    FROM tasks.task
    WHERE team_id = ${task.teamId} AND property_id = ${task.propertyId} AND blocks_guest_ready AND id <> ${task.id}`.execute(
    statements(em),
  );
  return rows[0] ?? { waiting: false, done: false };
}

/** Says that a property is ready which waited for a task alone that is to be done elsewhere now; `task` as it was there. */
export async function publishFreed(
  ctx: SubgraphContext,
  em: Transaction,
  task: Task,
  at: Date,
): Promise<void> {
  const { waiting } = await blockingBeside(em, task);
  if (!waiting) await publishGuestReady(ctx, em, task, true, at);
}

/** Says whether a property is ready for its next guest. `at` is the turn of the property. */
export function publishGuestReady(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, propertyId }: Pick<Task, 'teamId' | 'propertyId'>,
  guestReady: boolean,
  at: Date,
): Promise<void> {
  return publish(ctx, em, 'property.guest_ready_changed', {
    teamId,
    propertyId,
    guestReady,
    at: at.toISOString(),
  });
}

/** Books the fallback for the end of an open task's SLA. */
export function scheduleFallBack(ctx: SubgraphContext, em: Transaction, task: Task): Promise<void> {
  const deadline: Deadline = {
    taskId: task.id,
    teamId: task.teamId,
    assignBy: task.assignBy.toISOString(),
  };
  return schedule(ctx, em, FALL_BACK_QUEUE, deadline, { at: task.assignBy });
}

/** A task as events describe it. */
export function describe(task: Task): TaskEvent {
  return {
    teamId: task.teamId,
    taskId: task.id,
    version: task.version,
    taskType: task.taskType,
    status: task.status,
    propertyId: task.propertyId,
    bookingId: task.bookingId ?? null,
    dueAt: task.dueAt?.toISOString() ?? null,
    occurredAt: task.updatedAt.toISOString(),
  };
}
