import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '#kit/secrets.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { ask, type Developer, installNewApp, newDeveloper } from '../support/developer.ts';
import { developer as managementClient } from '../support/management.ts';
import {
  authorizeUrl,
  exchange,
  isAlive,
  newOauthApp,
  type Page,
  type PlainBrowser,
  panelHeaders,
  plainBrowser,
} from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// Team membership: a single-use link invites a member, removal ends all access to the team.

const PASSWORD = 'a long enough password';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const sql = <Row extends object>(text: string, values: readonly unknown[]) =>
  platform.database.query<Row>(text, values);

interface Refusal {
  readonly code: string;
}

type Host = ViewerOf<'hostUser'>;

const members = async (host: Host) =>
  (
    await ask<{ teamMembers: { nodes: readonly { id: string; name: string; email: string }[] } }>(
      platform,
      host,
      '{ teamMembers { nodes { id name email joinedAt } } }',
    )
  ).teamMembers.nodes;

const invitations = async (host: Host) =>
  (
    await ask<{
      teamInvitations: readonly { id: string; name: string; createdAt: string; expiresAt: string }[];
    }>(platform, host, '{ teamInvitations { id name invitedBy createdAt expiresAt } }')
  ).teamInvitations;

const invite = async (host: Host, name = 'Sam') =>
  (
    await ask<{ teamInvitationCreate: { path: string | null; userErrors: readonly Refusal[] } }>(
      platform,
      host,
      `mutation ($input: TeamInvitationCreateInput!) {
        teamInvitationCreate(input: $input) { path userErrors { code } } }`,
      { input: { name, role: 'owner' } },
    )
  ).teamInvitationCreate;

const linkTo = async (host: Host) => (await invite(host)).path ?? '';

const revoke = async (host: Host, id: string) =>
  (
    await ask<{ teamInvitationRevoke: { userErrors: readonly Refusal[] } }>(
      platform,
      host,
      'mutation ($id: ID!) { teamInvitationRevoke(id: $id) { userErrors { code } } }',
      { id },
    )
  ).teamInvitationRevoke.userErrors;

const remove = async (host: Host, accountId: number | string) =>
  (
    await ask<{ teamMemberRemove: { member: object | null; userErrors: readonly Refusal[] } }>(
      platform,
      host,
      'mutation ($id: ID!) { teamMemberRemove(id: $id) { member { name } userErrors { code } } }',
      { id: String(accountId) },
    )
  ).teamMemberRemove;

const join = async (host: Host, path: string) =>
  (
    await ask<{ teamJoin: { team: string | null; userErrors: readonly Refusal[] } }>(
      platform,
      host,
      'mutation ($tokenHash: String!) { teamJoin(tokenHash: $tokenHash) { team userErrors { code } } }',
      { tokenHash: hashToken(path.slice('/join/'.length)) },
    )
  ).teamJoin;

/** A browser in which an account from `newDeveloper` is signed in. */
async function browserOf({ team }: Developer): Promise<PlainBrowser> {
  const browser = plainBrowser(platform.address);
  const credentials = { email: `${team}@example.com`, password: PASSWORD };
  await browser.submit(await browser.open('/login'), credentials);
  return browser;
}

/** The panel's status for a browser that chose a team. */
async function panelAnswer(browser: PlainBrowser, team: string): Promise<number> {
  const response = await fetch(`${platform.address}/panel/graphql`, {
    method: 'POST',
    headers: { ...(await panelHeaders(browser)), 'x-platform-team': team },
    body: JSON.stringify({ query: '{ installedApps { nodes { id } } }' }),
  });
  return response.status;
}

/** An owner and a member who joined their team, each with their own team. */
async function pair(): Promise<readonly [owner: Developer, other: Developer, onOwners: Host]> {
  const [owner, other] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
  expect(await join(other.host, await linkTo(owner.host))).toEqual({ team: owner.team, userErrors: [] });
  return [owner, other, { ...other.host, teamId: owner.teamId }];
}

