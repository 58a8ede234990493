import assert from 'node:assert/strict';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { graphql } from '../support/graphql.ts';
import {
  consent,
  newOauthApp,
  type OauthApp,
  type PlainBrowser,
  plainBrowser,
  REDIRECT_URI,
  signIn,
} from '../support/oauth.ts';
import type { TestPlatform } from '../support/platform.ts';
import { check, type Judge } from './judge.ts';
import { devDependency } from './tools.ts';

/** Two OAuth clients that validate a server's responses, from discovery to revocation. */
export const oauthClients: Judge = {
  name: 'OAuth clients',
  version: `${devDependency('oauth4webapi').version}, ${devDependency('openid-client').version}`,
  about:
    'Discovery, a PKCE code grant through the real pages, the token at the API, refusal and revocation, as each client checks them.',
  pace: 'ci',
  exceptions: [],
  async run(server) {
    const app = await newOauthApp(server);
    const browser = plainBrowser(server.address);
    await signIn(server, browser);
    return [
      await check('oauth4webapi: discovery, grant, API, revocation', () => plainClient(server, app, browser)),
      await check('openid-client: discovery, grant, API, revocation', () =>
        openidClient(server, app, browser),
      ),
      await check('openid-client: a denial reaches the app', () => denied(server, app, browser)),
      await check('openid-client: a used code is invalid_grant', () => reused(server, app, browser)),
    ];
  },
};

async function plainClient(server: TestPlatform, app: OauthApp, browser: PlainBrowser): Promise<void> {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const issuer = new URL(server.address);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const metadata = await oauth.processDiscoveryResponse(issuer, found);
  const client = { client_id: app.clientId };
  const authentication = oauth.ClientSecretPost(app.clientSecret);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(metadata.authorization_endpoint ?? '');
  url.search = `${new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: REDIRECT_URI,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })}`;
  const answer = oauth.validateAuthResponse(metadata, client, await consent(browser, url.href), state);
  const granted = await oauth.processAuthorizationCodeResponse(
    metadata,
    client,
    await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      authentication,
      answer,
      REDIRECT_URI,
      verifier,
      insecure,
    ),
  );
  assert.equal(await appOf(server, granted.access_token), 'Turnover Crew');
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(metadata, client, authentication, granted.access_token, insecure),
  );
  assert.equal(await appOf(server, granted.access_token), null);
}

async function openidClient(server: TestPlatform, app: OauthApp, browser: PlainBrowser): Promise<void> {
  const { configuration, url, checks } = await authorization(server, app);
  const tokens = await openid.authorizationCodeGrant(configuration, await consent(browser, url.href), checks);
  assert.equal(tokens.token_type, 'bearer');
  assert.equal(await appOf(server, tokens.access_token), 'Turnover Crew');
  await openid.tokenRevocation(configuration, tokens.access_token);
  assert.equal(await appOf(server, tokens.access_token), null);
}

async function denied(server: TestPlatform, app: OauthApp, browser: PlainBrowser): Promise<void> {
  const { configuration, url, checks } = await authorization(server, app);
  const back = await consent(browser, url.href, { decision: 'deny' });
  await assert.rejects(openid.authorizationCodeGrant(configuration, back, checks), {
    error: 'access_denied',
  });
}

async function reused(server: TestPlatform, app: OauthApp, browser: PlainBrowser): Promise<void> {
  const { configuration, url, checks } = await authorization(server, app);
  const back = await consent(browser, url.href);
  await openid.authorizationCodeGrant(configuration, back, checks);
  await assert.rejects(openid.authorizationCodeGrant(configuration, back, checks), {
    error: 'invalid_grant',
  });
}

/** A consent request as openid-client builds it. */
async function authorization(server: TestPlatform, app: OauthApp) {
  const configuration = await openid.discovery(
    new URL(server.address),
    app.clientId,
    app.clientSecret,
    openid.ClientSecretBasic(app.clientSecret),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  );
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: REDIRECT_URI,
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  return { configuration, url, checks: { pkceCodeVerifier, expectedState } };
}

/** A token's app, as the API sees it. */
async function appOf(server: TestPlatform, token: string): Promise<string | null> {
  const { data } = await graphql(server.address, '{ currentApp { name } }', { token });
  return data.currentApp?.name ?? null;
}
