import { expect, test } from 'vitest';
import { clientNetwork } from '#kit/client-network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unix:', 'unix:'],
])('the network of %s is %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
