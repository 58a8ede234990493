import { expect, test } from 'vitest';
import { TimeIsUp, withinTime } from '#gateway/engine/time-limit.ts';

test('endless work is terminated', () => {
  expect(() =>
    withinTime(20, () => {
      for (;;);
    }),
  ).toThrow(TimeIsUp);
});

test('work that finishes passes on its result or error', () => {
  expect(withinTime(60_000, () => [1])).toEqual([1]);
  const own = new TypeError('mine');
  expect(() =>
    withinTime(60_000, () => {
      throw own;
    }),
  ).toThrow(own);
});

test('work that got too little processor time runs again', () => {
  let runs = 0;
  let resets = 0;
  const idle = new Int32Array(new SharedArrayBuffer(4));
  const work = () => {
    runs += 1;
    return Atomics.wait(idle, 0, 0, 50);
  };
  expect(withinTime(20, work, () => (resets += 1))).toBe('timed-out');
  expect(runs).toBeGreaterThan(1);
  expect(resets).toBe(runs - 1);
});

test('work that got more than half of its processor time also runs again', () => {
  const idle = new Int32Array(new SharedArrayBuffer(4));
  const workFor = (neededMs: number) => () => {
    const began = process.threadCpuUsage();
    for (;;) {
      const { user, system } = process.threadCpuUsage(began);
      if ((user + system) / 1000 >= neededMs) return 'done';
      const until = performance.now() + 6;
      while (performance.now() < until);
      Atomics.wait(idle, 0, 0, 3);
    }
  };
  expect(withinTime(200, workFor(160))).toBe('done');
});

test('work that never gets processor time is also terminated', () => {
  const idle = new Int32Array(new SharedArrayBuffer(4));
  expect(() => withinTime(5, () => Atomics.wait(idle, 0, 0))).toThrow(TimeIsUp);
});
