import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ImportedAs } from '#schema/events.ts';
import type { Assignee } from '../domain/assignment.ts';
import type { ChecklistItem } from '../domain/checklist.ts';
import { assignBy } from '../domain/sla.ts';
import type { StayDay } from '../domain/task-types.ts';
import type { TaskUnit } from '../domain/task-unit.ts';
import { changeInstant, takePropertyTurn } from '../store/change-instant.ts';
import { type Task, TaskEntity, type TaskType } from '../store/entities.ts';
import { assignTo } from './change-task.ts';
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
  readonly checklist?: readonly ChecklistItem[];
  /** True if the unit was chosen for this task instead of taken from its booking. */
  readonly unitChosen?: boolean;
  /** The member it's assigned to from the start. */
  readonly assignee?: Assignee | null;
  /** The app that created it, and the app's own id for it. */
  readonly createdByApp?: string | null;
  readonly externalId?: string | null;
  /** Key for the booking event or repetition that triggered the rule. */
  readonly madeBy?: string | null;
  /** Set if its booking was just imported. */
  readonly imported?: ImportedAs | undefined;
}

/**
 * Creates a task, publishes it, and unless it's assigned already, requests an assignment from its type's provider and
 * schedules the fallback, all in the caller's transaction. A blocking task that is already due or has no due time makes the
 * property not guest-ready.
 */
export async function createTask(
  ctx: SubgraphContext,
  em: Transaction,
  { type, propertyId, bookingId, unit, dueAt, assignee = null, imported, ...asked }: NewTask,
): Promise<Task> {
  const now = await changeInstant(em, type.teamId);
  const isDue = type.blocksGuestReady && (dueAt === null || dueAt <= now);
  const task = em.create(TaskEntity, {
    teamId: type.teamId,
    taskType: type.key,
    status: 'OPEN',
    checklist: [],
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
  if (assignee) assignTo(task, assignee, 'host');
  await em.flush();
  await publishCreated(ctx, em, task, {
    providerApp: assignee ? null : (type.providerApp ?? null),
    imported,
  });
  if (isDue) await publishGuestReady(ctx, em, task, false, await takePropertyTurn(em, task));
  if (!assignee) await scheduleFallBack(ctx, em, task);
  return task;
}
