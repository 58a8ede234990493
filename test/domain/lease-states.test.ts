import { describe, expect, test } from 'vitest';
import {
  afterSend,
  LEASE_MOVE_NAMES,
  LEASE_MOVES,
  LEASE_STATES,
  type LeaseMove,
  type LeaseState,
  mayAttempt,
  type RetryPolicy,
  retryInMs,
  storedMoves,
} from '#db/jobs/lease-states.ts';

describe('leased work moves by one table', () => {
  const rows: readonly (readonly [LeaseMove, LeaseState, LeaseState, number])[] = [
    ['claim', 'waiting', 'leased', 1],
    ['lapse', 'leased', 'waiting', 0],
    ['finish', 'leased', 'done', 0],
    ['retry', 'leased', 'waiting', 0],
    ['postpone', 'leased', 'waiting', -1],
    ['give_up', 'leased', 'given_up', 0],
  ];
  test.each(rows)('%s moves an item from %s to %s and adds %i attempts', (move, from, to, attempts) => {
    expect(LEASE_MOVES[move]).toEqual({ from, to, attempts });
  });

  test('every move of leased work is in the table', () => {
    expect(rows.map(([move]) => move)).toEqual(LEASE_MOVE_NAMES);
  });

  test('an item can reach every state, and can leave only the states waiting and leased', () => {
    const moves = Object.values(LEASE_MOVES);
    expect(new Set(['waiting', ...moves.map(({ to }) => to)])).toEqual(new Set(LEASE_STATES));
    expect(new Set(moves.map(({ from }) => from))).toEqual(new Set(['waiting', 'leased']));
  });

  test('a table that stores states under its own names has the same moves', () => {
    const moves = storedMoves({
      waiting: 'uploaded',
      leased: 'processing',
      done: 'ready',
      given_up: 'rejected',
    });
    expect(Object.keys(moves)).toEqual(LEASE_MOVE_NAMES);
    expect(moves.claim).toEqual({ from: 'uploaded', to: 'processing', attempts: 1 });
    expect(moves.postpone).toEqual({ from: 'processing', to: 'uploaded', attempts: -1 });
    expect(moves.give_up).toEqual({ from: 'processing', to: 'rejected', attempts: 0 });
  });
});

const policy: RetryPolicy = { delaysMs: [1_000, 5_000], jitter: 0.1 };

describe('an attempt is followed by the policy’s move', () => {
  test.each([
    ['the first delay follows the first attempt', policy, 1, 1_000],
    ['the second delay follows the second attempt', policy, 2, 5_000],
    ['nothing follows the last attempt', policy, 3, null],
    ['the last delay repeats if the policy has no end', { ...policy, isEndless: true }, 9, 5_000],
    ['a policy without delays has one attempt', { delaysMs: [] }, 1, null],
  ] as const)('%s', (_title, given, attempts, ms) => {
    expect(retryInMs(given, attempts, 0)).toBe(ms);
  });

  test('a delay is lengthened by at most its jitter', () => {
    expect(retryInMs(policy, 1, 0.999_999)).toBe(1_100);
  });

  test('a retry after the last attempt becomes a give-up with the same problem', () => {
    const sent = { move: 'retry', problem: 'busy' } as const;
    expect(afterSend(policy, sent, { attempts: 2, random: 0 })).toEqual({
      move: 'retry',
      problem: 'busy',
      inMs: 5_000,
    });
    expect(afterSend(policy, sent, { attempts: 3, random: 0 })).toEqual({ move: 'give_up', problem: 'busy' });
  });

  test('a retry with its own delay is still bounded', () => {
    const sent = { move: 'retry', problem: 'busy', inMs: 60 } as const;
    expect(afterSend(policy, sent, { attempts: 1, random: 0 })).toMatchObject({ move: 'retry', inMs: 60 });
    expect(afterSend(policy, sent, { attempts: 3, random: 0 })).toMatchObject({ move: 'give_up' });
  });

  test('other outcomes are recorded unchanged', () => {
    for (const sent of [
      { move: 'finish', done: 1 },
      { move: 'postpone', inMs: 5 },
      { move: 'give_up', problem: 'no' },
    ] as const)
      expect(afterSend(policy, sent, { attempts: 1, random: 0 })).toEqual(sent);
  });

  test('attempts that ended with their process have a separate limit from retries', () => {
    const spare = { ...policy, mostAttempts: 5 };
    expect([1, 3, 4].map((attempts) => mayAttempt(policy, attempts))).toEqual([true, true, false]);
    expect([5, 6].map((attempts) => mayAttempt(spare, attempts))).toEqual([true, false]);
    expect(mayAttempt({ ...policy, isEndless: true }, 1_000)).toBe(true);
  });
});
