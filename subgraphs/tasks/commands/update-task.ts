import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { actorOf } from '../access.ts';
import { type Assignee, decideAssignment } from '../domain/assignment.ts';
import type { Party } from '../domain/party.ts';
import { textProblem, titleProblem } from '../domain/task-request.ts';
import { isOpenWork } from '../domain/task-unit.ts';
import { type Decision, decideTransition } from '../domain/transition.ts';
import type { Refusal } from '../errors.ts';
import type { TaskUpdateInput } from '../generated.ts';
import { findAssignee } from '../operations/find-people.ts';
import { findUnit, type PlacedUnit } from '../operations/find-unit.ts';
import {
  asAssignable,
  assignTo,
  changeTask,
  noSuchTask,
  refused,
  setStatus,
  type TaskResult,
} from '../steps/change-task.ts';
import { publishGuestReady } from '../steps/publish-task.ts';
import { takePropertyTurn } from '../store/change-instant.ts';
import type { Task } from '../store/entities.ts';
import { findTask } from '../store/find-task.ts';

/** The requested unit and assignee: null to remove them, undefined to keep them. */
interface Found {
  readonly unit: PlacedUnit | null | undefined;
  readonly assignee: Assignee | null | undefined;
}

/**
 * Changes a task's text, unit, assignee or due time. A chosen unit and due time are kept when the booking moves.
 * Codes: `NOT_FOUND`, `INVALID`, `CARD_DATA`, `NOT_YOURS`, `INVALID_TRANSITION`. See
 * docs/interface/tasks.md#changing.
 */
export async function updateTask(ctx: SubgraphContext, input: TaskUpdateInput): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const app = ctx.viewer.kind === 'app' ? ctx.viewer.appSlug : null;
  const change = { id: input.id, idField: ['input', 'id'], teamId, by: party };
  const problem = titleProblem(input.title ?? null) ?? textProblem('description', input.description ?? null);
  if (problem) return refused(problem);
  const before = await findTask(ctx, input.id);
  if (!before) return noSuchTask(change);
  if (app !== null && before.createdByApp !== app) return refused(NOT_YOURS);
  if (app !== null && input.assigneeAccountId !== undefined) return refused(APPS_ASSIGN_BY_NAME);
  const found = await lookUp(ctx, input, before.propertyId);
  if ('code' in found) return refused(found);
  return changeTask(ctx, {
    ...change,
    decide: (task) => decideUpdate(task, { input, found, party }),
    apply: (task) => applyUpdate(task, { input, found, party }),
    also: (task, em) => noteUndated(ctx, em, task),
  });
}

async function lookUp(
  ctx: SubgraphContext,
  { unitId, assigneeAccountId }: TaskUpdateInput,
  propertyId: number,
): Promise<Found | Refusal> {
  const unit = unitId == null ? unitId : await findUnit(ctx, unitId);
  if (unitId != null && unit?.propertyId !== propertyId) return NO_UNIT_THERE;
  const assignee =
    assigneeAccountId == null ? assigneeAccountId : await findAssignee(ctx, propertyId, assigneeAccountId);
  return assigneeAccountId != null && !assignee ? NO_ASSIGNEE : { unit, assignee };
}

interface Update {
  readonly input: TaskUpdateInput;
  readonly found: Found;
  readonly party: Party;
}

function decideUpdate(task: Task, update: Update): Decision {
  const { input, found, party } = update;
  if (task.status === 'VERIFIED' || task.status === 'CANCELLED') {
    const message = `A task that is ${task.status} can't be changed.`;
    return { kind: 'refuse', field: ['input', 'id'], message, code: 'INVALID_TRANSITION' };
  }
  if (found.unit && found.unit.propertyId !== task.propertyId) return { kind: 'refuse', ...NO_UNIT_THERE };
  const assignment = decideAssignee(task, found.assignee, party);
  if (assignment.kind === 'refuse') return { ...assignment, field: ['input', 'assigneeAccountId'] };
  if (assignment.kind === 'change') return assignment;
  const changed = { ...task };
  setFields(changed, { input, found });
  const fields = ['title', 'note', 'unitId', 'unitTypeId', 'unitChosen', 'dueOn'] as const;
  const isSame = fields.every((field) => (changed[field] ?? null) === (task[field] ?? null));
  return { kind: isSame && changed.dueAt?.getTime() === task.dueAt?.getTime() ? 'keep' : 'change' };
}

function decideAssignee(task: Task, assignee: Assignee | null | undefined, party: Party): Decision {
  if (assignee === undefined || (assignee === null && task.status === 'OPEN')) return { kind: 'keep' };
  if (assignee) return decideAssignment(asAssignable(task), assignee, party);
  return decideTransition({ status: task.status, assignedBy: task.assignedBy ?? null }, 'OPEN', party);
}

function applyUpdate(task: Task, { input, found, party }: Update): void {
  if (decideAssignee(task, found.assignee, party).kind === 'change') {
    if (found.assignee) assignTo(task, found.assignee, party);
    else setStatus(task, 'OPEN');
  }
  setFields(task, { input, found });
}

function setFields(task: Task, { input, found }: Omit<Update, 'party'>): void {
  const { title, description, dueAt } = input;
  if (title !== undefined) task.title = title?.trim() ?? null;
  if (description !== undefined) task.note = description?.trim() ?? null;
  if (found.unit !== undefined) {
    task.unitTypeId = found.unit?.unitTypeId ?? null;
    task.unitId = found.unit?.unitId ?? null;
    task.unitChosen = found.unit !== null;
  }
  if (dueAt === undefined) return;
  if (dueAt?.getTime() !== task.dueAt?.getTime()) task.dueNoted = false;
  task.dueAt = dueAt;
  task.dueOn = null;
}

/** Publishes the property as not guest-ready if a blocking task lost its due time; the sweep does it for due ones. */
async function noteUndated(ctx: SubgraphContext, em: Transaction, task: Task): Promise<void> {
  if (!task.blocksGuestReady || task.dueAt != null || task.dueNoted || !isOpenWork(task.status)) return;
  task.dueNoted = true;
  await em.flush();
  await publishGuestReady(ctx, em, task, false, await takePropertyTurn(em, task));
}

const refusal = (argument: keyof TaskUpdateInput, code: Refusal['code'], message: string): Refusal => ({
  field: ['input', argument],
  message,
  code,
});

const NOT_YOURS = refusal('id', 'NOT_YOURS', 'An app can only change tasks that it created.');
const APPS_ASSIGN_BY_NAME = refusal(
  'assigneeAccountId',
  'INVALID',
  'Apps assign tasks with taskAssign. Omit it.',
);
const NO_UNIT_THERE = refusal('unitId', 'NOT_FOUND', "There is no such unit at the task's property.");
const NO_ASSIGNEE = refusal(
  'assigneeAccountId',
  'NOT_FOUND',
  'No member with this account can do tasks at this property.',
);
