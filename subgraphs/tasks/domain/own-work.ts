import type { Refusal } from '../errors.ts';
import { isLeftToTeam } from './assignment.ts';
import type { Party } from './party.ts';
import { legalTargets, type TaskStatus } from './status.ts';

/** The signed-in member. */
export interface Member {
  readonly accountId: number;
  /** Null if unknown. */
  readonly role: string | null;
}

/** A task's status, and the members who were assigned it or completed it. */
export interface Work {
  readonly status: TaskStatus;
  readonly assignedBy?: Party | null | undefined;
  readonly assigneeAccountId?: number | null | undefined;
  readonly completedByAccountId?: number | null | undefined;
}

/** Statuses that housekeeping can set on its own tasks; the host decides the others. */
const OWN_MOVES: readonly TaskStatus[] = ['OPEN', 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'VERIFIED'];

const NOT_THEIRS: Refusal = {
  field: ['status'],
  message: 'This requires the role manager, front desk or owner on the team.',
  code: 'ROLE_REQUIRED',
};

const NOT_TAKEN: Refusal = {
  field: ['id'],
  message: 'Take the task before you work on it.',
  code: 'NOT_ASSIGNER',
};

const OWN_WORK: Refusal = {
  field: ['status'],
  message: "You can't verify your own work. Ask a manager to verify it, or to allow this for the task type.",
  code: 'ROLE_REQUIRED',
};

/**
 * Returns the reason a member can't set a task's status; null if they can, as far as their role is concerned.
 * Managers and owners can set any; others can't verify their own work unless the task's type allows it.
 * Housekeeping can change only its own tasks, or take a task. See docs/interface/tasks.md#verifying.
 */
export function moveProblem(
  work: Work,
  to: TaskStatus,
  { accountId, role }: Member,
  ownWorkVerified: boolean,
): Refusal | null {
  if (role !== 'housekeeping' && role !== 'front_desk') return null;
  const isOwn = work.assigneeAccountId === accountId;
  if (role === 'housekeeping' && !OWN_MOVES.includes(to)) return NOT_THEIRS;
  if (role === 'housekeeping' && to === 'VERIFIED' && !(isOwn && ownWorkVerified)) return NOT_THEIRS;
  if (role === 'housekeeping' && !isOwn && to !== 'ASSIGNED') return NOT_TAKEN;
  const didIt = isOwn || work.completedByAccountId === accountId;
  return to === 'VERIFIED' && didIt && !ownWorkVerified ? OWN_WORK : null;
}

/** Returns the reason a member can't work on a task's checklist; null if they can. */
export function workProblem(
  work: Work,
  { accountId, role }: Member,
  field: readonly string[],
): Refusal | null {
  return role === 'housekeeping' && work.assigneeAccountId !== accountId ? { ...NOT_TAKEN, field } : null;
}

/** Returns the statuses that a member can set next, in table order. */
export function movesOf(work: Work, member: Member, ownWorkVerified: boolean): readonly TaskStatus[] {
  const legal = legalTargets(work.status, 'host');
  const moves: readonly TaskStatus[] = isLeftToTeam(work) ? ['ASSIGNED', ...legal] : legal;
  return moves.filter((to) => moveProblem(work, to, member, ownWorkVerified) === null);
}
