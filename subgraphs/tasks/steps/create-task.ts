import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignBy } from '../domain/sla.ts';
import type { StayDay } from '../domain/task-types.ts';
import type { TaskUnit } from '../domain/task-unit.ts';
import { changeInstant, takePropertyTurn } from '../store/change-instant.ts';
import { type Task, TaskEntity, type TaskType } from '../store/entities.ts';
import { publishCreated, publishGuestReady, scheduleFallBack } from './publish-task.ts';

/** A new task's type, place and due time. */
export interface NewTask {
  readonly type: TaskType;
  readonly propertyId: number;
  readonly bookingId: number | null;
  readonly unit: TaskUnit;
  readonly dueAt: Date | null;
  /** The stay day that determines its due time. */
  readonly dueOn?: StayDay | null;
  readonly title?: string | null;
  readonly note?: string | null;
  /** The app that created it, and the app's own id for it. */
  readonly createdByApp?: string | null;
  readonly externalId?: string | null;
  /** Key for the booking event or repetition that triggered the rule. */
  readonly madeBy?: string | null;
}

/**
 * Creates an open task, publishes it, requests an assignment from its type's provider and schedules the
 * fallback, all in the caller's transaction. A blocking task that is already due or has no due time makes the
 * property not guest-ready.
 */
export async function createTask(
  ctx: SubgraphContext,
  em: Transaction,
  { type, propertyId, bookingId, unit, dueAt, ...asked }: NewTask,
): Promise<Task> {
  const now = await changeInstant(em, type.teamId);
  const isDue = type.blocksGuestReady && (dueAt === null || dueAt <= now);
  const task = em.create(TaskEntity, {
    teamId: type.teamId,
    taskType: type.key,
    status: 'OPEN',
    propertyId,
    bookingId,
    ...unit,
    dueAt,
    ...asked,
    blocksGuestReady: type.blocksGuestReady,
    dueNoted: isDue,
    slaMs: type.slaMs,
    assignBy: assignBy(now, type.slaMs),
    customFields: [],
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  await publishCreated(ctx, em, task, type.providerApp ?? null);
  if (isDue) await publishGuestReady(ctx, em, task, false, await takePropertyTurn(em, task));
  await scheduleFallBack(ctx, em, task);
  return task;
}
