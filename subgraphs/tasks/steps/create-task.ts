import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignBy } from '../domain/sla.ts';
import type { StayDay } from '../domain/task-types.ts';
import type { TaskUnit } from '../domain/task-unit.ts';
import { changeInstant, takePropertyTurn } from '../store/change-instant.ts';
import { type Task, TaskEntity, type TaskType } from '../store/entities.ts';
import { publishCreated, publishGuestReady, scheduleFallBack } from './publish-task.ts';

/** What is to be done, where and when. */
export interface NewTask {
  readonly type: TaskType;
  readonly propertyId: number;
  readonly bookingId: number | null;
  readonly unit: TaskUnit;
  readonly dueAt: Date | null;
  /** The day of the booking's stay that this follows. */
  readonly dueOn?: StayDay | null;
  readonly title?: string | null;
  readonly note?: string | null;
  /** The app that asked for it, and how it names it. */
  readonly createdByApp?: string | null;
  readonly externalId?: string | null;
  /** What a rule makes it for. */
  readonly madeBy?: string | null;
}

/**
 * Creates an open task, publishes it, asks the assignment provider of its type and books the fallback, all in the caller's
 * transaction. A task that its property waits for, and that is due by now or has no due time, makes the property not guest-ready.
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
