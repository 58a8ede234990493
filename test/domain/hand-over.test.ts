import { describe, expect, test } from 'vitest';
import { retryInMs } from '#db/jobs/lease-states.ts';
import {
  type HandOverAnswer,
  handOverBody,
  handOverRetries,
  notTaken,
  readHandOver,
} from '../../subgraphs/checkout/conversations/domain/hand-over.ts';

// Outcomes of handing a message to an app (docs/interface/conversations.md#handing-over).

const answer = (status: number | null, body: unknown = {}): HandOverAnswer => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  failure: null,
});

describe('an answer', () => {
  test.each([
    ['200 with an id', answer(200, { external_id: 'm-1' }), { move: 'finish', done: { externalId: 'm-1' } }],
    ['202', answer(202, ''), { move: 'finish', done: 'taken' }],
    [
      '4xx that is final',
      answer(422, { code: 'CLOSED', message: 'Too late', retry: false }),
      { move: 'give_up', problem: { code: 'CLOSED', text: 'Too late' } },
    ],
    [
      '4xx that is final, without words',
      answer(400, { code: 'CLOSED', retry: false }),
      { move: 'give_up', problem: { code: 'CLOSED', text: null } },
    ],
    ['410', answer(410, ''), { move: 'give_up', problem: { code: 'GONE' } }],
  ])('the response %s has the expected outcome', (_what, given, outcome) => {
    expect(readHandOver(given)).toMatchObject(outcome);
  });

  test.each([
    ['none', { ...answer(null), failure: 'timed out' }, "didn't respond: timed out"],
    ['200 without an id', answer(200, {}), 'returned 200 without a readable `external_id`'],
    ['200 that is no JSON', answer(200, '<html>'), 'returned 200 without a readable `external_id`'],
    ['200 with an id too long', answer(200, { external_id: 'x'.repeat(129) }), 'returned 200'],
    ['200 with an id of two lines', answer(200, { external_id: 'a\nb' }), 'returned 200'],
    ['201', answer(201, { external_id: 'm-1' }), 'status 201'],
    ['4xx that may be tried again', answer(429, { code: 'SLOW', retry: true }), 'status 429'],
    ['4xx without a code', answer(400, { retry: false }), 'status 400'],
    ['500', answer(500, { code: 'X', retry: false }), 'status 500'],
  ])('the response %s causes another attempt', (_what, given, problem) => {
    const outcome = readHandOver(given);
    expect(outcome).toMatchObject({
      move: 'retry',
      problem: { code: 'NOT_TAKEN', text: expect.stringContaining(problem) },
    });
  });
});

describe('the next attempt', () => {
  const minutes = (...of: number[]) => of.map((one) => one * 60_000);
  const policy = handOverRetries(minutes(0, 5, 30, 120, 300, 600, 600));

  test.each([
    [1, 5],
    [2, 30],
    [5, 600],
  ])('the attempt after attempt %i follows %i minutes later', (attempts, wait) => {
    expect(retryInMs(policy, attempts, 0)).toBe(wait * 60_000);
  });

  test('the delay before the next attempt is lengthened by up to a tenth', () => {
    expect(retryInMs(policy, 1, 0.5)).toBe(5 * 60_000 * 1.05);
  });

  test.each([
    ['would be later than 24 hours after the first', 6],
    ['is not in the schedule', 7],
  ])('no attempt follows if it %s', (_why, attempts) => {
    expect(retryInMs(policy, attempts, 0)).toBeNull();
  });
});

test('each attempt sends the same bytes', () => {
  const message = { id: 7, text: 'Yes\u2028"', sentAt: new Date('2027-01-02T03:04:05Z') };
  const body = () => handOverBody(message, { id: 3, externalId: 't-1' }, []);
  expect(body()).toBe(body());
  expect(JSON.parse(body())).toEqual({
    message_id: '7',
    conversation: { id: '3', external_id: 't-1' },
    text: 'Yes\u2028"',
    attachments: [],
    sent_at: '2027-01-02T03:04:05.000Z',
  });
});

test('a reason too long for its column is cut', () => {
  expect(notTaken('x'.repeat(10_000)).text?.length).toBe(300);
});
