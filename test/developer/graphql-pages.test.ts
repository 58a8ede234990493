import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookStay, demoHost } from '../support/app-world.ts';
import { ask, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// Every connection can be read from its start and from its end (docs/interface/graphql.md#lists).

let platform: TestPlatform;
let host: Developer['host'];
let app: InstalledApp;
let property: string;
let unitType: string;

beforeAll(async () => {
  platform = await startPlatform();
  const developer = await demoHost(platform, 'lakeside');
  host = { ...developer.host, operator: true };
  for (let booked = 0; booked < 5; booked += 1) await bookStay(platform, 'lakeside');
  app = await installNewApp(platform, developer, {});
  for (let more = 0; more < 3; more += 1) await installNewApp(platform, developer, {});
  const { properties } = await ask<{ properties: { nodes: { id: string; unitTypes: { id: string }[] }[] } }>(
    platform,
    host,
    '{ properties(first: 1) { nodes { id unitTypes { id } } } }',
  );
  property = properties.nodes[0]?.id ?? '';
  unitType = properties.nodes[0]?.unitTypes[0]?.id ?? '';
  await fill();
});
afterAll(() => platform.close());

const INSTANTS = ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.001Z', '2026-02-01T00:00:00Z'] as const;
const someTasks = fc.array(
  fc.record({
    due: fc.option(fc.constantFrom(...INSTANTS)),
    updated: fc.constantFrom(...INSTANTS),
  }),
  { minLength: 12, maxLength: 30 },
);

/** Fills random lists: many entries share one instant, so only ids distinguish them. */
async function fill(): Promise<void> {
  const sql = platform.database.query;
  await ask(platform, host, '{ taskTypes { id } }');
  const [tasks = []] = fc.sample(someTasks, 1);
  await sql(
    `INSERT INTO tasks.task (team_id, task_type, status, property_id, due_at, sla_ms, assign_by, version, created_at, updated_at)
     SELECT $1, 'cleaning', 'OPEN', $2, due, 0, now() + interval '1 day', 1, now(), updated
     FROM jsonb_to_recordset($3) AS made (due timestamptz, updated timestamptz)`,
    [host.teamId, property, JSON.stringify(tasks)],
  );
  await sql(
    `INSERT INTO apps.app_versions (app_id, number, status, manifest, scope_escalation, created_at, submitted_at)
     SELECT id, 2, 'in_review', '{"scopes": [], "capabilities": [], "redirectUris": []}', false, now(), 'today'
     FROM apps.apps WHERE account_id = $1`,
    [host.accountId],
  );
  await sql(
    `INSERT INTO apps.app_versions (app_id, number, status, manifest, scope_escalation, created_at)
     SELECT $1, n + 2, 'draft', '{"scopes": [], "capabilities": [], "redirectUris": []}', false, now()
     FROM generate_series(1, 9) n`,
    [app.viewer.appId],
  );
  await sql(`UPDATE apps.apps SET distribution = 'public' WHERE account_id = $1`, [host.accountId]);
  await sql(
    `INSERT INTO apps.listings (app_id, draft, draft_status, revision, published, submitted_at)
     SELECT id, '{}', 'in_review', 1, '{}', 'today' FROM apps.apps WHERE account_id = $1`,
    [host.accountId],
  );
  await sql(
    `INSERT INTO apps.accounts (email, name, password_hash, created_at)
     SELECT 'page-' || n || '@example.com', 'P', '', now() FROM generate_series(1, 9) n`,
    [],
  );
  await sql(
    `INSERT INTO apps.memberships (account_id, team_id, created_at)
     SELECT id, $1, 'today' FROM apps.accounts WHERE email LIKE 'page-%'`,
    [host.teamId],
  );
  await sql(
    `WITH team AS (INSERT INTO apps.teams (slug, name, created_at)
       SELECT 'page-' || n, 'Page ' || n, now() FROM generate_series(1, 6) n RETURNING id),
     member AS (INSERT INTO apps.memberships (account_id, team_id, created_at) SELECT $1, id, now() FROM team)
     INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities,
       webhook_secret_sealed, installed_at)
     SELECT $2, id, true, false, '{}', '{}', '', 'today' FROM team`,
    [host.accountId, app.viewer.appId],
  );
  await sql(
    `INSERT INTO team_events (team_id, kind, at) SELECT $1, 'prices.set', now() FROM generate_series(1, 9)`,
    [host.teamId],
  );
  await sql(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
     SELECT $1, gen_random_uuid(), 'task.created', 'task:' || n, '{}', 'delivered', now()
     FROM generate_series(1, 9) n`,
    [app.viewer.installId],
  );
}

interface Connection {
  readonly edges: readonly { readonly cursor: string; readonly node: object }[];
  readonly nodes: readonly object[];
  readonly pageInfo: object;
}

/** A field with `PAGE` in place of a page's arguments, and its entries' key. */
const LISTS = [
  ['tasks', 'tasks(PAGE)', 'id updatedAt'],
  ['tasks at a property', 'property(id: $property) { tasks(PAGE)', 'id'],
  ['tasks of a host, those changed last first', 'hostTasks(status: OPEN, order: changed, PAGE)', 'id'],
  ['tasks of a host, those due first', 'hostTasks(status: OPEN, order: due, PAGE)', 'id'],
  ['bookings', 'bookings(PAGE)', 'id'],
  ['bookings at a property', 'property(id: $property) { bookings(PAGE)', 'id'],
  ['bookings of a host, the newest first', 'hostBookings(order: newest, PAGE)', 'id'],
  ['bookings of a host, by arrival', 'hostBookings(order: check_in, PAGE)', 'id'],
  ['bookings of a host, by total', 'hostBookings(order: total, PAGE)', 'id'],
  ['bookings of a host, by guest', 'hostBookings(order: guest, PAGE)', 'id'],
  ['properties', 'properties(PAGE)', 'id'],
  ['unit types', 'unitTypes(PAGE)', 'id'],
  ['rates', 'rates(unitTypeId: $unitType, from: $from, until: $until, PAGE)', 'date'],
  ['members', 'teamMembers(PAGE)', 'id'],
  ['team events', 'teamEvents(PAGE)', 'id'],
  ['own apps', 'apps(PAGE)', 'slug'],
  ['installed apps', 'installedApps(PAGE)', 'id'],
  ['apps in the store', 'appStore(PAGE)', 'slug'],
  ['versions in review', 'appVersionsInReview(PAGE)', 'id'],
  ['published listings', 'platformListings(PAGE)', 'appSlug'],
  ['listings in review', 'appListingsInReview(PAGE)', 'appSlug'],
  ['versions of an app', 'app(slug: $slug) { versions(PAGE)', 'id'],
  ['installs of an app', 'app(slug: $slug) { installs(PAGE)', 'id'],
  ['deliveries', 'install(slug: $slug) { deliveries(PAGE)', 'eventId'],
] as const;

const WANTED = {
  property: 'ID!',
  unitType: 'ID!',
  from: 'Date!',
  until: 'Date!',
  slug: 'String!',
} as const;

async function read(field: string, entry: string, page: object): Promise<Connection> {
  const known = { property, unitType, from: daysAhead(2), until: daysAhead(30), slug: app.slug };
  const used = Object.entries(WANTED).filter(([name]) => field.includes(`$${name}`));
  const declared = used.map(([name, type]) => `, $${name}: ${type}`).join('');
  const paged = field.replace('PAGE', 'first: $first, after: $after, last: $last, before: $before');
  const selection = `{ edges { cursor node { ${entry} } } nodes { ${entry} }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const nested = field.includes('{');
  const answer = await ask<Record<string, unknown>>(
    platform,
    host,
    `query ($first: Int, $after: String, $last: Int, $before: String${declared}) { ${paged} ${selection} ${nested ? '}' : ''} }`,
    { ...Object.fromEntries(used.map(([name]) => [name, known[name as keyof typeof known]])), ...page },
  );
  const [root] = Object.values(answer) as [Record<string, unknown>];
  return (nested ? Object.values(root)[0] : root) as Connection;
}

describe.each(LISTS)('%s', (_name, field, entry) => {
  test('a page from either end equals the matching part of its list', async () => {
    const all = (await read(field, entry, { first: 100 })).edges;
    expect(all.length).toBeGreaterThanOrEqual(3);
    const place = fc.option(fc.nat(all.length - 1));
    const pages = fc.tuple(place, place, fc.integer({ min: 1, max: all.length + 1 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(pages, async ([after, before, size, backward]) => {
        const between = all.slice(after === null ? 0 : after + 1, before ?? all.length);
        const edges = backward ? between.slice(-size) : between.slice(0, size);
        const more = between.length > size;
        const page = await read(field, entry, {
          ...(backward ? { last: size } : { first: size }),
          after: after === null ? null : all[after]?.cursor,
          before: before === null ? null : all[before]?.cursor,
        });
        expect(page).toEqual({
          edges,
          nodes: edges.map(({ node }) => node),
          pageInfo: {
            hasNextPage: backward ? before !== null : more,
            hasPreviousPage: backward ? more : after !== null,
            startCursor: edges[0]?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
          },
        });
      }),
      { numRuns: 12 },
    );
  });

  test('a page from the end has at most 100 entries', async () => {
    for (const page of [{ last: 0 }, { last: 101 }, { last: 1, before: 'nonsense' }]) {
      await expect(read(field, entry, page)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });
});

describe('a refused field', () => {
  let reader: InstalledApp;
  beforeEach(async () => {
    const developer = await demoHost(platform, 'lakeside');
    reader = await installNewApp(platform, developer, { scopes: ['read_tasks', 'write_tasks'] });
  });

  test("a refused field doesn't affect the list next to it", async () => {
    const { status, data, errors } = await graphql(
      platform.address,
      '{ tasks(first: 1) { nodes { id } } bookings { nodes { id } } tooMany: tasks(first: 1000) { nodes { id } } }',
      { token: reader.token },
    );
    expect(status).toBe(200);
    expect(data.tasks.nodes).toHaveLength(1);
    expect(data).toMatchObject({ bookings: null, tooMany: null });
    expect(errors.map(({ extensions: { code } }) => code).sort()).toEqual([
      'ACCESS_DENIED',
      'BAD_USER_INPUT',
    ]);
  });

  test("a refused field doesn't affect the mutation next to it", async () => {
    const [task] = await platform.database.query<{ id: string }>('SELECT id FROM tasks.task LIMIT 1', []);
    const { data, errors } = await graphql(
      platform.address,
      `mutation ($id: ID!, $slug: String!) {
        refused: bookingSetCustomField(bookingId: 1, namespace: $slug, key: "k", type: "string", value: "v") { booking { id } }
        done: taskSetCustomField(taskId: $id, namespace: $slug, key: "k", type: "string", value: "v") { task { id } }
      }`,
      { token: reader.token, variables: { id: task?.id, slug: reader.slug } },
    );
    expect(data).toEqual({ refused: null, done: { task: { id: String(task?.id) } } });
    expect(errors.map(({ extensions: { code } }) => code)).toEqual(['ACCESS_DENIED']);
  });
});

test('a page costs the same from either end', async () => {
  const cost = async (page: string) =>
    (
      await graphql(platform.address, `{ tasks(${page}) { nodes { id property { id } } } }`, {
        token: app.token,
        version: '2026-10',
      })
    ).cost.requested;
  expect(await cost('last: 7')).toBe(await cost('first: 7'));
  expect(await cost('first: 50, last: 7')).toBe(await cost('first: 7'));
  expect(await cost('first: null')).toBe(await cost('first: 50'));
});
