import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AssignableTask, type Assignee, decideAssignment } from '#subgraphs/tasks/domain/assignment.ts';
import type { Party } from '#subgraphs/tasks/domain/party.ts';
import { TASK_STATUSES, type TaskStatus } from '#subgraphs/tasks/domain/status.ts';
import { decideTransition } from '#subgraphs/tasks/domain/transition.ts';

const ANNA: Assignee = { type: 'external', name: 'Anna' };
const BEN: Assignee = { type: 'external', name: 'Ben' };
const OPEN: AssignableTask = { status: 'OPEN', assignedBy: null, assignee: null };

const assigned = (by: Party, status: TaskStatus = 'ASSIGNED'): AssignableTask => ({
  status,
  assignedBy: by,
  assignee: ANNA,
});

describe('assigning a task', () => {
  test.each<Party>(['app:tidy', 'host', 'platform'])('assigning an OPEN task works for %s', (party) => {
    expect(decideAssignment(OPEN, ANNA, party).kind).toBe('change');
  });

  test('the app that assigned a task can assign another worker', () => {
    expect(decideAssignment(assigned('app:tidy'), BEN, 'app:tidy').kind).toBe('change');
  });

  test('assigning the same worker again changes nothing', () => {
    expect(decideAssignment(assigned('app:tidy'), ANNA, 'app:tidy').kind).toBe('keep');
  });

  test.each<[Party, string]>([
    ['platform', 'the fallback'],
    ['host', 'the host'],
    ['app:rival', 'another app'],
  ])("an app can't assign a task that %s assigned, and the refusal names %s", (first, named) => {
    for (const status of ['ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'VERIFIED'] as const) {
      expect(decideAssignment(assigned(first, status), BEN, 'app:tidy')).toEqual({
        kind: 'refuse',
        field: ['input', 'id'],
        message: `The task is already assigned by ${named}.`,
        code: 'ALREADY_ASSIGNED',
      });
    }
  });

  test('assigning the fallback is refused once an app responded', () => {
    expect(decideAssignment(assigned('app:tidy'), BEN, 'platform')).toMatchObject({
      code: 'ALREADY_ASSIGNED',
    });
  });

  test('assigning the fallback is refused once an app has responded', () => {
    expect(decideAssignment(assigned('app:tidy'), BEN, 'host').kind).toBe('change');
    expect(decideAssignment(assigned('app:tidy', 'IN_PROGRESS'), BEN, 'host')).toMatchObject({
      code: 'INVALID_TRANSITION',
    });
  });

  test.each(['IN_PROGRESS', 'COMPLETED', 'VERIFIED', 'CANCELLED'] as const)(
    'assigning a task that is %s is an INVALID_TRANSITION even for its own app',
    (status) => {
      expect(decideAssignment(assigned('app:tidy', status), BEN, 'app:tidy')).toMatchObject({
        code: 'INVALID_TRANSITION',
      });
    },
  );
});

/** The task after commands apply a decision. */
function play(task: AssignableTask, step: Step): AssignableTask {
  if (step.kind === 'assign') {
    const { kind } = decideAssignment(task, step.assignee, step.by);
    return kind === 'change' ? { status: 'ASSIGNED', assignedBy: step.by, assignee: step.assignee } : task;
  }
  const { kind } = decideTransition(task, step.to, step.by);
  if (kind !== 'change') return task;
  if (step.to === 'OPEN') return OPEN;
  if (step.to === 'ASSIGNED') return { status: 'ASSIGNED', assignedBy: step.by, assignee: ANNA };
  return { ...task, status: step.to };
}

type Step =
  | { readonly kind: 'assign'; readonly by: Party; readonly assignee: Assignee }
  | { readonly kind: 'move'; readonly by: Party; readonly to: TaskStatus };

const party = fc.constantFrom<Party>('app:tidy', 'app:rival', 'host', 'platform');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('assign' as const), by: party, assignee: fc.constantFrom(ANNA, BEN) }),
  fc.record({ kind: fc.constant('move' as const), by: party, to: fc.constantFrom(...TASK_STATUSES) }),
);

describe('whatever everyone tries, in whatever order', () => {
  test('a task has an assigner if and only if it is assigned', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let task = OPEN;
        for (const next of steps) {
          const before = task;
          task = play(task, next);
          if (task.status === 'OPEN') expect(task.assignedBy).toBeNull();
          if (!['OPEN', 'CANCELLED'].includes(task.status)) expect(task.assignedBy).not.toBeNull();
          if (task === before) continue;
          expect(['VERIFIED', 'CANCELLED']).not.toContain(before.status);
          const mayChange = [before.assignedBy ?? next.by, 'host'];
          if (task.status !== 'CANCELLED') expect(mayChange).toContain(next.by);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('repeating a step changes nothing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), step, (steps, repeated) => {
        const once = play(steps.reduce(play, OPEN), repeated);
        expect(play(once, repeated)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });
});
