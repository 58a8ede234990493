import { expect, test } from 'vitest';
import { PREFIX } from '#subgraphs/apps/identity/domain/tokens.ts';
import { CallbackError, readCallback } from '../../packages/app-sdk/index.ts';

// docs/guides/install-through-oauth.md#from-the-app-store.

const STORE_CODE = `${PREFIX.storeCode}abc`;
const ISSUER = 'https://panel.example.com';

const codeOf = (query: string, state: string | null, issuer?: string): unknown => {
  try {
    return readCallback({ url: `/oauth/callback?${query}`, state, ...(issuer && { issuer }) });
  } catch (error) {
    if (error instanceof CallbackError) return error.code;
    throw error;
  }
};

test.each([
  ['a consent with the expected state', 'code=abc&state=s', 's', { code: 'abc', source: 'consent' }],
  ['a store code without state', `code=${STORE_CODE}`, null, { code: STORE_CODE, source: 'store' }],
  [
    'a store code during another connection',
    `code=${STORE_CODE}`,
    's',
    { code: STORE_CODE, source: 'store' },
  ],
  ['a store code with the expected state', `code=${STORE_CODE}&state=s`, 's', 'wrong_state'],
  ['a consent whose state was removed', 'code=abc', 's', 'wrong_state'],
  ['a consent without any state', 'code=abc', null, 'wrong_state'],
  ['a consent with an empty state', 'code=abc&state=', '', 'wrong_state'],
  ['a consent with another state', 'code=abc&state=x', 's', 'wrong_state'],
  ['a denial with the expected state', 'error=access_denied&state=s', 's', 'access_denied'],
  ['a forged denial', 'error=access_denied', null, 'wrong_state'],
  ['a request without a code', 'state=s', 's', 'missing_code'],
] as const)('readCallback handles %s', (_what, query, state, expected) => {
  expect(codeOf(query, state)).toEqual(expected);
});

test.each([
  ['the expected', `&iss=${encodeURIComponent(ISSUER)}`, { code: STORE_CODE, source: 'store' }],
  ['another', '&iss=https%3A%2F%2Fevil.example.com', 'wrong_issuer'],
  ['no', '', 'wrong_issuer'],
] as const)('readCallback compares the issuer with %s issuer', (_which, iss, expected) => {
  expect(codeOf(`code=${STORE_CODE}${iss}`, null, ISSUER)).toEqual(expected);
});
