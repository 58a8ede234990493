import { expect, test } from 'vitest';
import { movedAddress } from '../../panel/moved.ts';

// Former page addresses redirect, with their query and hash.

test.each([
  ['/site', {}, '?storefront=2&team=lakeside', '', '/site?storefront=2&team=lakeside'],
  ['/bookings/requests/:id', { id: '7' }, '?team=lakeside', '', '/bookings/requests/7?team=lakeside'],
  ['/rates/charges?property=:id', { id: '3' }, '', '#taxes', '/rates/charges?property=3#taxes'],
  ['/rates/plans?property=:id', { id: '3' }, '?team=lakeside', '', '/rates/plans?property=3&team=lakeside'],
  ['/bookings/requests/:id', { id: '../x?y#z' }, '', '', '/bookings/requests/..%2Fx%3Fy%23z'],
])(
  'a visit to the former address of %s with %j, "%s" and "%s" continues at %s',
  (to, params, search, hash, address) => {
    expect(movedAddress(to, { params, search, hash })).toBe(address);
  },
);
