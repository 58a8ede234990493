import type { Role } from './party.ts';

/** Task statuses (docs/interface/tasks.md#states). */
export const TASK_STATUSES = [
  'OPEN',
  'ASSIGNED',
  'IN_PROGRESS',
  'COMPLETED',
  'VERIFIED',
  'CANCELLED',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Statuses of unfinished tasks. */
export const OUTSTANDING = ['OPEN', 'ASSIGNED', 'IN_PROGRESS'] as const satisfies readonly TaskStatus[];

/** A role's permission for a move: not allowed, allowed by setting the status, or only by assigning. */
type Permission = 'no' | 'yes' | 'assign';

interface Move {
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  /** For the app that assigned the task, or any app while it's unassigned. */
  readonly app: Permission;
  readonly host: Permission;
  readonly platform: Permission;
}

/** The table in docs/interface/tasks.md#states. Moves not listed here are illegal for everyone. */
export const MOVES: readonly Move[] = [
  { from: 'OPEN', to: 'ASSIGNED', app: 'assign', host: 'yes', platform: 'assign' },
  { from: 'OPEN', to: 'CANCELLED', app: 'no', host: 'yes', platform: 'yes' },
  { from: 'ASSIGNED', to: 'CANCELLED', app: 'no', host: 'yes', platform: 'yes' },
  { from: 'ASSIGNED', to: 'ASSIGNED', app: 'assign', host: 'yes', platform: 'no' },
  { from: 'ASSIGNED', to: 'OPEN', app: 'no', host: 'yes', platform: 'no' },
  { from: 'ASSIGNED', to: 'IN_PROGRESS', app: 'yes', host: 'yes', platform: 'no' },
  { from: 'IN_PROGRESS', to: 'COMPLETED', app: 'yes', host: 'yes', platform: 'no' },
  { from: 'IN_PROGRESS', to: 'CANCELLED', app: 'no', host: 'yes', platform: 'yes' },
  { from: 'COMPLETED', to: 'VERIFIED', app: 'no', host: 'yes', platform: 'no' },
  { from: 'COMPLETED', to: 'IN_PROGRESS', app: 'no', host: 'yes', platform: 'no' },
];

/** True if a role can change one status to another. */
export function isLegalMove(from: TaskStatus, to: TaskStatus, role: Role): boolean {
  return MOVES.some((move) => move.from === from && move.to === to && move[role] === 'yes');
}

/** True if a role can assign a task in this status. */
export function isAssignable(from: TaskStatus, role: Role): boolean {
  return MOVES.some((move) => move.from === from && move.to === 'ASSIGNED' && move[role] !== 'no');
}

/** Returns a role's next statuses, in table order. */
export function legalTargets(from: TaskStatus, role: Role): readonly TaskStatus[] {
  return MOVES.filter((move) => move.from === from && move.to !== from && move[role] === 'yes').map(
    (move) => move.to,
  );
}
