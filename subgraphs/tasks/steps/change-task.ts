import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { Assignee } from '../domain/assignment.ts';
import type { Party } from '../domain/party.ts';
import { assignBy } from '../domain/sla.ts';
import type { TaskStatus } from '../domain/status.ts';
import type { Decision } from '../domain/transition.ts';
import type { Refusal } from '../errors.ts';
import { changeInstant, takePropertyTurn } from '../store/change-instant.ts';
import { type Task, TaskEntity } from '../store/entities.ts';
import { reachedTasks } from '../store/reach.ts';
import { publishChanged, scheduleFallBack } from './publish-task.ts';

/** Result of a task mutation: `task` is null only if it was refused. */
export interface TaskResult {
  readonly task: Task | null;
  readonly userErrors: readonly Refusal[];
}

/** A requested change. */
export interface TaskChange {
  /** As given by the caller. */
  readonly id: string;
  readonly teamId: number;
  readonly by: Party;
  /** Path to the task's id argument, for `NOT_FOUND`. */
  readonly idField: readonly string[];
  /** Decides on the locked row; `em` is for further reads. */
  readonly decide: (task: Task, em: Transaction) => Decision | Promise<Decision>;
  /** Applies the change after the decision. */
  readonly apply: (task: Task) => void;
  /** Writes the change's other rows, after the task was saved and published. */
  readonly also?: (task: Task, em: Transaction) => Promise<void>;
}

/**
 * Changes a task in its own transaction: locks the row, decides on its current state, then saves and
 * publishes the change. Every change uses this or `saveChange`, so the first concurrent change wins and the
 * others see its result.
 */
export async function changeTask(ctx: SubgraphContext, change: TaskChange): Promise<TaskResult> {
  const id = parseWideId(change.id);
  const notFound = noSuchTask(change);
  if (id === null) return notFound;
  return inTransaction(ctx, async (em) => {
    const task = await em.findOne(
      TaskEntity,
      { id, teamId: change.teamId, ...reachedTasks(ctx.viewer) },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!task) return notFound;
    const decision = await change.decide(task, em);
    if (decision.kind === 'refuse') return refused(decision);
    if (decision.kind === 'change') {
      const before = { ...task };
      await saveChange(ctx, em, task, change);
      if (ctx.viewer.kind === 'hostUser') await recordChange(ctx, em, task, before);
      await change.also?.(task, em);
    }
    return { task, userErrors: [] };
  });
}

/** Saves and publishes a change to a task locked by the transaction. */
export async function saveChange(
  ctx: SubgraphContext,
  em: Transaction,
  task: Task,
  { apply, by }: Pick<TaskChange, 'apply' | 'by'>,
): Promise<void> {
  const previousStatus = task.status;
  apply(task);
  task.version += 1;
  const maySayReady = task.blocksGuestReady && task.status !== previousStatus;
  task.updatedAt = await (maySayReady ? takePropertyTurn(em, task) : changeInstant(em, task.teamId));
  if (task.status === 'OPEN' && previousStatus !== 'OPEN') {
    task.assignBy = assignBy(task.updatedAt, task.slaMs);
    await scheduleFallBack(ctx, em, task);
  }
  await em.flush();
  await publishChanged(ctx, em, task, { previousStatus, by });
}

/** The fields whose changes are in the team's activity; steps, comments and photos are on the task itself. */
const RECORDED = ['status', 'assigneeName', 'title', 'note', 'unitId', 'dueAt', 'dueOn'] as const;

/** Records a person's change in the team's activity, without the task's texts, which can name guests. */
async function recordChange(ctx: SubgraphContext, em: Transaction, task: Task, before: Task): Promise<void> {
  if (RECORDED.every((field) => String(task[field] ?? '') === String(before[field] ?? ''))) return;
  const change = task.status === before.status ? null : `${before.status} to ${task.status}`;
  await recordTeamEvent(ctx, em, [task.teamId], { kind: 'task.updated', subject: task.taskType, change });
}

/** Sets a task's assignee. */
export function assignTo(task: Task, assignee: Assignee, by: Party): void {
  task.status = 'ASSIGNED';
  task.assigneeType = assignee.type;
  task.assigneeName = assignee.name;
  task.assignedBy = by;
  task.assigneeAccountId = assignee.accountId ?? null;
}

/** Sets a task's status; an open task has no assignee. */
export function setStatus(task: Task, status: TaskStatus): void {
  task.status = status;
  if (status !== 'OPEN') return;
  task.assigneeType = null;
  task.assigneeName = null;
  task.assignedBy = null;
  task.assigneeAccountId = null;
}

/** Refusal if the caller has no such task. */
export const noSuchTask = ({ idField }: Pick<TaskChange, 'idField'>): TaskResult =>
  refused({ field: idField, message: 'There is no such task.', code: 'NOT_FOUND' });

/** Creates a refusal. */
export function refused({ field, message, code }: Refusal): { task: null; userErrors: readonly Refusal[] } {
  return { task: null, userErrors: [{ field, message, code }] };
}

/** Returns the fields used in an assignment decision. */
export function asAssignable({ status, assignedBy, assigneeType, assigneeName, assigneeAccountId }: Task) {
  const assignee =
    assigneeType && assigneeName
      ? { type: assigneeType, name: assigneeName, accountId: assigneeAccountId ?? null }
      : null;
  return { status, assignedBy: assignedBy ?? null, assignee };
}
