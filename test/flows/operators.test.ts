import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator as demoOperator } from '../support/public-app.ts';

// docs/interface/host.md#operators: what the people who run the platform see of it, and what they may stop.

let platform: TestPlatform;
let operator: ViewerOf<'hostUser'>;
let site: StorefrontHttp;
beforeAll(async () => {
  platform = await startPlatform();
  site = storefrontHttp(platform.address, 'lakeside.localhost');
  operator = await demoOperator(platform);
});
afterAll(async () => {
  await site.close();
  await platform.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
const ask = (text: string, variables: object = {}, viewer: Viewer = operator): Promise<any> =>
  platform.execute<object, object>({ text }, variables, { viewer, requestId: 'test' });

describe('teams of the platform', () => {
  const TEAMS = `query ($search: String, $status: TeamStatus, $first: Int, $after: String) {
    platformTeams(search: $search, status: $status, first: $first, after: $after) {
      nodes { slug status members owners { email } storefronts { domain } } pageInfo { endCursor hasNextPage } } }`;

  test('are found by a part of name or slug, with owners and storefronts', async () => {
    const { platformTeams } = await ask(TEAMS, { search: 'LAKE' });
    expect(platformTeams.nodes).toEqual([
      {
        slug: 'lakeside',
        status: 'active',
        members: 1,
        owners: [{ email: 'host@demo.test' }],
        storefronts: expect.arrayContaining([{ domain: 'lakeside.localhost' }]),
      },
    ]);
    expect((await ask(TEAMS, { search: '%' })).platformTeams.nodes).toEqual([]);
  });

  test('are paged newest first', async () => {
    const all = (await ask(TEAMS)).platformTeams.nodes.map(({ slug }: { slug: string }) => slug);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const { platformTeams } = await ask(TEAMS, { first: 2, after });
      paged.push(...platformTeams.nodes.map(({ slug }: { slug: string }) => slug));
      after = platformTeams.pageInfo.hasNextPage ? platformTeams.pageInfo.endCursor : null;
    } while (after !== null);
    expect(paged).toEqual(all);
    const byId = await platform.database.query<{ slug: string }>(
      'SELECT slug FROM apps.teams ORDER BY id DESC',
    );
    expect(all).toEqual(byId.map(({ slug }) => slug));
  });

  test('show that they are closing', async () => {
    await platform.database.query(
      `UPDATE apps.teams SET status = 'closing', closes_at = now() + interval '9 days' WHERE slug = 'alpine'`,
    );
    const { platformTeams } = await ask(TEAMS, { status: 'closing' });
    expect(platformTeams.nodes).toMatchObject([{ slug: 'alpine', status: 'closing' }]);
    await platform.database.query(`UPDATE apps.teams SET status = 'active', closes_at = NULL`);
  });
});

describe('a suspended storefront', () => {
  const REASON = 'The photos show another house';
  const move = async (field: string, id: string, reason = REASON, viewer: Viewer = operator) =>
    (
      await ask(
        `mutation ($id: ID!, $reason: String!) { moved: ${field}(id: $id, reason: $reason) {
          storefront { status suspension { reason } team { slug } } userErrors { code field } } }`,
        { id, reason },
        viewer,
      )
    ).moved;
  const idOf = async (domain: string) => {
    const rows = await platform.database.query<{ id: number }>(
      'SELECT id FROM catalog.storefront WHERE domain = $1',
      [domain],
    );
    return String(rows[0]?.id);
  };
  const answers = async () =>
    Promise.all(['/.well-known/ucp', '/'].map(async (path) => (await site.get(path)).status));

  test('answers as one in maintenance until it is resumed', async () => {
    const id = await idOf('lakeside.localhost');
    const { host } = await demoHost(platform, 'lakeside');
    expect(await answers()).toEqual([200, 200]);
    expect(await move('storefrontSuspend', id)).toEqual({
      storefront: { status: 'paused', suspension: { reason: REASON }, team: { slug: 'lakeside' } },
      userErrors: [],
    });
    await expect.poll(answers).toEqual([503, 503]);
    const { storefronts } = await ask(
      '{ storefronts { id status maintenance suspension { reason } } }',
      {},
      host,
    );
    expect(storefronts).toContainEqual({
      id,
      status: 'paused',
      maintenance: false,
      suspension: { reason: REASON },
    });
    expect((await move('storefrontResume', id, 'Photos replaced')).storefront).toMatchObject({
      status: 'live',
      suspension: null,
    });
    await expect.poll(answers).toEqual([200, 200]);
  });

  test('is not reopened by its host', async () => {
    const id = await idOf('lakeside.localhost');
    const { host } = await demoHost(platform, 'lakeside');
    await move('storefrontSuspend', id);
    const set =
      'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { storefront { status } } }';
    for (const maintenance of [true, false]) {
      expect((await ask(set, { input: { id, maintenance } }, host)).storefrontUpdate.storefront.status).toBe(
        'paused',
      );
    }
    await move('storefrontResume', id);
  });

  test('has who did it and why in its team’s activity, once, without an address', async () => {
    const id = await idOf('lakeside.localhost');
    const count = () =>
      platform.database.query<{ change: string; address: string | null; operator: boolean }>(
        `SELECT e.change, e.address, a.operator FROM team_events e JOIN apps.accounts a ON a.id = e.account_id
         WHERE e.kind = 'storefront.suspended' AND e.change = 'Twice'`,
      );
    await move('storefrontSuspend', id, 'Twice');
    await move('storefrontSuspend', id, 'Twice');
    expect(await count()).toEqual([{ change: 'Twice', address: null, operator: true }]);
    await move('storefrontResume', id);
  });

  test('needs a reason', async () => {
    const id = await idOf('lakeside.localhost');
    expect((await move('storefrontSuspend', id, ' ')).userErrors).toMatchObject([{ field: ['reason'] }]);
  });

  test('is never one that is closed for good', async () => {
    const id = await idOf('lakeside.localhost');
    expect((await move('storefrontSuspend', '0')).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    await platform.database.query('UPDATE catalog.storefront SET closed_at = now() WHERE id = $1', [id]);
    expect((await move('storefrontSuspend', id)).userErrors).toMatchObject([{ code: 'CLOSED' }]);
    await platform.database.query('UPDATE catalog.storefront SET closed_at = NULL WHERE id = $1', [id]);
  });
});

describe('storefronts of the platform', () => {
  const LIST = `query ($search: String, $status: StorefrontStatus) {
    platformStorefronts(search: $search, status: $status) {
      nodes { domain status team { slug } domains { domain status } readiness { ready items { code done } } } } }`;

  test('are filtered by the status that they show', async () => {
    await platform.database.query(
      `UPDATE catalog.storefront SET closed_at = now() WHERE domain = 'sandbox.localhost'`,
    );
    const seen: number[] = [];
    for (const status of ['draft', 'live', 'paused', 'closed']) {
      const { nodes } = (await ask(LIST, { status })).platformStorefronts;
      expect(nodes.map((node: { status: string }) => node.status)).toEqual(nodes.map(() => status));
      seen.push(nodes.length);
    }
    const [all] = await platform.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM catalog.storefront',
    );
    expect(seen.reduce((sum, n) => sum + n)).toBe(all?.n);
    expect(seen.filter((n) => n > 0).length).toBeGreaterThanOrEqual(3);
  });

  test('are found by a domain of the host’s own', async () => {
    await platform.database.query(
      `INSERT INTO catalog.storefront_domain (storefront_id, domain, challenge, status, created_at, next_check_at)
       SELECT id, 'stay.lakeside.example', 'x', 'active', now(), now() + interval '1 day'
       FROM catalog.storefront WHERE domain = 'lakeside.localhost'`,
    );
    expect((await ask(LIST, { search: 'Stay.Lakeside' })).platformStorefronts.nodes).toMatchObject([
      {
        domain: 'lakeside.localhost',
        domains: [{ domain: 'stay.lakeside.example', status: 'active' }],
        team: { slug: 'lakeside' },
        readiness: null,
      },
    ]);
  });

  test('show what a draft still lacks', async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const create = `mutation { storefrontCreate(input: { name: "Pier", slug: "pier-draft" }) { userErrors { message } } }`;
    expect((await ask(create, {}, host)).storefrontCreate.userErrors).toEqual([]);
    const [draft] = (await ask(LIST, { search: 'pier' })).platformStorefronts.nodes;
    expect(draft).toMatchObject({ status: 'draft', readiness: { ready: false } });
    expect(draft.readiness.items).toContainEqual({ code: 'photo', done: false });
  });
});
