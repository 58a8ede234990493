import { expect, test } from 'vitest';
import { budgetAddress } from '#kit/address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7%eth0', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['a socket', 'a socket'],
  [undefined, 'gone'],
])('the budget key for %s is %s', (address, key) => {
  expect(budgetAddress(address)).toBe(key);
});

test('two addresses in one /64 share a budget', () => {
  expect(budgetAddress('2001:db8::1')).toBe(budgetAddress('2001:db8:0:0:ffff:ffff:ffff:ffff'));
  expect(budgetAddress('2001:db8::1')).not.toBe(budgetAddress('2001:db8:0:1::1'));
});
