import { describe, expect, test } from 'vitest';
import type { Role } from '#subgraphs/tasks/domain/party.ts';
import { TASK_STATUSES, type TaskStatus } from '#subgraphs/tasks/domain/status.ts';
import { decideTransition } from '#subgraphs/tasks/domain/transition.ts';

/** docs/interface/tasks.md#states written again by hand: the statuses that each role may set from each status. */
const ALLOWED: Readonly<Record<Role, Readonly<Record<TaskStatus, readonly TaskStatus[]>>>> = {
  app: {
    OPEN: [],
    ASSIGNED: ['IN_PROGRESS'],
    IN_PROGRESS: ['COMPLETED'],
    COMPLETED: [],
    VERIFIED: [],
    CANCELLED: [],
  },
  host: {
    OPEN: ['ASSIGNED', 'CANCELLED'],
    ASSIGNED: ['OPEN', 'IN_PROGRESS', 'CANCELLED'],
    IN_PROGRESS: ['COMPLETED', 'CANCELLED'],
    COMPLETED: ['IN_PROGRESS', 'VERIFIED'],
    VERIFIED: [],
    CANCELLED: [],
  },
  platform: {
    OPEN: ['CANCELLED'],
    ASSIGNED: ['CANCELLED'],
    IN_PROGRESS: ['CANCELLED'],
    COMPLETED: [],
    VERIFIED: [],
    CANCELLED: [],
  },
};

const PARTIES = { app: 'app:tidy', host: 'host', platform: 'platform' } as const;
const ROLES: readonly Role[] = ['app', 'host', 'platform'];
const EVERY_MOVE = ROLES.flatMap((role) =>
  TASK_STATUSES.flatMap((from) =>
    TASK_STATUSES.filter((to) => to !== from).map(
      (to) => [role, from, to, ALLOWED[role][from].includes(to) ? 'allowed' : 'refused'] as const,
    ),
  ),
);

/** A task with a status, assigned by `tidy` if the status requires an assigner. */
const taskIn = (status: TaskStatus) => ({
  status,
  assignedBy: status === 'OPEN' ? null : ('app:tidy' as const),
});

describe("a change of a task's status", () => {
  test.each(EVERY_MOVE)('a status change by the %s from %s to %s is %s', (role, from, to, answer) => {
    const decision = decideTransition(taskIn(from), to, PARTIES[role]);
    expect(decision.kind).toBe(answer === 'allowed' ? 'change' : 'refuse');
    if (decision.kind === 'refuse') expect(decision.code).toBe('INVALID_TRANSITION');
  });

  test.each(TASK_STATUSES.filter((status) => status !== 'OPEN'))(
    'the assigner repeating the current status %s publishes no event',
    (status) => {
      expect(decideTransition(taskIn(status), status, 'app:tidy').kind).toBe('keep');
    },
  );

  test.each(TASK_STATUSES.filter((status) => status !== 'OPEN'))(
    "a status change by an app that didn't assign the task is refused as NOT_ASSIGNER, even in %s",
    (status) => {
      for (const to of TASK_STATUSES) {
        expect(decideTransition(taskIn(status), to, 'app:rival')).toMatchObject({ code: 'NOT_ASSIGNER' });
      }
    },
  );

  test('a refused status change names the legal changes', () => {
    expect(decideTransition(taskIn('ASSIGNED'), 'VERIFIED', 'host')).toMatchObject({
      field: ['status'],
      message:
        "A task can't move from ASSIGNED to VERIFIED. From ASSIGNED, the host can set CANCELLED or OPEN or IN_PROGRESS.",
    });
    expect(decideTransition(taskIn('OPEN'), 'ASSIGNED', 'app:tidy')).toMatchObject({
      message: "A task can't move from OPEN to ASSIGNED. From OPEN, an app can only use taskAssign.",
    });
    expect(decideTransition(taskIn('VERIFIED'), 'IN_PROGRESS', 'app:tidy')).toMatchObject({
      message: "A task can't move from VERIFIED to IN_PROGRESS. From VERIFIED, an app can no longer move it.",
    });
  });
});
