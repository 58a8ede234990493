import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { ImportedAs, TaskEvent } from '#schema/events.ts';
import { type BlockingTasks, guestReadyAfter } from '../domain/guest-ready.ts';
import type { Party } from '../domain/party.ts';
import type { TaskStatus } from '../domain/status.ts';
import type { Task } from '../store/entities.ts';

/** Queue for SLA deadlines. */
export const FALL_BACK_QUEUE = 'tasks/fall-back';

/** A scheduled deadline; ignored if the task's deadline has changed. */
export interface Deadline {
  readonly taskId: number;
  readonly teamId: number;
  /** ISO 8601 timestamp. */
  readonly assignBy: string;
}

/** Publishes a new task and requests an assignment from its type's provider, if it has one. */
export async function publishCreated(
  ctx: SubgraphContext,
  em: Transaction,
  task: Task,
  {
    providerApp,
    imported,
  }: { readonly providerApp: string | null; readonly imported?: ImportedAs | undefined },
): Promise<void> {
  await publish(ctx, em, 'task.created', { ...describe(task), ...(imported ? { imported } : {}) });
  if (providerApp !== null) {
    await publish(ctx, em, 'task.assignment_requested', { ...describe(task), providerApp });
  }
}

/** Publishes a changed task: its status, possibly with its property's readiness, or another change. */
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
  // The property waited only because this task was created; without the task, it returns to its previous
  // state.
  const isUndated = task.dueNoted && task.dueAt == null;
  const guestReady = guestReadyAfter(previousStatus, task.status, { waiting, done: done || isUndated });
  if (guestReady !== null) await publishGuestReady(ctx, em, task, guestReady, task.updatedAt);
}

/**
 * Reads the property's other blocking tasks: for the same booking, and those due by now or by this task's due
 * time. Runs while holding the property's turn, so if two tasks are done concurrently, the second sees the
 * first.
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

/**
 * Publishes a property as ready if it waited only for a task that has moved elsewhere; `task` is its previous
 * state.
 */
export async function publishFreed(
  ctx: SubgraphContext,
  em: Transaction,
  task: Task,
  at: Date,
): Promise<void> {
  const { waiting } = await blockingBeside(em, task);
  if (!waiting) await publishGuestReady(ctx, em, task, true, at);
}

/** Publishes a property's readiness for its next guest. `at` is the property's turn. */
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

/** Schedules the fallback for the end of an open task's SLA. */
export function scheduleFallBack(ctx: SubgraphContext, em: Transaction, task: Task): Promise<void> {
  const deadline: Deadline = {
    taskId: task.id,
    teamId: task.teamId,
    assignBy: task.assignBy.toISOString(),
  };
  return schedule(ctx, em, FALL_BACK_QUEUE, deadline, { at: task.assignBy });
}

/** Returns a task's event fields. */
export function describe(task: Task): TaskEvent {
  return {
    teamId: task.teamId,
    taskId: task.id,
    version: task.version,
    taskType: task.taskType,
    status: task.status,
    propertyId: task.propertyId,
    bookingId: task.bookingId ?? null,
    unitId: task.unitId ?? null,
    createdAt: task.createdAt.toISOString(),
    dueAt: task.dueAt?.toISOString() ?? null,
    occurredAt: task.updatedAt.toISOString(),
  };
}
