import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Developer, newDeveloper } from '../support/developer.ts';
import { type PlainBrowser, panelHeaders, plainBrowser } from '../support/oauth.ts';
import { PASSWORD } from '../support/team-world.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

// Both processes cache a panel session's identity; an end or restriction reaches both.

let servers: TwoServers;
beforeAll(async () => {
  servers = await startTwoServers();
});
afterAll(() => servers.close());

const LIST = '{ teamEvents(first: 1) { nodes { at } } }';

interface Session {
  readonly account: Developer;
  /** Signed in at the server in its own process. */
  readonly browser: PlainBrowser;
  /** Both servers' responses to a document: the status unless it is 200, else the error's code or `answered`. */
  readonly ask: (query?: string) => Promise<readonly (number | string)[]>;
}

/** A new team's owner, cached by both processes. */
async function rememberedOwner(): Promise<Session> {
  const account = await newDeveloper(servers.platform);
  const browser = plainBrowser(servers.addresses[1]);
  await browser.submit(await browser.open('/login'), {
    email: `${account.team}@example.com`,
    password: PASSWORD,
  });
  const headers = { ...(await panelHeaders(browser)), 'x-platform-team': account.team };
  const ask = (query = LIST) =>
    Promise.all(
      servers.addresses.map(async (address) => {
        const body = JSON.stringify({ query });
        const answer = await fetch(`${address}/panel/graphql`, { method: 'POST', headers, body });
        const { errors } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
        return answer.status === 200 ? (errors?.[0]?.extensions.code ?? 'answered') : answer.status;
      }),
    );
  // Waits until both respond from their cache: an unannounced change has no effect.
  const { accountId } = account.viewer;
  const hide = (of: number, to: number) =>
    change(`SET session_replication_role = replica;
      UPDATE apps.host_sessions SET account_id = ${to} WHERE account_id = ${of};
      RESET session_replication_role`);
  const { viewer: nobody } = await newDeveloper(servers.platform);
  await expect
    .poll(async () => {
      await ask();
      await hide(accountId, nobody.accountId);
      const answers = await ask();
      await hide(nobody.accountId, accountId);
      return answers;
    })
    .toEqual(['answered', 'answered']);
  return { account, browser, ask };
}

const change = (sql: string) => servers.platform.database.query(sql);
const soon = { interval: 10 };

describe('a session that both processes remember', () => {
  type Ids = Developer['viewer'];
  test.each<readonly [string, (ids: Ids, team: string) => string, number | string]>([
    ['is deleted', ({ accountId }) => `DELETE FROM apps.host_sessions WHERE account_id = ${accountId}`, 401],
    [
      'has its account locked',
      ({ accountId }) => `UPDATE apps.accounts SET status = 'locked' WHERE id = ${accountId}`,
      401,
    ],
    [
      'expires early',
      ({ accountId }) => `UPDATE apps.host_sessions SET expires_at = now() WHERE account_id = ${accountId}`,
      401,
    ],
    [
      'loses its membership',
      ({ accountId }) => `DELETE FROM apps.memberships WHERE account_id = ${accountId}`,
      403,
    ],
    [
      'gets another role',
      ({ accountId }) => `UPDATE apps.memberships SET role = 'housekeeping' WHERE account_id = ${accountId}`,
      'ROLE_REQUIRED',
    ],
    [
      'is of a team that asks for a second factor from now on',
      (_ids, team) => `UPDATE apps.teams SET require_second_factor = true WHERE slug = '${team}'`,
      'FACTOR_REQUIRED',
    ],
    [
      'is of a team that has another slug from now on',
      (_ids, team) => `UPDATE apps.teams SET slug = slug || '-2' WHERE slug = '${team}'`,
      403,
    ],
  ])('answers neither as before once it %s', async (_title, sqlOf, expected) => {
    const { account, ask } = await rememberedOwner();
    await change(sqlOf(account.viewer, account.team));
    await expect.poll(() => ask(), soon).toEqual([expected, expected]);
  });

  test('removing a second factor revokes the access it granted in every process', async () => {
    const { account, ask } = await rememberedOwner();
    const { accountId } = account.viewer;
    await change(`UPDATE apps.teams SET require_second_factor = true WHERE slug = '${account.team}'`);
    await expect.poll(() => ask(), soon).toEqual(['FACTOR_REQUIRED', 'FACTOR_REQUIRED']);
    await change(`INSERT INTO apps.factors (account_id, kind, created_at, confirmed_at)
      VALUES (${accountId}, 'totp', now(), now())`);
    await expect.poll(() => ask(), soon).toEqual(['answered', 'answered']);
    await change(`DELETE FROM apps.factors WHERE account_id = ${accountId}`);
    await expect.poll(() => ask(), soon).toEqual(['FACTOR_REQUIRED', 'FACTOR_REQUIRED']);
  });

  test('a session ends immediately in the process that signs it out', async () => {
    const { browser, ask } = await rememberedOwner();
    const page = await browser.open('/panel/session');
    const { csrf_token } = JSON.parse(page.html);
    const answer = await fetch(`${servers.addresses[1]}/panel/logout`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ csrf_token }),
    });
    expect(answer.status).toBeLessThan(400);
    expect((await ask())[1]).toBe(401);
  });

  test('signing in again ends the earlier session in the other process', async () => {
    const { browser, account, ask } = await rememberedOwner();
    await browser.submit(await browser.open('/login?another=1'), {
      email: `${account.team}@example.com`,
      password: PASSWORD,
    });
    await expect.poll(() => ask(), soon).toEqual([401, 401]);
  });
});
