import { describe, expect, test } from 'vitest';
import { retryInMs } from '#db/jobs/lease-states.ts';
import { PUSH_RETRIES, pushOutcome } from '#subgraphs/catalog/channels/domain/push-outcome.ts';
import {
  MESSAGE_OUTCOMES,
  UPDATE_MOVES,
  UPDATE_STATES,
  type UpdateMove,
} from '#subgraphs/catalog/channels/domain/update-states.ts';

describe('a connection’s updates move by one table', () => {
  const rows: readonly (readonly [UpdateMove, string, string, string | null])[] = [
    ['mark', 'idle, due', 'due', null],
    ['claim', 'due', 'sending', 'sending'],
    ['drop', 'due', 'idle', null],
    ['defer', 'sending', 'waiting', 'waiting'],
    ['accept', 'sending, waiting', 'idle', 'accepted'],
    ['accept_partly', 'sending, waiting', 'idle', 'partly_accepted'],
    ['fail', 'sending, waiting', 'due', 'failed'],
    ['refuse', 'sending', 'idle', 'failed'],
    ['lapse', 'sending, waiting', 'due', 'failed'],
  ];
  test.each(rows)('%s moves updates from %s to %s with the outcome %s', (name, from, to, outcome) => {
    const move = UPDATE_MOVES[name];
    expect([move.from.join(', '), move.to, move.outcome]).toEqual([from, to, outcome]);
  });

  test('every update move is in the table', () => {
    expect(rows.map(([move]) => move)).toEqual(Object.keys(UPDATE_MOVES));
  });

  test('the moves reach every state and every outcome', () => {
    const moves = Object.values(UPDATE_MOVES);
    expect(new Set(moves.map(({ to }) => to))).toEqual(new Set(UPDATE_STATES));
    expect(new Set(moves.flatMap(({ outcome }) => outcome ?? []))).toEqual(new Set(MESSAGE_OUTCOMES));
  });

  test("every sent message has an end, and a failed message's nights are sent again", () => {
    for (const state of ['sending', 'waiting'] as const) {
      const ends = Object.values(UPDATE_MOVES).filter(({ from }) =>
        (from as readonly string[]).includes(state),
      );
      expect(ends.map(({ to }) => to)).toEqual(expect.arrayContaining(['idle', 'due']));
    }
    for (const { outcome, takesBack } of Object.values(UPDATE_MOVES))
      expect(takesBack).toBe(outcome === 'failed');
  });
});

describe('a channel’s answer decides the move', () => {
  const answer = (status: number | null, body: unknown = {}) => ({
    status,
    body: JSON.stringify(body),
    failure: null,
  });
  test.each([
    ['200 that accepts', answer(200, { accepted: true }), { move: 'finish', done: { faults: [] } }],
    ['202', answer(202), { move: 'finish', done: { faults: null } }],
    ['410', answer(410), { move: 'give_up' }],
    ['500', answer(500), { move: 'retry', problem: { problem: 'returned status 500' } }],
    ['no answer', answer(null), { move: 'retry', problem: { status: null } }],
    ['200 without a verdict', answer(200, {}), { move: 'retry' }],
    [
      '200 that names a change the message did not have',
      answer(200, { accepted: false, errors: [{ change: 7, code: 'internal' }] }),
      { move: 'retry', problem: { problem: 'reported change 7, but the message had only 2' } },
    ],
  ])('%s', (_title, given, outcome) => {
    expect(pushOutcome(given, 2)).toMatchObject(outcome);
  });

  test('updates are retried while the connection exists, at most every five minutes', () => {
    expect([1, 2, 3, 4, 5, 50].map((failures) => retryInMs(PUSH_RETRIES, failures, 0))).toEqual([
      1_000, 5_000, 30_000, 120_000, 300_000, 300_000,
    ]);
  });
});
