import { describe, expect, test } from 'vitest';
import { readDomainName } from '#subgraphs/catalog/storefronts/domain/domain-name.ts';
import {
  type DomainStatus,
  type Finding,
  moveDomain,
  nextDomainCheck,
} from '#subgraphs/catalog/storefronts/domain/domain-state.ts';

const OWN = ['stays.platform.example', 'panel.platform.example'];

describe('a domain as a host types it', () => {
  test.each([
    ['Stays.Example.COM', 'stays.example.com'],
    [' stays.example.com. ', 'stays.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['stays。example.com', 'stays.example.com'],
    ['ｓtays.example.com', 'stays.example.com'],
    ['sta­ys.example.com', 'stays.example.com'],
    ['seehof.github.io', 'seehof.github.io'],
    ['notstays.platform.example', 'notstays.platform.example'],
  ])('the typed domain %s is read as %s', (typed, name) => {
    expect(readDomainName(typed, OWN)).toEqual({ name });
  });

  test.each([
    '',
    'localhost',
    'a.localhost',
    'printer.local',
    'example',
    'co.uk',
    'github.io',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'https://stays.example.com',
    'stays.example.com/path',
    'user@stays.example.com',
    'stays.example.com:443',
    '_platform-challenge.example.com',
    '-a.example.com',
    'a..example.com',
    'stays.platform.example',
    'lakeside.stays.platform.example',
    'PANEL.platform.example.',
    `${'a'.repeat(64)}.example.com`,
    `${'abcdefgh.'.repeat(30)}example.com`,
  ])('the typed domain %j is refused with a reason', (typed) => {
    expect(readDomainName(typed, OWN)).toEqual({ mistake: expect.stringMatching(/\.$/) });
  });
});

const NOW = new Date('2026-11-22T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

/**
 * Status, days since it began, DNS results for proof and target, whether another storefront has the domain,
 * and the outcome.
 */
const MOVES: readonly (readonly [
  DomainStatus,
  number,
  Finding,
  Finding,
  boolean,
  DomainStatus,
  string | null,
])[] = [
  ['pending', 0, 'missing', 'missing', false, 'pending', 'challenge_missing'],
  ['pending', 0, 'missing', 'found', false, 'pending', 'challenge_missing'],
  ['pending', 0, 'unknown', 'found', false, 'pending', 'dns_unanswered'],
  ['pending', 0, 'found', 'missing', false, 'verified', 'target_missing'],
  ['pending', 0, 'found', 'found', false, 'active', null],
  ['pending', 0, 'found', 'found', true, 'pending', 'claimed_elsewhere'],
  ['pending', 30, 'missing', 'missing', false, 'removed', 'expired'],
  ['verified', 0, 'missing', 'found', false, 'pending', 'challenge_missing'],
  ['verified', 0, 'unknown', 'unknown', false, 'verified', 'dns_unanswered'],
  ['verified', 0, 'found', 'found', false, 'active', null],
  ['verified', 30, 'found', 'missing', false, 'removed', 'expired'],
  ['active', 0, 'found', 'found', false, 'active', null],
  ['active', 0, 'missing', 'found', false, 'failing', 'challenge_missing'],
  ['active', 0, 'found', 'missing', false, 'failing', 'target_missing'],
  ['active', 1, 'unknown', 'unknown', false, 'active', 'dns_unanswered'],
  ['active', 2, 'unknown', 'unknown', false, 'failing', 'dns_unanswered'],
  ['failing', 6.9, 'missing', 'found', false, 'failing', 'challenge_missing'],
  ['failing', 6.9, 'found', 'found', false, 'active', null],
  ['failing', 7, 'found', 'missing', false, 'removed', 'target_missing'],
  ['failing', 7, 'unknown', 'unknown', false, 'removed', 'dns_unanswered'],
  ['removed', 0, 'found', 'found', false, 'removed', null],
];

describe('the status of a domain', () => {
  test.each(MOVES)(
    'a domain %s for %s days with challenge %s and target %s, claimed: %s, becomes %s',
    (status, days, challenge, target, claimed, to, problem) => {
      const since = ago(days);
      const state = { status, createdAt: since, verifiedAt: null, failingSince: since, lastGoodAt: since };
      expect(moveDomain(state, { challenge, target }, { claimed, now: NOW })).toEqual({
        status: to,
        problem,
      });
    },
  );

  test('an inactive domain is checked less and less often', () => {
    const minutes = (status: DomainStatus, attempts: number) => {
      const problem = status === 'active' ? null : ('challenge_missing' as const);
      return (nextDomainCheck({ status, problem }, attempts, NOW).getTime() - NOW.getTime()) / 60_000;
    };
    expect([0, 1, 2, 3, 4, 5, 6, 99].map((attempts) => minutes('pending', attempts))).toEqual([
      1, 2, 5, 15, 60, 360, 1440, 1440,
    ]);
    expect(minutes('active', 0)).toBe(1440);
  });
});