const isOver = ({ status, html }: Page) =>
  status === 404 && html.includes('This invitation was used or revoked');

describe('an invitation', () => {
  test('an invitation is a link with 32 random bytes, stored hashed', async () => {
    const { host } = await newDeveloper(platform);
    const { path } = await invite(host, ' Sam from the front desk ');
    expect(path).toMatch(/^\/join\/[\w-]{43}$/);
    const [row] = await sql<object>('SELECT * FROM apps.team_invitations WHERE team_id = $1', [host.teamId]);
    expect(row).toMatchObject({ token_hash: hashToken(path?.slice('/join/'.length) ?? '') });
    expect(JSON.stringify(row)).not.toContain(path?.slice('/join/'.length));
    const [listed] = await invitations(host);
    expect(listed).toMatchObject({ name: 'Sam from the front desk', invitedBy: 'Dev' });
    const { createdAt = '', expiresAt = '' } = listed ?? {};
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000);
  });

  test("an invitation shows its recipient's name, which has 1 to 60 characters", async () => {
    const { host } = await newDeveloper(platform);
    for (const name of ['', '  ', 'x'.repeat(61), 'a\u0000b']) {
      expect(await invite(host, name)).toEqual({ path: null, userErrors: [{ code: 'INVALID' }] });
    }
  });

  test('a team has at most 50 open invitations', async () => {
    const { host } = await newDeveloper(platform);
    await sql(
      `INSERT INTO apps.team_invitations (team_id, invited_by, name, token_hash, created_at, expires_at)
       SELECT $1, $2, 'n', 'h' || $1::int || '-' || n, now(), now() + (n - 2) * interval '1 day'
       FROM generate_series(1, 51) n`,
      [host.teamId, host.accountId],
    );
    const made = await Promise.all([invite(host), invite(host)]);
    expect(made.filter(({ path }) => path !== null)).toHaveLength(1);
    expect(made.flatMap(({ userErrors }) => userErrors)).toEqual([{ code: 'LIMIT_REACHED' }]);
    expect(await invitations(host)).toHaveLength(50);
  });

  test('a person with an account can sign in, look and join without scripts', async () => {
    const [owner, guest] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
    const path = await linkTo(owner.host);
    const browser = plainBrowser(platform.address);
    const arrived = await browser.open(path);
    expect(arrived.html).toContain('Dev invites you');
    expect(arrived.headers.get('referrer-policy')).toBe('no-referrer');
    expect(arrived.headers.get('cache-control')).toBe('no-store');
    const loginPath = /href="(\/login[^"]*)"/.exec(arrived.html)?.[1] ?? '';
    const credentials = { email: `${guest.team}@example.com`, password: PASSWORD };
    const asked = await browser.submit(await browser.open(loginPath), credentials);
    expect(new URL(asked.url).pathname).toBe(path);
    expect(await members(owner.host)).toHaveLength(1); // looking changes no members
    const joined = await browser.submit(asked);
    expect(new URL(joined.url)).toMatchObject({ pathname: '/panel', search: `?team=${owner.team}` });
    expect(await members(owner.host)).toMatchObject([
      { id: String(owner.host.accountId) },
      { id: String(guest.host.accountId), email: `${guest.team}@example.com` },
    ]);
    expect(await panelAnswer(browser, owner.team)).toBe(200);
    expect(await invitations(owner.host)).toEqual([]);
    expect(isOver(await plainBrowser(platform.address).open(path))).toBe(true);
  });

  test('a person without an account can create one from an invitation', async () => {
    const [owner, other] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
    const path = await linkTo(owner.host);
    const browser = plainBrowser(platform.address);
    const form = { name: 'Sam <b>Frost</b>', email: `Sam-${owner.team}@example.com`, password: PASSWORD };
    let page = await browser.open(path);
    for (const [wrong, message] of [
      [{ password: 'short' }, 'at least 10 characters'],
      [{ email: 'no address' }, 'The email address is invalid'],
      [{ name: ' ' }, 'The name must have 1 to 100 visible characters'],
      [{ email: `${other.team}@example.com` }, 'already exists'],
    ] as const) {
      page = await browser.submit(page, { ...form, ...wrong });
      expect(page.status).toBe(409);
      expect(page.html).toContain(message);
      expect(page.html).not.toContain(PASSWORD);
    }
    expect(page.html).toContain('value="Sam &lt;b&gt;Frost&lt;/b&gt;"');
    const joined = await browser.submit(page, form);
    expect(new URL(joined.url).pathname).toBe('/panel');
    expect(await panelAnswer(browser, owner.team)).toBe(200);
    expect(await members(owner.host)).toMatchObject([
      {},
      { name: 'Sam <b>Frost</b>', email: `sam-${owner.team}@example.com` },
    ]);
    const again = plainBrowser(platform.address);
    const { email, password } = form;
    await again.submit(await again.open('/login'), { email, password });
    expect(await panelAnswer(again, owner.team)).toBe(200);
    const [account] = await sql('SELECT operator FROM apps.accounts WHERE email = lower($1)', [form.email]);
    expect(account).toEqual({ operator: false });
  });

  test("an invitation allows only five refused attempts, so it can't reveal who has an account", async () => {
    const [owner, other] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
    const browser = plainBrowser(platform.address);
    const form = { name: 'Sam', email: `${other.team}@example.com`, password: PASSWORD };
    let page = await browser.open(await linkTo(owner.host));
    for (let attempt = 0; attempt < 5; attempt++) page = await browser.submit(page, form);
    expect(page.status).toBe(409);
    page = await browser.submit(page, { ...form, email: `new-${other.team}@example.com` });
    expect(page.status).toBe(429);
    expect(await members(owner.host)).toHaveLength(1);
  });

  test('an invitation works once even with concurrent attempts', async () => {
    const owner = await newDeveloper(platform);
    const path = await linkTo(owner.host);
    const guests = await Promise.all(Array.from({ length: 4 }, () => newDeveloper(platform)));
    const forms = await Promise.all(
      Array.from({ length: 2 }, async (_, n) => {
        const browser = plainBrowser(platform.address);
        const page = await browser.open(path);
        const form = { name: 'Sam', email: `${n}-${owner.team}@example.com`, password: PASSWORD };
        return () => browser.submit(page, form);
      }),
    );
    await Promise.all([...guests.map(({ host }) => join(host, path)), ...forms.map((submit) => submit())]);
    expect(await members(owner.host)).toHaveLength(2);
    const made = await sql('SELECT 1 FROM apps.accounts WHERE email LIKE $1', [
      `_-${owner.team}@example.com`,
    ]);
    const left = await sql(
      `SELECT 1 FROM apps.accounts a WHERE a.email LIKE $1
       AND NOT EXISTS (SELECT 1 FROM apps.memberships m WHERE m.account_id = a.id)`,
      [`_-${owner.team}@example.com`],
    );
    expect(made.length).toBeLessThan(2);
    expect(left).toEqual([]); // no account without a team remains
  });

  test("an invitation changes nothing without the browser's CSRF token", async () => {
    const [owner, guest] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
    const path = await linkTo(owner.host);
    const browser = await browserOf(guest);
    const account = `${new URLSearchParams({ name: 'Sam', email: 'sam@example.com', password: PASSWORD })}`;
    for (const [to, body] of [
      [path, ''],
      [path, 'csrf_token=another'],
      [`${path}/account`, account],
    ] as const) {
      expect((await browser.post(to, body)).status).toBe(403);
    }
    expect(await members(owner.host)).toHaveLength(1);
  });

  test('an expired, revoked or unknown invitation gets the same response', async () => {
    const [owner, guest] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
    const [late, revoked] = [await linkTo(owner.host), await linkTo(owner.host)];
    const [newest] = await invitations(owner.host);
    expect(await revoke(owner.host, newest?.id ?? '')).toEqual([]);
    expect(await revoke(owner.host, newest?.id ?? '')).toEqual([{ code: 'NOT_FOUND' }]);
    await sql(`UPDATE apps.team_invitations SET expires_at = now() WHERE team_id = $1`, [owner.teamId]);
    const browser = await browserOf(guest);
    for (const path of [late, revoked, `/join/${'x'.repeat(43)}`, '/join/%20', '/join/a']) {
      expect(isOver(await browser.open(path))).toBe(true);
      expect((await join(guest.host, path)).userErrors).toEqual([{ code: 'INVITATION_OVER' }]);
    }
    expect(await members(owner.host)).toHaveLength(1);
  });

  test("a member who opens an invitation doesn't use it up", async () => {
    const [owner, other] = await pair();
    const path = await linkTo(owner.host);
    const page = await (await browserOf(other)).open(path);
    expect(page.html).toContain('already');
    expect((await join(other.host, path)).team).toBe(owner.team);
    expect(await invitations(owner.host)).toHaveLength(1);
  });

  test("an invitation can't make anyone a member of more than 100 teams", async () => {
    const [owner, guest] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
    await sql(
      `WITH team AS (INSERT INTO apps.teams (slug, name, created_at)
         SELECT 'full-' || $1::int || '-' || n, 'T', now() FROM generate_series(1, 99) n RETURNING id)
       INSERT INTO apps.memberships (account_id, team_id, created_at) SELECT $1, id, now() FROM team`,
      [guest.host.accountId],
    );
    const path = await linkTo(owner.host);
    expect((await join(guest.host, path)).userErrors).toEqual([{ code: 'LIMIT_REACHED' }]);
    const browser = await browserOf(guest);
    const refused = await browser.submit(await browser.open(path));
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('member of 100 teams, which is the maximum');
    expect(await invitations(owner.host)).toHaveLength(1);
  });
});

