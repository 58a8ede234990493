import type { Check } from './check.ts';

const S256 = /^[\w-]{43}$/;

/** PKCE is S256 where it is used (RFC 7636); `plain`, also as the default of a missing method, protects nothing. */
export const checkCodeChallenge: Check = ({ parameters }) => {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === null && method === null) return null;
  if (method !== 'S256') return 'The code_challenge_method must be S256.';
  return S256.test(challenge ?? '') ? null : 'The code_challenge is not a valid S256 challenge.';
};
