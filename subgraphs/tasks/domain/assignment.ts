import { type Party, roleOf } from './party.ts';
import { isAssignable, type TaskStatus } from './status.ts';
import { type Decision, decideTransition, describeTargets, type TaskState } from './transition.ts';

/** Worker types (docs/interface/tasks.md#assigning). */
export type AssigneeType = 'user' | 'app' | 'external';

/** A task's worker. */
export interface Assignee {
  readonly type: AssigneeType;
  /** Name given by the assigner, 1 to 200 characters. */
  readonly name: string;
  /** The team member's account; null or undefined if it isn't a particular member. */
  readonly accountId?: number | null;
}

/** Fallback assignee if no app responds in time: the host's own team. */
export const FALLBACK_ASSIGNEE: Assignee = { type: 'user', name: 'Host team' };

/** A task with its assignment, if any. */
export interface AssignableTask extends TaskState {
  readonly assignee: Assignee | null;
}

/**
 * Decides if a party can assign a task, equally for apps, host and fallback. The first assignment wins; only
 * its assigner or the host can change it, and only before work starts. `ALREADY_ASSIGNED` names the current
 * assigner. See docs/interface/tasks.md#states, docs/interface/tasks.md#assigning.
 */
export function decideAssignment(task: AssignableTask, assignee: Assignee, by: Party): Decision {
  const role = roleOf(by);
  const { assignedBy, status } = task;
  if (assignedBy !== null && assignedBy !== by && role !== 'host' && status !== 'CANCELLED') {
    return {
      kind: 'refuse',
      field: ['input', 'id'],
      message: `The task is already assigned by ${describeAssigner(assignedBy)}.`,
      code: 'ALREADY_ASSIGNED',
    };
  }
  if (!isAssignable(status, role)) {
    return {
      kind: 'refuse',
      field: ['input', 'id'],
      message: `A task that is ${status} can't be assigned. ${describeTargets(status, role)}`,
      code: 'INVALID_TRANSITION',
    };
  }
  return { kind: assignedBy === by && isSame(task.assignee, assignee) ? 'keep' : 'change' };
}

/** Compares members by account, since two members can have the same name. */
function isSame(before: Assignee | null, { type, name, accountId = null }: Assignee): boolean {
  if (!before || before.type !== type || (before.accountId ?? null) !== accountId) return false;
  return accountId !== null || before.name === name;
}

/**
 * Decides if a member can take a task. The first member wins; a task left to the whole team by the fallback can
 * still be taken. See docs/interface/tasks.md#assigning.
 */
export function decideClaim(task: AssignableTask, accountId: number): Decision {
  if (task.status !== 'ASSIGNED') return decideTransition(task, 'ASSIGNED', 'host');
  const holder = task.assignee?.accountId ?? null;
  if (isLeftToTeam(task)) return { kind: 'change' };
  if (holder === null || holder === accountId) return { kind: 'keep' };
  return {
    kind: 'refuse',
    field: ['id'],
    message: `The task is already assigned to ${task.assignee?.name}.`,
    code: 'ALREADY_ASSIGNED',
  };
}

interface LeftTask {
  readonly status: TaskStatus;
  readonly assignedBy?: Party | null | undefined;
}

/** True if the fallback left the task to the whole team. */
export const isLeftToTeam = ({ status, assignedBy }: LeftTask): boolean =>
  status === 'ASSIGNED' && assignedBy === 'platform';

function describeAssigner(party: Party): string {
  return { app: 'another app', host: 'the host', platform: 'the fallback' }[roleOf(party)];
}