describe('a member who is removed', () => {
  test("a removed member can't choose the team in the panel", async () => {
    const [owner, other, onOwners] = await pair();
    const browser = await browserOf(other);
    expect(await panelAnswer(browser, owner.team)).toBe(200);
    expect(await remove(owner.host, other.host.accountId)).toEqual({
      member: { name: 'Dev' },
      userErrors: [],
    });
    await expect.poll(() => panelAnswer(browser, owner.team)).toBe(403);
    expect(await panelAnswer(browser, other.team)).toBe(200);
    const { teams } = await ask<{ teams: readonly object[] }>(platform, onOwners, '{ teams { slug } }');
    expect(teams).toEqual([{ slug: other.team }]);
  });

  test("a removed member's access token can't reach the team", async () => {
    const [owner, other] = await pair();
    const { accessTokenCreate } = await ask<{ accessTokenCreate: { token: string } }>(
      platform,
      other.host,
      `mutation { accessTokenCreate(input: { name: "t", abilities: ["develop-apps"] }) { token } }`,
    );
    const { call } = managementClient(platform.address, accessTokenCreate.token);
    const app = await installNewApp(platform, { ...other, team: owner.team, teamId: owner.teamId }, {});
    const own = (path: string) => ({ team: owner.team, path: `apps/${app.slug}/${path}` });
    const calls = [
      ['GET', 'deliveries'],
      ['GET', 'forward'],
      ['POST', 'installs/token'],
      ['POST', 'trigger'],
      ['POST', 'installs'],
      ['DELETE', 'installs'],
    ] as const;
    const { team, path } = own('deliveries');
    expect((await call('GET', path, { team })).status).toBe(200);
    await remove(owner.host, other.host.accountId);
    for (const [method, what] of calls) {
      const body = { topic: 'task.created' };
      const answer = await call(method, own(what).path, { team, ...(method === 'POST' && { body }) });
      expect([method, what, answer.json.code]).toEqual([method, what, 'team_forbidden']);
    }
    expect((await call('GET', 'teams')).json.data).toEqual([{ slug: other.team, name: 'Team' }]);
    expect((await call('GET', `apps/${app.slug}/installs`)).json.data).toEqual([]);
  });

  test("removing a member revokes their private apps' tokens and keeps public apps", async () => {
    const [owner, other] = await pair();
    const onOwners = { ...other, team: owner.team, teamId: owner.teamId };
    const [theirs, elsewhere, kept, mine] = await Promise.all([
      installNewApp(platform, onOwners, {}),
      installNewApp(platform, other, {}),
      installNewApp(platform, onOwners, {}),
      installNewApp(platform, owner, {}),
    ]);
    await sql("UPDATE apps.apps SET distribution = 'public' WHERE slug = $1", [kept.slug]);
    await remove(owner.host, other.host.accountId);
    expect(await isAlive(platform, theirs.token)).toBe(false);
    for (const { token } of [elsewhere, kept, mine]) expect(await isAlive(platform, token)).toBe(true);
  });

  test("a removed member's consents can't be redeemed, even after rejoining", async () => {
    const guest = await newDeveloper(platform);
    const [lakeside] = await sql<{ team: number; account: number }>(
      `SELECT t.id AS team, m.account_id AS account FROM apps.teams t
       JOIN apps.memberships m ON m.team_id = t.id WHERE t.slug = 'devteam'`,
      [],
    );
    const owner = { ...guest.host, accountId: lakeside?.account ?? 0, teamId: lakeside?.team ?? 0 };
    await join(guest.host, await linkTo(owner));
    const app = await newOauthApp(platform);
    const browser = await browserOf(guest);
    const asked = await browser.submit(await browser.open(authorizeUrl(app)), { team: 'devteam' });
    const callback = new URL((await browser.submit(asked, { decision: 'approve' })).url);
    const later = await browser.open(authorizeUrl(app));
    await remove(owner, guest.host.accountId);
    await join(guest.host, await linkTo(owner));
    const code = callback.searchParams.get('code');
    const redeemed = await exchange(platform, app, { grant_type: 'authorization_code', code });
    expect(redeemed.json.error).toBe('invalid_grant');
    await remove(owner, guest.host.accountId);
    const refused = await browser.submit(later, { team: 'devteam' });
    expect(refused.html).toContain('None of your teams can have this app');
  });

  test("a removed member can't rejoin with their own invitation", async () => {
    const [owner, other, onOwners] = await pair();
    const path = await linkTo(onOwners);
    const kept = await linkTo(owner.host);
    await remove(owner.host, other.host.accountId);
    expect((await join(other.host, path)).userErrors).toEqual([{ code: 'INVITATION_OVER' }]);
    expect((await join(other.host, kept)).team).toBe(owner.team);
  });

  test('any member but the last can leave the team', async () => {
    const [owner, , onOwners] = await pair();
    expect((await remove(onOwners, onOwners.accountId)).userErrors).toEqual([]);
    expect((await remove(owner.host, owner.host.accountId)).userErrors).toEqual([{ code: 'LAST_MEMBER' }]);
    expect(await members(owner.host)).toHaveLength(1);
  });

  test("two members who remove each other can't both be removed", async () => {
    const [owner, other, onOwners] = await pair();
    await Promise.all([remove(owner.host, other.host.accountId), remove(onOwners, owner.host.accountId)]);
    const left = await sql('SELECT 1 FROM apps.memberships WHERE team_id = $1', [owner.teamId]);
    expect(left).toHaveLength(1);
  });

  test("a member being removed can't install an app on the team at the last moment", async () => {
    const [owner, other] = await pair();
    const app = await installNewApp(platform, other, {});
    const removing = new pg.Client({ connectionString: platform.database.url });
    await removing.connect();
    try {
      await removing.query('BEGIN');
      await removing.query('DELETE FROM apps.memberships WHERE team_id = $1 AND account_id = $2', [
        owner.teamId,
        other.host.accountId,
      ]);
      const installing = ask<{ appInstall: { token: string | null; userErrors: readonly Refusal[] } }>(
        platform,
        other.viewer,
        `mutation ($slug: String!, $team: String) {
          appInstall(slug: $slug, team: $team) { token userErrors { code } } }`,
        { slug: app.slug, team: owner.team },
      );
      const waiting = eventually(
        () => sql("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')", []),
        (locks) => locks.length > 0,
      );
      await Promise.race([installing, waiting]);
      await removing.query('COMMIT');
      expect((await installing).appInstall).toEqual({
        token: null,
        userErrors: [{ code: 'TEAM_FORBIDDEN' }],
      });
    } finally {
      await removing.end();
    }
  });
});

