import { expect, test } from 'vitest';
import { judgeCode } from '#subgraphs/apps/installs/domain/authorization-code.ts';

// docs/interface/oauth.md#code.

const NOW = new Date('2026-06-01T12:00:00Z');
const LATER = new Date('2026-06-01T12:00:00.001Z');
const A_MOMENT_AGO = new Date('2026-06-01T11:59:58Z');
const BEFORE = new Date('2026-06-01T11:59:57.999Z');
const CODE = {
  appId: 1,
  redirectUri: 'https://a.test/',
  codeChallenge: null,
  expiresAt: LATER,
  consumedAt: null,
};
const EXCHANGE = { appId: 1, redirectUri: 'https://a.test/', verifierChallenge: null, now: NOW };

test.each([
  ['as it was made', {}, {}, 'redeem'],
  ['of another app', {}, { appId: 2 }, 'refused'],
  ['at the instant it expires', { expiresAt: NOW }, {}, 'refused'],
  ['with another redirect URI', {}, { redirectUri: 'https://a.test' }, 'refused'],
  ['with its verifier', { codeChallenge: 'c' }, { verifierChallenge: 'c' }, 'redeem'],
  ['without its verifier', { codeChallenge: 'c' }, {}, 'refused'],
  ['with another verifier', { codeChallenge: 'c' }, { verifierChallenge: 'd' }, 'refused'],
  ['with a verifier it has no challenge for', {}, { verifierChallenge: 'c' }, 'refused'],
  ['a second time within 2 s', { consumedAt: A_MOMENT_AGO }, {}, 'refused'],
  ['a second time', { consumedAt: BEFORE }, {}, 'reused'],
  ['a second time, after it expired', { consumedAt: BEFORE, expiresAt: NOW }, {}, 'reused'],
  ['a second time, with another redirect URI', { consumedAt: BEFORE }, { redirectUri: 'x' }, 'reused'],
  ['a second time, by another app', { consumedAt: BEFORE }, { appId: 2 }, 'refused'],
] as const)('a code exchanged %s has the expected outcome', (_how, code, exchange, kind) => {
  expect(judgeCode({ ...CODE, ...code }, { ...EXCHANGE, ...exchange }).kind).toBe(kind);
});

test('an unknown code is refused', () => expect(judgeCode(null, EXCHANGE).kind).toBe('refused'));
