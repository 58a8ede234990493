import { describe, expect, test } from 'vitest';
import { retryInMs } from '#db/jobs/lease-states.ts';
import { namedBy } from '../../subgraphs/checkout/conversations/domain/attachment.ts';
import { FETCH_RETRIES, fetchOutcome } from '../../subgraphs/checkout/conversations/domain/fetched-file.ts';

// Files that apps name by their address (docs/interface/conversations.md#attachments).

const from = 'https://files.example/a/b.pdf';
const answer = (status: number, headers = {}) => ({ status, headers, bytes: Buffer.from('x') });

describe('an answer with status', () => {
  test.each([
    [200, 'file'],
    [204, 'never'],
    [403, 'never'],
    [404, 'never'],
    [410, 'never'],
    [408, 'again'],
    [429, 'again'],
    [500, 'again'],
    [503, 'again'],
  ])('the status %i has the outcome %s', (status, kind) => {
    expect(fetchOutcome(answer(status), from).kind).toBe(kind);
  });

  test.each([
    ['another path', { location: '/c.pdf' }, 'https://files.example/c.pdf'],
    ['another server', { location: ['https://cdn.example/c.pdf'] }, 'https://cdn.example/c.pdf'],
  ])('302 redirects to %s', (_where, headers, url) => {
    expect(fetchOutcome(answer(302, headers), from)).toEqual({ kind: 'elsewhere', url });
  });

  test("302 to an invalid address isn't followed", () => {
    expect(fetchOutcome(answer(302, { location: 'https://' }), from)).toEqual({ kind: 'never' });
  });
});

test('a file is fetched at most three times', () => {
  expect([1, 2, 3].map((attempts) => retryInMs(FETCH_RETRIES, attempts, 0))).toEqual([30_000, 300_000, null]);
});

test.each([
  ['https://files.example/a/Lake%20map.pdf?sig=1', 'Lake map.pdf'],
  ['https://files.example/', ''],
  ['https://files.example/%ff', ''],
  [`https://files.example/${'x'.repeat(300)}`, 'x'.repeat(255)],
])('%s names the file %s', (url, name) => {
  expect(namedBy(url)).toBe(name);
});
