import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExchangeError, exchangeCode } from '../../packages/app-sdk/index.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import {
  authorizeUrl,
  consent,
  exchange,
  isAlive,
  newOauthApp,
  plainBrowser,
  REDIRECT_URI,
  signIn,
} from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { installFromStore, newStoreApp, type StoreApp } from '../support/store-app.ts';

// docs/interface/oauth.md#codes-from-the-store.

let platform: TestPlatform;
let host: Developer;

beforeAll(async () => {
  platform = await startPlatform();
  host = await demoHost(platform, 'lakeside');
});
afterAll(() => platform.close());

/** Installs the app on the host's team; returns its code. */
async function codeFor(app: StoreApp, by = host): Promise<string> {
  const { redirect, userErrors } = await installFromStore(platform, by.host, app.slug);
  expect(userErrors).toEqual([]);
  return redirect?.code ?? '';
}

const UNINSTALL = 'mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code } } }';
const uninstall = ({ slug }: StoreApp) =>
  ask<{ appUninstall: unknown }>(platform, host.host, UNINSTALL, { slug });

interface Reconnected {
  readonly redirect: { readonly uri: string; readonly code: string } | null;
  readonly userErrors: readonly { readonly code: string }[];
}

const RECONNECT = `mutation ($slug: String!) {
  appReconnect(slug: $slug) { redirect { uri code } userErrors { code } }
}`;
const reconnect = async ({ slug }: Pick<StoreApp, 'slug'>, by = host.host): Promise<Reconnected> =>
  (await ask<{ appReconnect: Reconnected }>(platform, by, RECONNECT, { slug })).appReconnect;

const redeem = async (app: StoreApp, code: string, more: Readonly<Record<string, string>> = {}) => {
  const { status, json } = await exchange(platform, app, { code, ...more });
  return [status, json.error];
};

const tokensOf = async ({ slug }: StoreApp): Promise<number> => {
  const [row] = await platform.database.query<{ count: number }>(
    `SELECT count(*)::int FROM apps.runtime_tokens r JOIN apps.installs i ON i.id = r.install_id
     JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1 AND r.revoked_at IS NULL`,
    [slug],
  );
  return row?.count ?? 0;
};

