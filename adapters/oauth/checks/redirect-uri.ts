import type { Check } from './check.ts';

/** The redirect URI is a declared one, character by character (docs/interface/oauth.md#redirect-uri). */
export const checkRedirectUri: Check = ({ parameters, client }) => {
  const given = parameters.get('redirect_uri');
  if (given !== null && client?.redirectUris.includes(given)) return null;
  return 'The redirect_uri is not declared by the app, so you are not redirected.';
};
