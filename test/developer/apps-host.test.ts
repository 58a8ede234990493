import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '#kit/secrets.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { type Developer, developer, MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// The host panel's and the gateway's queries to the apps subgraph, on the internal view.

let platform: TestPlatform;
let dev: Developer;
let accounts: Readonly<Record<string, { id: number; teams: Readonly<Record<string, number>> }>>;

beforeAll(async () => {
  platform = await startPlatform();
  dev = developer(
    platform.address,
    platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '',
  );
  const rows = await platform.database.query<{ key: string; id: number; teams: Record<string, number> }>(
    `SELECT split_part(a.email, '@', 1) AS key, a.id,
       coalesce(jsonb_object_agg(t.slug, t.id) FILTER (WHERE t.id IS NOT NULL), '{}') AS teams
     FROM apps.accounts a LEFT JOIN apps.memberships m ON m.account_id = a.id
     LEFT JOIN apps.teams t ON t.id = m.team_id GROUP BY a.id`,
  );
  accounts = Object.fromEntries(rows.map(({ key, ...row }) => [key, row]));
});
afterAll(() => platform.close());

/** A panel user, with the chosen team. */
function hostUser(key: string, team: string | null = null): ViewerOf<'hostUser'> {
  const account = accounts[key];
  return {
    kind: 'hostUser',
    accountId: account?.id ?? 0,
    sessionId: 1,
    teamId: team === null ? null : (account?.teams[team] ?? 0),
    role: team === null ? null : 'owner',
    elevated: true,
    operator: key === 'operator',
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
const ask = (viewer: Viewer, text: string, variables: Record<string, unknown> = {}): Promise<any> =>
  platform.execute({ text }, variables, { viewer, requestId: 'test' });

const push = async (body: object) =>
  (await dev.call('POST', 'apps', { body: { name: 'App', manifest: MANIFEST, release: true, ...body } }))
    .json;

const APPROVE =
  'mutation ($id: ID!) { appVersionApprove(id: $id) { version { status live } userErrors { code } } }';
const APPROVE_WHY = `mutation ($id: ID!) {
  appVersionApprove(id: $id) { version { id number live } userErrors { code field message } } }`;
const REJECT = `mutation ($id: ID!, $reason: String!) {
  appVersionReject(id: $id, reason: $reason) { version { status rejectionReason } userErrors { code } } }`;
const INSTALL = `mutation ($slug: String!) { appInstall(slug: $slug) {
  install { id isActive team { slug } app { slug } scopes } token webhookSecret userErrors { code } } }`;

describe('review of public apps', () => {
  test('an approved version goes live and any host can install it', async () => {
    const app = await push({ slug: 'reviewed', distribution: 'public' });
    const host = hostUser('host', 'lakeside');
    expect((await ask(host, INSTALL, { slug: 'reviewed' })).appInstall.userErrors).toEqual([
      { code: 'NOT_INSTALLABLE' },
    ]);
    const operator = hostUser('operator');
    const { appVersionsInReview: waiting } = await ask(
      operator,
      '{ appVersionsInReview { nodes { id appName } } }',
    );
    expect(waiting.nodes).toContainEqual({ id: 'reviewed@1', appName: 'App' });
    expect((await ask(operator, APPROVE, { id: app.version })).appVersionApprove).toEqual({
      version: { status: 'approved', live: true },
      userErrors: [],
    });
    const { appInstall } = await ask(host, INSTALL, { slug: 'reviewed' });
    expect(appInstall).toEqual({
      install: {
        id: expect.any(String),
        isActive: true,
        team: { slug: 'lakeside' },
        app: { slug: 'reviewed' },
        scopes: ['read_tasks'],
      },
      token: expect.stringMatching(/^platform_app_/),
      webhookSecret: expect.stringMatching(/^whsec_/),
      userErrors: [],
    });
    const { installs } = await ask(host, '{ installs { app { slug } isActive } }');
    expect(installs).toEqual([{ app: { slug: 'reviewed' }, isActive: true }]);
    expect((await dev.call('GET', 'apps/reviewed')).json.install_count).toBe(1);
    expect((await dev.call('GET', 'apps/reviewed/installs')).json.data).toEqual([]);
  });

  test('a rejected version leaves the live one unchanged', async () => {
    const operator = hostUser('operator');
    const first = await push({ slug: 'rejected-later', distribution: 'public' });
    await ask(operator, APPROVE, { id: first.version });
    const second = await push({ slug: 'rejected-later', distribution: 'public' });
    const { appVersionReject } = await ask(operator, REJECT, { id: second.version, reason: 'No icon.' });
    expect(appVersionReject.version).toEqual({ status: 'rejected', rejectionReason: 'No icon.' });
    expect((await dev.call('GET', 'apps/rejected-later')).json).toMatchObject({
      status: 'approved',
      live_version: first.version,
    });
    const again = await ask(operator, APPROVE, { id: second.version });
    expect(again.appVersionApprove.userErrors).toEqual([{ code: 'NOT_IN_REVIEW' }]);
  });

  test('versions are numbered within their app', async () => {
    const numbers: number[] = [];
    for (const slug of ['counted', 'counted-too', 'counted', 'counted'])
      numbers.push((await push({ slug })).version);
    expect(numbers).toEqual([1, 1, 2, 3]);
    const { json } = await dev.call('GET', 'apps/counted/versions');
    expect(json.data.map(({ id }: { id: number }) => id)).toEqual([3, 2, 1]);
    expect((await dev.call('GET', 'apps/counted')).json.live_version).toBe(3);
    const back = await dev.call('POST', 'apps/counted/release', { body: { version: 2 } });
    expect(back.json).toEqual({ version: 2, status: 'approved', live: true });
    const none = await dev.call('POST', 'apps/counted-too/release', { body: { version: 2 } });
    expect(none.status).toBe(404);
  });

  test("a bare number identifies a version in review if it's unambiguous", async () => {
    const operator = hostUser('operator');
    for (const slug of ['alone', 'alone-too']) {
      for (let version = 1; version < 7; version += 1)
        await push({ slug, distribution: 'public', release: false });
    }
    const release = (slug: string) => dev.call('POST', `apps/${slug}/release`, { body: { version: 6 } });
    await Promise.all([release('alone'), release('alone-too')]);
    const { appVersionApprove: several } = await ask(operator, APPROVE_WHY, { id: 6 });
    expect(several.version).toBeNull();
    expect(several.userErrors).toEqual([
      { code: 'AMBIGUOUS_VERSION', field: ['id'], message: expect.stringMatching(/"alone(-too)?@6"/) },
    ]);
    const named = await ask(operator, APPROVE_WHY, { id: 'alone@6' });
    expect(named.appVersionApprove.version).toEqual({ id: 'alone@6', number: 6, live: true });
    const bare = await ask(operator, APPROVE_WHY, { id: 6 });
    expect(bare.appVersionApprove.version).toEqual({ id: 'alone-too@6', number: 6, live: true });
    for (const id of ['alone@7', 'nothing@1', 'alone@', '@6', "'; --", '0']) {
      const { appVersionApprove } = await ask(operator, APPROVE_WHY, { id });
      expect(appVersionApprove.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    }
  });

  test.each(['host', 'developer'])("%s isn't an operator", async (key) => {
    for (const text of [
      '{ appVersionsInReview { nodes { id } } }',
      'mutation { appVersionApprove(id: 1) { userErrors { code } } }',
    ]) {
      await expect(ask(hostUser(key), text)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    }
  });
});

describe("a developer's private app", () => {
  test("a developer's private app doesn't exist for other hosts", async () => {
    await push({ slug: 'private-one' });
    const { appInstall } = await ask(hostUser('host', 'lakeside'), INSTALL, { slug: 'private-one' });
    expect(appInstall).toMatchObject({ install: null, token: null, userErrors: [{ code: 'NOT_FOUND' }] });
  });

  test("a private app can't be reached through a team the account doesn't belong to", async () => {
    const teamId = accounts.developer?.teams.devteam ?? 0;
    // Even a recently valid role is checked again.
    const stranger = { ...hostUser('outsider'), teamId, role: 'owner' } as const;
    const { appInstall } = await ask(stranger, INSTALL, { slug: 'private-one' });
    expect(appInstall.userErrors).toEqual([{ code: 'TEAM_FORBIDDEN' }]);
    expect((await ask(stranger, '{ installs { id } }')).installs).toEqual([]);
  });
});

describe('who asks', () => {
  const BY_TOKEN = `query ($tokenHash: String!) { installByToken(tokenHash: $tokenHash) {
    installId appId appSlug teamId scopes capabilities } }`;
  const identify = async (token: string) =>
    (await ask({ kind: 'public' }, BY_TOKEN, { tokenHash: hashToken(token) })).installByToken;
  const team = 'devteam';

  test('a runtime token identifies its install until it is rotated or uninstalled', async () => {
    await push({
      slug: 'token-app',
      manifest: { ...MANIFEST, capabilities: ['act_as_assignment_provider'] },
    });
    const { token } = (await dev.call('POST', 'apps/token-app/installs', { team })).json;
    expect(await identify(token)).toMatchObject({
      appSlug: 'token-app',
      teamId: String(accounts.developer?.teams.devteam),
      scopes: ['read_tasks'],
      capabilities: ['act_as_assignment_provider'],
    });
    const rotated = (await dev.call('POST', 'apps/token-app/installs/token', { team })).json.token;
    expect(await identify(token)).toBeNull();
    expect(await identify(rotated)).toMatchObject({ appSlug: 'token-app' });
    await dev.call('DELETE', 'apps/token-app/installs', { team });
    expect(await identify(rotated)).toBeNull();
    const again = (await dev.call('POST', 'apps/token-app/installs', { team })).json.token;
    expect(await identify(rotated)).toBeNull();
    expect(await identify(again)).not.toBeNull();
  });

  test('an install keeps its grants when a version with more permissions goes live', async () => {
    await push({ slug: 'escalating' });
    const { token } = (await dev.call('POST', 'apps/escalating/installs', { team })).json;
    await push({ slug: 'escalating', manifest: { ...MANIFEST, scopes: ['read_tasks', 'write_tasks'] } });
    expect((await identify(token)).scopes).toEqual(['read_tasks']);
  });

  test('a payment app may write payment sessions without requesting the scope', async () => {
    const manifest = {
      endpoints: { payment_session: 'https://pay.example.com/sessions' },
      capabilities: { refunds: true },
    };
    await push({ slug: 'paying', type: 'payment', manifest });
    const { token } = (await dev.call('POST', 'apps/paying/installs', { team })).json;
    expect(await identify(token)).toMatchObject({
      scopes: ['write_payment_sessions'],
      capabilities: ['refunds'],
    });
  });

  test('currentApp is null for callers without an install', async () => {
    await push({ slug: 'current', name: 'Current', type: 'injection' });
    const { token } = (await dev.call('POST', 'apps/current/installs', { team })).json;
    const { installId, appId, teamId, ...rest } = await identify(token);
    const viewer = {
      kind: 'app',
      installId: Number(installId),
      appId: Number(appId),
      teamId: Number(teamId),
      ...rest,
    } as const;
    expect((await ask(viewer, '{ currentApp { name type } }')).currentApp).toEqual({
      name: 'Current',
      type: 'injection',
    });
    expect((await ask({ kind: 'public' }, '{ currentApp { name } }')).currentApp).toBeNull();
  });
});

describe('accounts', () => {
  const SIGN_IN =
    'mutation ($input: HostSignInInput!) { hostSignIn(input: $input) { token expiresAt retryAfterSeconds } }';
  const signIn = async (email: string, password: string) => {
    const input = { email, password, address: '192.0.2.1' };
    const { hostSignIn } = await ask({ kind: 'public' }, SIGN_IN, { input });
    return hostSignIn.token as string | null;
  };
  const whoHas = async (token: string) => {
    const text =
      'query ($tokenHash: String!) { hostSession(tokenHash: $tokenHash) { account { email operator } } }';
    return (await ask({ kind: 'public' }, text, { tokenHash: hashToken(token) })).hostSession;
  };

  test("signing in with email and password ignores the email's case", async () => {
    const { email, password } = platform.demo?.accounts.find(({ key }) => key === 'operator') ?? {
      email: '',
      password: '',
    };
    const token = await signIn(email.toUpperCase(), password);
    expect(await whoHas(token ?? '')).toEqual({ account: { email, operator: true } });
    expect(await signIn(email, `${password}x`)).toBeNull();
    expect(await signIn('nobody@demo.test', password)).toBeNull();
    expect(await signIn(email, '')).toBeNull();
    expect(await signIn('a\u0000@demo.test', password)).toBeNull();
  });

  test('passwords are stored as argon2id, each with its own salt', async () => {
    const hashes = await platform.database.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM apps.accounts',
    );
    expect(hashes.every(({ hash }) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/.test(hash))).toBe(true);
    expect(new Set(hashes.map(({ hash }) => hash.split('$')[4])).size).toBe(hashes.length);
  });

  test('access tokens can be revoked only by their owner', async () => {
    const CREATE = `mutation ($input: AccessTokenCreateInput!) { accessTokenCreate(input: $input) {
      token accessToken { id name abilities hint } userErrors { code field } } }`;
    const owner = hostUser('developer');
    const input = { name: 'laptop', abilities: ['develop-apps'] };
    const { accessTokenCreate: made } = await ask(owner, CREATE, { input });
    expect(made.token).toMatch(/^platform_pat_[\w-]{43}$/);
    expect(made.accessToken.hint).toBe(`platform_pat_…${made.token.slice(-4)}`);
    expect((await developer(platform.address, made.token).call('GET', 'teams')).status).toBe(200);
    const { id } = made.accessToken;
    const REVOKE = 'mutation ($id: ID!) { accessTokenRevoke(id: $id) { userErrors { code } } }';
    expect((await ask(hostUser('host'), REVOKE, { id })).accessTokenRevoke.userErrors).toEqual([
      { code: 'NOT_FOUND' },
    ]);
    expect((await ask(owner, REVOKE, { id })).accessTokenRevoke.userErrors).toEqual([]);
    expect((await developer(platform.address, made.token).call('GET', 'teams')).status).toBe(401);
    const { accessTokens } = await ask(owner, '{ accessTokens { id } }');
    expect(accessTokens).not.toContainEqual({ id });
    const refused = await ask(owner, CREATE, { input: { name: 'x', abilities: ['rule-the-world'] } });
    expect(refused.accessTokenCreate).toMatchObject({
      token: null,
      userErrors: [{ code: 'INVALID', field: ['input', 'abilities'] }],
    });
  });

  test('apps, agents and anonymous callers get no account', async () => {
    const app: Viewer = {
      kind: 'app',
      installId: 1,
      appId: 1,
      appSlug: 'x',
      teamId: 1,
      scopes: [],
      capabilities: [],
    };
    for (const text of [
      '{ account { id } }',
      '{ teams { id } }',
      '{ apps { nodes { id } } }',
      '{ accessTokens { id } }',
    ]) {
      await expect(ask(app, text)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
      await expect(ask({ kind: 'public' }, text)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });
});