describe('an install from the store', () => {
  test.each(['free', 'platform', 'external'] as const)(
    "a store app with %s billing gets its install's token and webhook secret through a code",
    async (billing) => {
      const app = await newStoreApp(platform, {}, { billing });
      const { redirect, webhookSecret } = await installFromStore(platform, host.host, app.slug);
      expect(redirect).toEqual({
        uri: REDIRECT_URI,
        code: expect.stringMatching(/^platform_store_[\w-]{43}$/),
      });
      const { status, json } = await exchange(platform, app, { code: redirect?.code ?? '' });
      expect(status).toBe(200);
      expect(json).toEqual({
        access_token: expect.stringMatching(/^platform_app_[\w-]{43}$/),
        token_type: 'Bearer',
        scope: 'read_tasks read_bookings',
        webhook_secret: webhookSecret,
      });
      expect(await isAlive(platform, json.access_token)).toBe(true);
    },
  );

  test('the SDK exchanges a store code and reports a refusal or an outage', async () => {
    const app = await newStoreApp(platform);
    const { redirect, webhookSecret } = await installFromStore(platform, host.host, app.slug);
    const exchangeAt = (issuer: string) =>
      exchangeCode({
        issuer,
        clientId: app.clientId,
        clientSecret: app.clientSecret,
        code: redirect?.code ?? '',
        redirectUri: REDIRECT_URI,
      });
    const unreachable = await exchangeAt('http://127.0.0.1:1').catch((error: unknown) => error);
    expect(unreachable).toBeInstanceOf(ExchangeError);
    expect(unreachable).toMatchObject({ status: 502, code: null });
    expect(await exchangeAt(platform.address)).toEqual({
      token: expect.stringMatching(/^platform_app_/),
      webhookSecret,
    });
    await ask(platform, host.host, UNINSTALL, { slug: app.slug });
    expect(await exchangeAt(platform.address).catch((error: unknown) => error)).toMatchObject({
      code: 'invalid_grant',
      message: expect.stringMatching(/^The platform returned invalid_grant: /),
    });
  });

  test("the redirect goes to the live version's first redirect URI even while another version is in review", async () => {
    const second = `${REDIRECT_URI}/second`;
    const app = await newStoreApp(platform, { oauth: { redirect_uris: [REDIRECT_URI, second] } });
    await app.submit({ oauth: { redirect_uris: ['https://elsewhere.example.com/'] } });
    const { redirect } = await installFromStore(platform, host.host, app.slug);
    expect(redirect?.uri).toBe(REDIRECT_URI);
  });

  test('an app without redirect URIs is installed without a redirect', async () => {
    const app = await newStoreApp(platform, { oauth: { redirect_uris: [] } });
    const { redirect, userErrors } = await installFromStore(platform, host.host, app.slug);
    expect([redirect, userErrors]).toEqual([null, []]);
  });

  test('only the panel gets a code: the management API and development installs return none', async () => {
    const developer = await demoHost(platform, 'devteam');
    const app = await newOauthApp(platform);
    const viaApi = { ...developer.viewer };
    const byToken = await installFromStore(platform, viaApi, app.slug, ', team: "devteam"');
    expect([byToken.redirect, byToken.token]).toEqual([null, expect.stringMatching(/^platform_app_/)]);
    await ask(platform, developer.host, UNINSTALL, { slug: app.slug });
    const dev = await installFromStore(platform, developer.host, app.slug, ', dev: true');
    expect([dev.redirect, dev.userErrors]).toEqual([null, []]);
  });

  test('a refused install issues no code', async () => {
    const app = await newStoreApp(platform);
    await codeFor(app);
    const again = await installFromStore(platform, host.host, app.slug);
    expect([again.redirect, again.userErrors]).toEqual([null, [{ code: 'ALREADY_INSTALLED' }]]);
  });

  test('a code is stored only as a hash', async () => {
    const app = await newStoreApp(platform);
    const code = await codeFor(app);
    const rows = await platform.database.query<{ row: string }>(
      'SELECT c::text AS row FROM apps.authorization_codes c WHERE install_id IS NOT NULL',
    );
    expect(rows.filter(({ row }) => row.includes(code) || row.includes(code.slice(15)))).toEqual([]);
  });

  test("redeeming a code is recorded in the team's audit trail", async () => {
    const app = await newStoreApp(platform);
    const code = await codeFor(app);
    await redeem(app, code);
    const { teamEvents } = await ask<{ teamEvents: { nodes: readonly { kind: string }[] } }>(
      platform,
      host.host,
      '{ teamEvents(first: 2) { nodes { kind subject } } }',
    );
    expect(teamEvents.nodes).toEqual([
      { kind: 'app.connected', subject: 'Crew Store' },
      { kind: 'app.installed', subject: 'Crew Store' },
    ]);
  });
});

