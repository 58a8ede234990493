import type { Refusal } from '../errors.ts';
import { type Party, type Role, roleOf } from './party.ts';
import { isAssignable, isLegalMove, legalTargets, type TaskStatus } from './status.ts';

/** Task fields used in decisions. */
export interface TaskState {
  readonly status: TaskStatus;
  /** Null while the task is open. */
  readonly assignedBy: Party | null;
}

/** `keep`: already in the requested state, so nothing changes and no event is published. */
export type Decision = { readonly kind: 'change' | 'keep' } | ({ readonly kind: 'refuse' } & Refusal);

/**
 * Decides if a party can move a task to a status: `NOT_ASSIGNER` for an app if another party assigned it,
 * `INVALID_TRANSITION` with the legal targets if the table has no such move. See
 * docs/interface/tasks.md#states.
 */
export function decideTransition(task: TaskState, to: TaskStatus, by: Party): Decision {
  const role = roleOf(by);
  if (role === 'app' && task.assignedBy !== null && task.assignedBy !== by) {
    return {
      kind: 'refuse',
      field: ['id'],
      message: 'Someone else assigned the task, so only they can move it.',
      code: 'NOT_ASSIGNER',
    };
  }
  if (task.status === to && (role !== 'app' || task.assignedBy === by)) return { kind: 'keep' };
  if (isLegalMove(task.status, to, role)) return { kind: 'change' };
  return {
    kind: 'refuse',
    field: ['status'],
    message: `A task can't move from ${task.status} to ${to}. ${describeTargets(task.status, role)}`,
    code: 'INVALID_TRANSITION',
  };
}

/** Describes a role's options for a task in this status, as a sentence. */
export function describeTargets(from: TaskStatus, role: Role): string {
  const targets = legalTargets(from, role);
  const actor = { app: 'an app', host: 'the host', platform: 'the platform' }[role];
  if (targets.length) return `From ${from}, ${actor} can set ${targets.join(' or ')}.`;
  if (role === 'app' && isAssignable(from, role)) return `From ${from}, an app can only use taskAssign.`;
  return `From ${from}, ${actor} can no longer move it.`;
}
