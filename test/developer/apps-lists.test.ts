import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintToken } from '#kit/secrets.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { ask, type Developer, type InstalledApp, installNewApp, newDeveloper } from '../support/developer.ts';
import { developer as managementClient } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// The apps subgraph's growing lists: each is read page by page, with each entry once and no foreign entries.

const OPERATOR: ViewerOf<'hostUser'> = {
  kind: 'hostUser',
  accountId: 1,
  sessionId: 1,
  teamId: null,
  role: null,
  elevated: true,
  operator: true,
};

let platform: TestPlatform;
let owner: Developer;
let stranger: Developer;
let app: InstalledApp;
let withPage: InstalledApp;

beforeAll(async () => {
  platform = await startPlatform();
  [owner, stranger] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
  app = await installNewApp(platform, owner, {});
  withPage = await installNewApp(platform, owner, { app_page: { url: 'https://crew.example.com/page' } });
  await fill();
});
afterAll(() => platform.close());

const sql = (text: string, values: readonly unknown[]) =>
  platform.database.query<{ id: string }>(text, values);

/** Creates more than a page of everything; whole groups share one instant, so only ids distinguish them. */
async function fill(): Promise<void> {
  const { accountId } = owner.host;
  const { installId, appId } = app.viewer;
  await sql(
    `INSERT INTO apps.apps (account_id, slug, name, type, distribution, client_id, client_secret_sealed, created_at)
     SELECT $1, 'many-' || $1::int || '-' || n, 'App ' || n, 'remote', 'public', 'c-' || $1::int || '-' || n, '', now()
     FROM generate_series(1, 104) n`,
    [accountId],
  );
  await sql(
    `INSERT INTO apps.app_versions (app_id, number, status, manifest, scope_escalation, created_at, submitted_at)
     SELECT id, 1, 'in_review', '{"scopes": [], "capabilities": [], "redirectUris": []}', false, now(), 'today'
     FROM apps.apps WHERE account_id = $1 AND slug LIKE 'many-%'`,
    [accountId],
  );
  await sql(
    `INSERT INTO apps.app_versions (app_id, number, status, manifest, scope_escalation, created_at)
     SELECT $1, n + 1, 'draft', '{"scopes": [], "capabilities": [], "redirectUris": []}', false, now()
     FROM generate_series(1, 104) n`,
    [appId],
  );
  await sql(
    `INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities,
       webhook_secret_sealed, installed_at)
     SELECT id, $2, right(slug, 1) <> '7', false, '{}', '{}', '', 'today'
     FROM apps.apps WHERE account_id = $1 AND slug LIKE 'many-%'`,
    [accountId, owner.teamId],
  );
  await sql(
    `WITH team AS (INSERT INTO apps.teams (slug, name, created_at)
       SELECT 'more-' || $1::int || '-' || n, 'More ' || n, now() FROM generate_series(1, 9) n RETURNING id),
     member AS (INSERT INTO apps.memberships (account_id, team_id, created_at) SELECT $1, id, now() FROM team)
     INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities,
       webhook_secret_sealed, installed_at)
     SELECT $2, id, id % 3 <> 0, false, '{}', '{}', '', 'today' FROM team`,
    [accountId, appId],
  );
  await sql(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
     SELECT $1, gen_random_uuid(), 'task.created', 'task:' || n, '{}', 'delivered', now()
     FROM generate_series(1, 104) n`,
    [installId],
  );
}

interface Connection {
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface List {
  readonly name: string;
  readonly viewer: () => Viewer;
  /** Document for the connection with `$first` and `$after`, and `key` as an entry's id. */
  readonly text: (page: string) => string;
  readonly variables: () => object;
  readonly pick: (answer: never) => Connection | null;
  /** Ids in order. */
  readonly expected: () => Promise<readonly { readonly id: string }[]>;
}

const ids = 'nodes { id } edges { cursor } pageInfo { hasNextPage endCursor }';
const ofApp = ({ app: found }: { readonly app: Record<string, Connection> | null }) => found;

const LISTS: readonly List[] = [
  {
    name: 'own apps',
    viewer: () => owner.host,
    text: (page) => `{ apps${page} { ${ids} } }`,
    variables: () => ({}),
    pick: ({ apps }: { readonly apps: Connection }) => apps,
    expected: () =>
      sql('SELECT id::text FROM apps.apps a WHERE account_id = $1 ORDER BY a.id', [owner.host.accountId]),
  },
  {
    name: 'versions of an own app',
    viewer: () => owner.host,
    text: (page) => `{ app(slug: $slug) { versions${page} { ${ids} } } }`,
    variables: () => ({ slug: app.slug }),
    pick: (answer) => ofApp(answer)?.versions ?? null,
    expected: () =>
      sql(
        `SELECT a.slug || '@' || v.number AS id FROM apps.app_versions v JOIN apps.apps a ON a.id = v.app_id
         WHERE v.app_id = $1 ORDER BY v.id DESC`,
        [app.viewer.appId],
      ),
  },
  {
    name: 'installs of an own app',
    viewer: () => owner.host,
    text: (page) => `{ app(slug: $slug) { installs${page} { ${ids} } } }`,
    variables: () => ({ slug: app.slug }),
    pick: (answer) => ofApp(answer)?.installs ?? null,
    expected: () =>
      sql('SELECT id::text FROM apps.installs i WHERE app_id = $1 ORDER BY installed_at DESC, i.id DESC', [
        app.viewer.appId,
      ]),
  },
  {
    name: 'active installs of an own app',
    viewer: () => owner.host,
    text: (page) => `{ app(slug: $slug) { installs${page.replace('(', '(activeOnly: true, ')} { ${ids} } } }`,
    variables: () => ({ slug: app.slug }),
    pick: (answer) => ofApp(answer)?.installs ?? null,
    expected: () =>
      sql(
        'SELECT id::text FROM apps.installs i WHERE app_id = $1 AND is_active ORDER BY installed_at DESC, i.id DESC',
        [app.viewer.appId],
      ),
  },
  {
    name: 'apps installed on a team',
    viewer: () => owner.host,
    text: (page) => `{ installedApps${page} { ${ids} } }`,
    variables: () => ({}),
    pick: ({ installedApps }: { readonly installedApps: Connection }) => installedApps,
    expected: () =>
      sql(
        'SELECT id::text FROM apps.installs i WHERE team_id = $1 AND is_active ORDER BY installed_at DESC, i.id DESC',
        [owner.teamId],
      ),
  },
  {
    name: 'versions in review',
    viewer: () => OPERATOR,
    text: (page) => `{ appVersionsInReview${page} { ${ids} } }`,
    variables: () => ({}),
    pick: ({ appVersionsInReview }: { readonly appVersionsInReview: Connection }) => appVersionsInReview,
    expected: () =>
      sql(
        `SELECT a.slug || '@' || v.number AS id FROM apps.app_versions v JOIN apps.apps a ON a.id = v.app_id
         WHERE status = 'in_review' ORDER BY submitted_at, v.id`,
        [],
      ),
  },
  {
    name: 'deliveries to an install',
    viewer: () => owner.host,
    text: (page) => `{ install(slug: $slug) { deliveries${page} { ${ids.replace('id', 'id: eventId')} } } }`,
    variables: () => ({ slug: app.slug }),
    pick: ({ install }: { readonly install: { readonly deliveries: Connection } | null }) =>
      install?.deliveries ?? null,
    expected: () =>
      sql('SELECT event_id AS id FROM apps.deliveries d WHERE install_id = $1 ORDER BY d.id DESC', [
        app.viewer.installId,
      ]),
  },
];

const read = async (list: List, first: number | null, after: string | null, viewer = list.viewer()) => {
  const own = Object.keys(list.variables()).map((name) => `, $${name}: String!`);
  const text = `query ($first: Int, $after: String${own.join('')}) ${list.text('(first: $first, after: $after)')}`;
  const variables = { ...list.variables(), first, after };
  return list.pick((await ask<never>(platform, viewer, text, variables)) as never);
};

describe.each(LISTS)('$name', (list) => {
  test('a list returns each entry once and in order across pages, even if entries share a timestamp', async () => {
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: Connection | null = await read(list, 7, after);
      seen.push(...(page?.nodes.map(({ id }) => id) ?? []));
      expect(page?.edges.at(-1)?.cursor ?? null).toBe(page?.pageInfo.endCursor);
      if (!page?.pageInfo.hasNextPage) break;
      expect(page.nodes).toHaveLength(7);
      after = page.pageInfo.endCursor;
    }
    const expected = (await list.expected()).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(6);
    expect(seen).toEqual(expected);
  });

  test('a page of any list has 1 to 100 entries', async () => {
    for (const first of [0, -1, 101]) {
      await expect(read(list, first, null)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    for (const after of ['nonsense', Buffer.from("1.2.3'").toString('base64url')]) {
      await expect(read(list, 10, after)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    const key = ['versions in review', 'installs', 'apps installed'];
    const parts = key.some((name) => list.name.includes(name)) ? 2 : 1;
    const beyond = Buffer.from(Array(parts).fill('8'.padEnd(16, '0')).join('.')).toString('base64url');
    expect(await read(list, 1, beyond)).not.toBeNull();
  });

  test('a list shows other users no entries, whatever the cursor', async () => {
    const cursor = (await read(list, 1, null))?.pageInfo.endCursor ?? null;
    const theirs = { ...stranger.host, teamId: owner.teamId };
    for (const viewer of [stranger.host, theirs]) {
      const seen = await read(list, 100, cursor, viewer).catch(({ code }) => code);
      if (list.name === 'versions in review') expect(seen).toBe('ACCESS_DENIED');
      else expect(seen === null || seen.nodes.length === 0).toBe(true);
    }
  });
});

describe('installedApps', () => {
  const slugs = async (filter: object) =>
    (
      await ask<{ installedApps: { nodes: readonly { app: { slug: string } }[] } }>(
        platform,
        owner.host,
        'query ($filter: InstalledAppFilter) { installedApps(filter: $filter) { nodes { app { slug } } } }',
        { filter },
      )
    ).installedApps.nodes.map(({ app: { slug } }) => slug);

  test('installedApps can be filtered by capability', async () => {
    expect(await slugs({ capability: 'act_as_assignment_provider' })).toEqual([withPage.slug, app.slug]);
    expect(await slugs({ capability: 'rule' })).toEqual([]);
  });

  test('installedApps shows whether the team requires a second factor', async () => {
    const text = '{ installedApps(first: 1) { nodes { team { requireSecondFactor } } } }';
    expect(await ask(platform, owner.host, text)).toEqual({
      installedApps: { nodes: [{ team: { requireSecondFactor: false } }] },
    });
  });

  test('installedApps can be filtered by whether the app has a page', async () => {
    expect(await slugs({ hasPage: true })).toEqual([withPage.slug]);
    expect(await slugs({ hasPage: false })).not.toContain(withPage.slug);
    expect(await slugs({ hasPage: true, capability: 'rule' })).toEqual([]);
  });
});

describe('the management API answers whole lists still', () => {
  let call: (path: string, team?: string) => Promise<{ readonly data: readonly { readonly id: number }[] }>;

  beforeAll(async () => {
    const { plain, hash } = mintToken('platform_pat_');
    await sql(
      `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
       VALUES ($1, 'lists', '{develop-apps}', $2, '', now())`,
      [owner.host.accountId, hash],
    );
    const client = managementClient(platform.address, plain);
    call = async (path, team) => (await client.call('GET', path, team === undefined ? {} : { team })).json;
  });

  test.each([
    ['apps', () => 'apps', 106],
    ['versions', () => `apps/${app.slug}/versions`, 105],
    ['installs, those uninstalled too', () => `apps/${app.slug}/installs`, 10],
  ])('the management API still returns all %s', async (_name, path, count) => {
    const { data } = await call(path());
    expect(new Set(data.map((entry) => JSON.stringify(entry))).size).toBe(count);
    expect(data).toHaveLength(count);
  });

  test('the management API returns at most the newest 100 deliveries', async () => {
    const { data } = await call(`apps/${app.slug}/deliveries`, owner.team);
    expect(data).toHaveLength(100);
  });
});

test("an account can have at most 100 access tokens, even if they're created concurrently", async () => {
  const { host } = await newDeveloper(platform);
  const create = async () => {
    const { accessTokenCreate } = await ask<{
      accessTokenCreate: { token: string | null; userErrors: readonly { code: string }[] };
    }>(
      platform,
      host,
      `mutation { accessTokenCreate(input: { name: "one", abilities: ["develop-apps"] }) {
        token userErrors { code } } }`,
    );
    return accessTokenCreate;
  };
  await sql(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at, revoked_at)
     SELECT $1, 'n', '{develop-apps}', 'h' || $1::int || '-' || n, '', now(), CASE WHEN n > 99 THEN now() END
     FROM generate_series(1, 150) n`,
    [host.accountId],
  );
  const made = await Promise.all([create(), create(), create()]);
  expect(made.filter(({ token }) => token !== null)).toHaveLength(1);
  expect(made.flatMap(({ userErrors }) => userErrors)).toEqual([
    { code: 'LIMIT_REACHED' },
    { code: 'LIMIT_REACHED' },
  ]);
  const { accessTokens } = await ask<{ accessTokens: readonly object[] }>(
    platform,
    host,
    '{ accessTokens { id } }',
  );
  expect(accessTokens).toHaveLength(100);
});
