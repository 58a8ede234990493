import type { Role } from './party.ts';

/** Statuses of a task (docs/interface/tasks.md#states). */
export const TASK_STATUSES = [
  'OPEN',
  'ASSIGNED',
  'IN_PROGRESS',
  'COMPLETED',
  'VERIFIED',
  'CANCELLED',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Statuses of a task that is still to be done. */
export const OUTSTANDING = ['OPEN', 'ASSIGNED', 'IN_PROGRESS'] as const satisfies readonly TaskStatus[];

/** How a role may make a move: not at all, by setting the status, or by naming an assignee and in no other way. */
type Permission = 'no' | 'yes' | 'assign';

interface Move {
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  /** For the app that assigned the task, or for any app while no one did. */
  readonly app: Permission;
  readonly host: Permission;
  readonly platform: Permission;
}

/** The table of docs/interface/tasks.md#states. What is not in it is illegal for everyone. */
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

/** Whether a role may set this status on a task that has another one. */
export function isLegalMove(from: TaskStatus, to: TaskStatus, role: Role): boolean {
  return MOVES.some((move) => move.from === from && move.to === to && move[role] === 'yes');
}

/** Whether a role may name the assignee of a task in this status. */
export function isAssignable(from: TaskStatus, role: Role): boolean {
  return MOVES.some((move) => move.from === from && move.to === 'ASSIGNED' && move[role] !== 'no');
}

/** The statuses a role may set next, in the order of the table. */
export function legalTargets(from: TaskStatus, role: Role): readonly TaskStatus[] {
  return MOVES.filter((move) => move.from === from && move.to !== from && move[role] === 'yes').map(
    (move) => move.to,
  );
}
