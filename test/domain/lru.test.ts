import { expect, test } from 'vitest';
import { createLru } from '#kit/lru.ts';

test('a map of three entries forgets the one used longest ago', () => {
  const map = createLru<string, number>(3);
  for (const [n, key] of ['a', 'b', 'c'].entries()) map.set(key, n);
  map.get('a');
  map.set('d', 3);
  expect([map.get('a'), map.get('b'), map.size()]).toEqual([0, undefined, 3]);
});

test('a map of bounded weight forgets as many as make room', () => {
  const map = createLru<string, string>(10, (value) => value.length);
  map.set('a', 'xxxx');
  map.set('b', 'xxxx');
  map.set('c', 'xxxxxxxx');
  expect([map.get('a'), map.get('b'), map.weight()]).toEqual([undefined, undefined, 8]);
  map.set('c', 'xx');
  expect([map.size(), map.weight()]).toEqual([1, 2]);
});

test('what is too heavy for the whole map is not kept, and takes the place of nothing', () => {
  const map = createLru<string, string>(10, (value) => value.length);
  map.set('a', 'xxxx');
  map.set('b', 'x'.repeat(11));
  expect([map.get('a'), map.get('b')]).toEqual(['xxxx', undefined]);
});