describe('who belongs to no team of that id', () => {
  test('a non-member sees no members and changes nothing', async () => {
    const [owner, other] = await pair();
    const stranger = await newDeveloper(platform);
    await linkTo(owner.host);
    const [waiting] = await invitations(owner.host);
    const there = { ...stranger.host, teamId: owner.teamId };
    expect(await members(there)).toEqual([]);
    expect(await invitations(there)).toEqual([]);
    const forbidden = [{ code: 'TEAM_FORBIDDEN' }];
    expect((await invite(there)).userErrors).toEqual(forbidden);
    expect(await revoke(there, waiting?.id ?? '')).toEqual(forbidden);
    expect((await remove(there, other.host.accountId)).userErrors).toEqual(forbidden);
    expect(await revoke(stranger.host, waiting?.id ?? '')).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await remove(stranger.host, other.host.accountId)).userErrors).toEqual([{ code: 'NOT_FOUND' }]);
    expect(await members(owner.host)).toHaveLength(2);
    expect(await invitations(owner.host)).toHaveLength(1);
  });

  test.each([
    '{ teamMembers { nodes { id } } }',
    '{ teamInvitations { id } }',
    'mutation { teamMemberRemove(id: 1) { userErrors { code } } }',
    'mutation { teamInvitationCreate(input: { name: "x", role: revenue }) { userErrors { code } } }',
    'mutation { teamJoin(tokenHash: "x") { userErrors { code } } }',
  ])('an access token and an anonymous caller are refused %s', async (text) => {
    const { viewer } = await newDeveloper(platform);
    await expect(ask(platform, viewer, text)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await expect(ask(platform, { kind: 'public' }, text)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

test('members are paged in the order they joined', async () => {
  const { host } = await newDeveloper(platform);
  await sql(
    `WITH account AS (INSERT INTO apps.accounts (email, name, password_hash, created_at)
       SELECT 'm' || $1::int || '-' || n || '@example.com', 'M ' || n, '', now() FROM generate_series(1, 7) n
       RETURNING id)
     INSERT INTO apps.memberships (account_id, team_id, created_at) SELECT id, $1, 'tomorrow' FROM account`,
    [host.teamId],
  );
  const seen: string[] = [];
  for (let after: string | null = null; ; ) {
    const {
      teamMembers,
    }: {
      teamMembers: { nodes: { id: string }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } };
    } = await ask(
      platform,
      host,
      `query ($after: String) { teamMembers(first: 3, after: $after) {
        nodes { id } pageInfo { endCursor hasNextPage } } }`,
      { after },
    );
    seen.push(...teamMembers.nodes.map(({ id }) => id));
    if (!teamMembers.pageInfo.hasNextPage) break;
    after = teamMembers.pageInfo.endCursor;
  }
  const rows = await sql<{ id: string }>(
    'SELECT account_id::text AS id FROM apps.memberships WHERE team_id = $1 ORDER BY created_at, account_id',
    [host.teamId],
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
  expect(seen).toHaveLength(8);
});
