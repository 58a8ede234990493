import { expect, test } from 'vitest';
import { TimeIsUp, withinTime } from '#gateway/engine/time-limit.ts';

test('work that never ends is ended', () => {
  expect(() =>
    withinTime(20, () => {
      for (;;);
    }),
  ).toThrow(TimeIsUp);
});

test('work that ends hands over what it returned or threw', () => {
  expect(withinTime(60_000, () => [1])).toEqual([1]);
  const own = new TypeError('mine');
  expect(() =>
    withinTime(60_000, () => {
      throw own;
    }),
  ).toThrow(own);
});