describe('redeeming a code from the store', () => {
  test("a paid app's code from the consent page and an unknown code keep unauthorized_client", async () => {
    const app = await newStoreApp(platform);
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser);
    const code = (await consent(browser, authorizeUrl(app))).searchParams.get('code') ?? '';
    const other = await codeFor(await newStoreApp(platform));
    await platform.database.query(`UPDATE apps.apps SET billing = 'platform' WHERE slug = $1`, [app.slug]);
    expect(await redeem(app, code)).toEqual([400, 'unauthorized_client']);
    expect(await redeem(app, 'platform_store_unknown')).toEqual([400, 'unauthorized_client']);
    expect(await redeem(app, other)).toEqual([400, 'unauthorized_client']);
    expect(await redeem(app, await codeFor(app))).toEqual([200, undefined]);
  });

  test('a store code redeemed 50 times concurrently returns one token', async () => {
    const app = await newStoreApp(platform, {}, { billing: 'platform' });
    const code = await codeFor(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(app, code)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([, error]) => error === 'invalid_grant')).toHaveLength(49);
    expect(await tokensOf(app)).toBe(1);
  });

  test("a paid app's store code reused after 2 s revokes the token that it issued", async () => {
    const app = await newStoreApp(platform, {}, { billing: 'platform' });
    const code = await codeFor(app);
    const { json } = await exchange(platform, app, { code });
    expect(await redeem(app, code)).toEqual([400, 'invalid_grant']);
    expect(await isAlive(platform, json.access_token)).toBe(true);
    await platform.database.query(
      `UPDATE apps.authorization_codes SET consumed_at = consumed_at - interval '2.1 seconds'`,
    );
    expect(await redeem(app, code)).toEqual([400, 'invalid_grant']);
    expect(await isAlive(platform, json.access_token)).toBe(false);
  });

  test('a store code works only for its own client and redirect URI, and without a verifier', async () => {
    const second = `${REDIRECT_URI}/second`;
    const app = await newStoreApp(platform, { oauth: { redirect_uris: [REDIRECT_URI, second] } });
    const stranger = await newStoreApp(platform);
    const code = await codeFor(app);
    for (const attempt of [
      redeem(stranger, code),
      redeem(app, code, { redirect_uri: second }),
      redeem(app, code, { code_verifier: 'a'.repeat(43) }),
      redeem(app, code.replace('platform_store_', '')),
    ]) {
      expect(await attempt).toEqual([400, 'invalid_grant']);
    }
    expect(await redeem(app, code, { client_secret: 'wrong' })).toEqual([401, 'invalid_client']);
    expect(await redeem(app, code)).toEqual([200, undefined]);
  });

  test.each(['free', 'platform'] as const)(
    'uninstalling an app with %s billing ends its code, and reinstalling issues another',
    async (billing) => {
      const app = await newStoreApp(platform, {}, { billing });
      const first = await codeFor(app);
      await uninstall(app);
      expect(await redeem(app, first)).toEqual([400, 'invalid_grant']);
      const second = await codeFor(app);
      expect(second).not.toBe(first);
      expect(await redeem(app, first)).toEqual([400, 'invalid_grant']);
      expect(await redeem(app, second)).toEqual([200, undefined]);
    },
  );

  test('an uninstall that races with the redemption leaves no working token', async () => {
    const app = await newStoreApp(platform);
    for (let round = 0; round < 10; round++) {
      const code = await codeFor(app);
      const [{ json }] = await Promise.all([exchange(platform, app, { code }), uninstall(app)]);
      expect(json.access_token === undefined || !(await isAlive(platform, json.access_token))).toBe(true);
      expect(await tokensOf(app)).toBe(0);
    }
  });

  test.each([
    [
      'is removed from the team',
      'mutation ($member: ID!) { done: teamMemberRemove(id: $member) { userErrors { message } } }',
    ],
    [
      'gets another role',
      'mutation ($member: ID!) { done: teamMemberRoleSet(id: $member, role: developer) { userErrors { message } } }',
    ],
  ])("a paid app's code is refused once the person who installed the app %s", async (_what, change) => {
    const app = await newStoreApp(platform, {}, { billing: 'platform' });
    const { host: other } = await newDeveloper(platform);
    await platform.database.query(
      `INSERT INTO apps.memberships (account_id, team_id, role, created_at) VALUES ($1, $2, 'owner', now())`,
      [other.accountId, host.teamId],
    );
    const { redirect, userErrors } = await installFromStore(
      platform,
      { ...other, teamId: host.teamId },
      app.slug,
    );
    expect(userErrors).toEqual([]);
    const { done } = await ask<{ done: unknown }>(platform, host.host, change, {
      member: String(other.accountId),
    });
    expect(done).toEqual({ userErrors: [] });
    expect(await redeem(app, redirect?.code ?? '')).toEqual([400, 'invalid_grant']);
  });

  test('permissions approved later apply to the redeemed token without another code', async () => {
    const app = await newStoreApp(platform);
    const { json } = await exchange(platform, app, { code: await codeFor(app) });
    await app.push({ scopes: ['read_tasks', 'read_bookings', 'write_tasks'] });
    const { done } = await ask<{ done: unknown }>(
      platform,
      host.host,
      `mutation ($slug: String!) {
        done: appPermissionsApprove(slug: $slug, permissions: ["write_tasks"]) { userErrors { code message } }
      }`,
      { slug: app.slug },
    );
    expect(done).toEqual({ userErrors: [] });
    const response = await fetch(`${platform.address}/developer/api/unstable/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${json.access_token}` },
      body: JSON.stringify({ query: '{ currentInstall { scopes team } }' }),
    });
    expect(await response.json()).toMatchObject({
      data: { currentInstall: { scopes: ['read_tasks', 'read_bookings', 'write_tasks'], team: 'lakeside' } },
    });
  });
});

