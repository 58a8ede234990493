import { describe, expect, test } from 'vitest';
import { openBoundedThread } from '#kit/bounded-thread.ts';
import type { TestJob } from '../fixtures/bounded-thread.ts';

const FILE = new URL('../fixtures/bounded-thread.ts', import.meta.url);
const LIMITS = { memoryMb: 32, timeoutMs: 20_000, maxAnswerBytes: 1_000 };

const open = (limits: Partial<typeof LIMITS> = {}) =>
  openBoundedThread<TestJob, string>(FILE, { ...LIMITS, ...limits });

const echo = (text: string): TestJob => ({ kind: 'echo', text });

describe('a bounded thread', { timeout: 60_000 }, () => {
  test('a job returns its result and duration', async () => {
    expect(await open().run(echo('read'), 1)).toEqual({ answer: 'read', ms: expect.any(Number) });
  });

  test.each<[limit: string, job: TestJob, limits: Partial<typeof LIMITS>, overrun: string]>([
    ['time', { kind: 'forever' }, { timeoutMs: 200 }, 'time'],
    ['memory', { kind: 'exhaust' }, {}, 'memory'],
    ['answer size', { kind: 'repeat', bytes: 5_000 }, {}, 'answer'],
  ])('a job that exceeds its %s limit leaves a working thread to the next job', async (...args) => {
    const [, job, limits, overrun] = args;
    const thread = open(limits);
    expect(await thread.run(job, 1)).toMatchObject({ overrun });
    expect(await thread.run(echo('next'), 1)).toMatchObject({ answer: 'next' });
  });

  test('a job whose work throws rejects with its message', async () => {
    await expect(open().run({ kind: 'throw' }, 1)).rejects.toThrow('broken rule');
  });

  test("one team's jobs delay another team's job by at most one job", async () => {
    const thread = open();
    const order: string[] = [];
    const run = (text: string, team: number) => thread.run(echo(text), team).then(() => order.push(text));
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((text) => run(text, 1)),
      ...['b1', 'b2'].map((text) => run(text, 2)),
      run('c1', 3),
    ]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });
});
