import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { consent, isAlive, newOauthApp, plainBrowser, REDIRECT_URI, signIn } from '../support/oauth.ts';
import { check, type Judge } from './judge.ts';
import { tool } from './tools.ts';

const client = tool('simple-oauth2');

interface Token {
  readonly token: { readonly access_token: string; readonly scope: string };
  readonly revoke: (kind: 'access_token') => Promise<void>;
}

/**
 * Parts of `simple-oauth2` used here. The package isn't installed with the repository, so its types aren't
 * available.
 */
interface SimpleOauth2 {
  readonly AuthorizationCode: new (
    options: object,
  ) => {
    readonly authorizeURL: (parameters: object) => string;
    readonly getToken: (parameters: object) => Promise<Token>;
  };
}

/** A client that supports only OAuth 2.0: no discovery, no PKCE, the secret by Basic. */
export const simpleOauth2: Judge = {
  name: 'simple-oauth2',
  version: client.version,
  about: 'The code grant of a client that knows neither discovery nor PKCE, a wrong code and revocation.',
  pace: 'nightly',
  exceptions: [],
  missing: client.missing,
  async run(server) {
    const require = createRequire(client.file('package.json'));
    const { AuthorizationCode } = require(client.file('index.js')) as SimpleOauth2; // see SimpleOauth2
    const app = await newOauthApp(server);
    const browser = plainBrowser(server.address);
    await signIn(server, browser);
    const grant = new AuthorizationCode({
      client: { id: app.clientId, secret: app.clientSecret },
      auth: {
        tokenHost: server.address,
        tokenPath: '/oauth/token',
        authorizePath: '/oauth/authorize',
        revokePath: '/oauth/revoke',
      },
    });
    return [
      await check('grant and revocation', async () => {
        const back = await consent(
          browser,
          grant.authorizeURL({ redirect_uri: REDIRECT_URI, state: 'a state' }),
        );
        const code = back.searchParams.get('code');
        const granted = await grant.getToken({ code, redirect_uri: REDIRECT_URI });
        assert.ok(await isAlive(server, granted.token.access_token));
        await granted.revoke('access_token');
        assert.equal(await isAlive(server, granted.token.access_token), false);
      }),
      await check('a wrong code is refused', () =>
        assert.rejects(grant.getToken({ code: 'unknown', redirect_uri: REDIRECT_URI }), /400/),
      ),
    ];
  },
};