describe('connecting an installed app again', () => {
  const redirectUriOf = async ({ slug }: Pick<StoreApp, 'slug'>, by = host.host) => {
    const query = 'query ($slug: String!) { install(slug: $slug) { redirectUri } }';
    return (await ask<{ install: { redirectUri: string | null } }>(platform, by, query, { slug })).install
      .redirectUri;
  };

  test("a code from connecting again works once, and the installation's earlier unused codes end", async () => {
    const app = await newStoreApp(platform, {}, { billing: 'platform' });
    const codes = [await codeFor(app)];
    expect(await redirectUriOf(app)).toBe(REDIRECT_URI);
    for (const _again of [1, 2]) {
      const { redirect, userErrors } = await reconnect(app);
      expect([redirect?.uri, userErrors]).toEqual([REDIRECT_URI, []]);
      codes.push(redirect?.code ?? '');
    }
    const [first = '', second = '', third = ''] = codes;
    expect(third).toMatch(/^platform_store_[\w-]{43}$/);
    for (const ended of [first, second]) expect(await redeem(app, ended)).toEqual([400, 'invalid_grant']);
    expect(await redeem(app, third)).toEqual([200, undefined]);
    expect(await redeem(app, third)).toEqual([400, 'invalid_grant']);
    const { teamEvents } = await ask<{ teamEvents: { nodes: readonly object[] } }>(
      platform,
      host.host,
      '{ teamEvents(first: 3) { nodes { kind subject } } }',
    );
    expect(teamEvents.nodes).toEqual(
      ['app.connected', 'app.reconnected', 'app.reconnected'].map((kind) => ({
        kind,
        subject: 'Crew Store',
      })),
    );
  });

  test("an app connected again keeps its token until it exchanges the code, which replaces the install's tokens", async () => {
    const app = await newStoreApp(platform);
    const { redirect, token, webhookSecret } = await installFromStore(platform, host.host, app.slug);
    const { json: earlier } = await exchange(platform, app, { code: redirect?.code ?? '' });
    expect(await isAlive(platform, token ?? '')).toBe(false);
    const code = (await reconnect(app)).redirect?.code ?? '';
    expect(await isAlive(platform, earlier.access_token)).toBe(true);
    const { json } = await exchange(platform, app, { code });
    expect(json.webhook_secret).toBe(webhookSecret);
    expect(await isAlive(platform, json.access_token)).toBe(true);
    expect(await isAlive(platform, earlier.access_token)).toBe(false);
    expect(await tokensOf(app)).toBe(1);
  });

  test('an exchange that races with connecting again leaves one working token', async () => {
    const app = await newStoreApp(platform);
    let code = await codeFor(app);
    for (let round = 0; round < 10; round++) {
      const [, { redirect, userErrors }] = await Promise.all([redeem(app, code), reconnect(app)]);
      expect(userErrors).toEqual([]);
      code = redirect?.code ?? '';
    }
    expect(await redeem(app, code)).toEqual([200, undefined]);
    expect(await tokensOf(app)).toBe(1);
  });

  test("uninstalling an app ends the code from connecting again, and an uninstalled app can't be connected", async () => {
    const app = await newStoreApp(platform);
    await codeFor(app);
    const code = (await reconnect(app)).redirect?.code ?? '';
    await uninstall(app);
    expect(await redeem(app, code)).toEqual([400, 'invalid_grant']);
    expect(await reconnect(app)).toEqual({ redirect: null, userErrors: [{ code: 'NOT_FOUND' }] });
  });

  test("an app without redirect URIs and an install for local development can't be connected again", async () => {
    const refused = { redirect: null, userErrors: [{ code: 'NOT_CONNECTABLE' }] };
    const plain = await newStoreApp(platform, { oauth: { redirect_uris: [] } });
    await installFromStore(platform, host.host, plain.slug);
    expect([await redirectUriOf(plain), await reconnect(plain)]).toEqual([null, refused]);
    const { host: developer } = await demoHost(platform, 'devteam');
    const own = await newOauthApp(platform);
    await installFromStore(platform, developer, own.slug, ', dev: true');
    expect([await redirectUriOf(own, developer), await reconnect(own, developer)]).toEqual([null, refused]);
  });
});

test('a store code expires after OAUTH_CODE_TTL', async () => {
  const short = await startPlatform({ OAUTH_CODE_TTL: 'PT0.001S' });
  try {
    const app = await newStoreApp(short, {}, { billing: 'platform' });
    const { host: viewer } = await demoHost(short, 'lakeside');
    const { redirect } = await installFromStore(short, viewer, app.slug);
    const { status, json } = await exchange(short, app, { code: redirect?.code ?? '' });
    expect([status, json.error]).toEqual([400, 'invalid_grant']);
  } finally {
    await short.close();
  }
});
