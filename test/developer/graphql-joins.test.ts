import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ViewerOf } from '#kit/viewer.ts';
import { BRIEF_FIELDS as BRIEF_BOOKING_FIELDS } from '#subgraphs/checkout/queries/brief-fields.ts';
import { BRIEF_FIELDS as BRIEF_TASK_FIELDS } from '#subgraphs/tasks/queries/brief-fields.ts';
import { JOIN_OPERATIONS } from '../../bench/joins-operations.ts';
import { ask, type Developer, type InstalledApp, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { insertJoinedRows } from '../support/joined-rows.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { statementsOf } from '../support/statements.ts';

// One graph: objects link across subgraphs, under each type's scope, with a constant number of statements.

let platform: TestPlatform;
let developer: Developer;
let app: InstalledApp;
let host: ViewerOf<'hostUser'>;
const ids = { property: 0, unitType: 0, unit: 0, foreignProperty: 0 };

const SCOPES = ['write_tasks', 'read_bookings', 'read_properties', 'read_payment_sessions'];
const ROWS = 60;

beforeAll(async () => {
  platform = await startPlatform();
  developer = await newDeveloper(platform);
  host = developer.host;
  app = await installNewApp(platform, developer, { scopes: SCOPES });
  ids.property = await newProperty(developer);
  ids.foreignProperty = await newProperty(await newDeveloper(platform));
  const [unitType] = await sql<{ id: number }>(
    `INSERT INTO catalog.unit_type (property_id, name, description, max_guests, base_guests, units, base_rate)
     VALUES ($1, 'Loft', '', 4, 2, 2, 10000) RETURNING id`,
    [ids.property],
  );
  ids.unitType = unitType?.id ?? 0;
  await sql(`UPDATE catalog.unit SET name = 'Garden' WHERE unit_type_id = $1 AND place = 1`, [ids.unitType]);
  const [unit] = await sql<{ id: number }>(
    'SELECT id FROM catalog.unit WHERE unit_type_id = $1 AND place = 1',
    [ids.unitType],
  );
  ids.unit = unit?.id ?? 0;
  await ask(platform, host, '{ taskTypes { id } }'); // task types are created on first access
  await insertJoinedRows(sql, {
    teamId: developer.teamId,
    propertyId: ids.property,
    unitTypeId: ids.unitType,
    unitId: ids.unit,
    installs: [{ id: app.viewer.installId, slug: app.slug }],
    rows: ROWS,
  });
});
afterAll(() => platform.close());

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<Row>(text, values);

async function newProperty({ teamId, team }: Developer): Promise<number> {
  const [row] = await sql<{ id: number }>(
    `WITH front AS (INSERT INTO catalog.storefront (team_id, domain, name, signing_kid, signing_x, signing_y, signing_key)
       VALUES ($1, $2, 'Front', '', '', '', '') RETURNING id)
     INSERT INTO catalog.property (storefront_id, name, time_zone, currency)
     SELECT id, 'House of ' || $2, 'Europe/Zurich', 'EUR' FROM front RETURNING id`,
    [teamId, `${team}.test`],
  );
  return row?.id ?? 0;
}

const asApp = (query: string, variables = {}, token = app.token) =>
  graphql(platform.address, query, { token, variables, version: 'unstable' });

const BOARD = `query Board($first: Int!) {
  tasks(filter: { status: OPEN }, first: $first) { nodes {
    taskType dueAt
    property { name timeZone }
    unitType { name }
    unit { name }
    booking { reference guestFirstName guestLastName party { adults children } }
  } }
}`;

describe('the cleaning board', () => {
  test('one query loads the cleaning board', async () => {
    const { errors, data } = await asApp(BOARD, { first: 1 });
    expect(errors).toEqual([]);
    expect(data.tasks.nodes).toEqual([
      {
        taskType: 'cleaning',
        dueAt: null,
        property: { name: `House of ${developer.team}.test`, timeZone: 'Europe/Zurich' },
        unitType: { name: 'Loft' },
        unit: { name: 'Garden' },
        booking: {
          reference: expect.stringMatching(/^BK-/),
          guestFirstName: 'Ada',
          guestLastName: 'Lovelace',
          party: { adults: 2, children: 1 },
        },
      },
    ]);
  });

  test("the documentation's query loads the cleaning board exactly as printed", async () => {
    const [, query] =
      /```graphql\n(query Board [^`]+)```/.exec(await readFile('docs/guides/use-graphql.md', 'utf8')) ?? [];
    const { status, cost, errors, data } = await graphql(platform.address, query, {
      token: app.token,
      version: '2026-10',
    });
    expect({ status, errors }).toEqual({ status: 200, errors: [] });
    expect(cost.requested).toBeLessThanOrEqual(1_000);
    expect(data.tasks.nodes).toHaveLength(ROWS);
  });

  test('the cleaning board with 100 tasks stays within the cost limit for one operation', async () => {
    const { status, cost, data } = await asApp(BOARD, { first: 100 });
    expect(status).toBe(200);
    expect(cost.requested).toBeLessThanOrEqual(1_000);
    expect(data.tasks.nodes).toHaveLength(ROWS);
  });
});

describe('four operations that bench/joins.ts measures', () => {
  const variablesOf = (n: number) => ({ n, id: '', value: 'x', namespace: app.slug });

  test.each(JOIN_OPERATIONS)(
    '$name takes $statements statements for any number of rows',
    async (operation) => {
      const { text, name, statements } = operation;
      const [row] = await sql<{ task: string; booking: string }>(
        'SELECT id AS task, booking_id AS booking FROM tasks.task WHERE team_id = $1 ORDER BY id LIMIT 1',
        [developer.teamId],
      );
      const id = name.includes('booking') ? row?.booking : row?.task;
      const run = (n: number) =>
        statementsOf(() => {
          const named = Object.entries({ ...variablesOf(n), id, value: String(n) });
          const variables = Object.fromEntries(named.filter(([variable]) => text.includes(`$${variable}:`)));
          return ask(platform, { ...app.viewer, scopes: SCOPES }, text, variables);
        });
      await run(1);
      const few = await run(5);
      const many = await run(50);
      expect([few.statements.length, many.statements.length]).toEqual([statements, statements]);
    },
  );
});

/** Every join, each with the scopes it needs besides its starting list's. */
const JOINS: readonly (readonly [name: string, query: string])[] = [
  ['Task.property', '{ tasks(first: $n) { nodes { property { name } } } }'],
  ['Task.booking', '{ tasks(first: $n) { nodes { booking { reference } } } }'],
  ['Task.unitType', '{ tasks(first: $n) { nodes { unitType { name } } } }'],
  ['Task.unit', '{ tasks(first: $n) { nodes { unit { name } } } }'],
  ['Booking.property', '{ bookings(first: $n) { nodes { property { name } } } }'],
  ['BookingLine.unitType', '{ bookings(first: $n) { nodes { lines { unitType { name } } } } }'],
  ['Booking.tasks', '{ bookings(first: $n) { nodes { tasks(first: 2) { nodes { taskType } } } } }'],
  [
    'Booking.paymentSessions',
    '{ bookings(first: $n) { nodes { paymentSessions { status refunds { id } } } } }',
  ],
  [
    'RefundSession.paymentSession',
    '{ bookings(first: $n) { nodes { paymentSessions { refunds { paymentSession { status } } } } } }',
  ],
  [
    'PaymentSession.booking',
    '{ bookings(first: $n) { nodes { paymentSessions { booking { reference property { name } } } } } }',
  ],
  ['Property.unitTypes', '{ tasks(first: $n) { nodes { property { unitTypes { name } } } } }'],
  [
    'UnitType.property',
    '{ tasks(first: $n) { nodes { unitType { property { name } namedUnits { name } } } } }',
  ],
  ['Property.bookings', '{ properties(first: $n) { nodes { bookings(first: 2) { nodes { reference } } } } }'],
  ['Property.tasks', '{ properties(first: $n) { nodes { tasks(first: 2) { nodes { taskType } } } } }'],
  [
    'all of them',
    `{ tasks(first: $n) { nodes { property { name } unit { name } booking { reference lines { unitType { name } }
      property { name tasks(first: 1) { nodes { taskType } } } tasks(first: 1) { nodes { taskType } } paymentSessions { status } } } } }`,
  ],
];

describe('a join', () => {
  test.each(JOINS)('%s takes as many statements for 50 rows as for 5', async (_name, query) => {
    const run = (n: number) =>
      statementsOf(() => {
        const viewer = { ...app.viewer, scopes: SCOPES };
        return ask<Readonly<Record<string, { nodes: readonly object[] }>>>(
          platform,
          viewer,
          `query($n: Int!) ${query}`,
          {
            n,
          },
        );
      });
    await run(5);
    const few = await run(5);
    const many = await run(50);
    const nodes = Object.values(many.result)[0]?.nodes ?? [];
    expect(JSON.stringify(nodes)).not.toMatch(/null|\[\]\}/);
    expect(few.statements.length).toBeGreaterThan(0);
    expect(many.statements.length).toBe(few.statements.length);
  });

  test("a join requires the target type's scope", async () => {
    const reader = await installNewApp(platform, developer, { scopes: ['read_tasks'] });
    const { status, data, errors } = await asApp(
      '{ tasks(first: 2) { nodes { taskType propertyId property { name } booking { reference } } } }',
      {},
      reader.token,
    );
    expect(status).toBe(200);
    for (const task of data.tasks.nodes) {
      expect(task).toEqual({
        taskType: 'cleaning',
        propertyId: String(ids.property),
        property: null,
        booking: null,
      });
    }
    const denied = errors.map(({ path, extensions }) => [
      path?.join('.'),
      extensions.code,
      extensions.requiredScope,
    ]);
    expect(new Set(denied.map(String))).toEqual(
      new Set(
        [0, 1].flatMap((place) => [
          `tasks.nodes.${place}.property,ACCESS_DENIED,read_properties`,
          `tasks.nodes.${place}.booking,ACCESS_DENIED,read_bookings`,
        ]),
      ),
    );
  });

  test("a join to a list requires its entries' scope", async () => {
    const reader = await installNewApp(platform, developer, { scopes: ['read_bookings'] });
    const { data, errors } = await asApp(
      '{ bookings(first: 1) { nodes { reference tasks { nodes { id } } paymentSessions { id } } } }',
      {},
      reader.token,
    );
    expect(data.bookings.nodes).toEqual([
      { reference: expect.any(String), tasks: null, paymentSessions: null },
    ]);
    expect(errors.map(({ extensions }) => extensions.requiredScope).sort()).toEqual([
      'read_payment_sessions',
      'read_tasks',
    ]);
  });

  test("a join to an unknown object or another team's object is null", async () => {
    const [task] = await sql<{ id: string }>(
      `UPDATE tasks.task SET property_id = $2, booking_id = 999999999 WHERE id = (SELECT max(id) FROM tasks.task WHERE team_id = $1)
       RETURNING id`,
      [developer.teamId, ids.foreignProperty],
    );
    const { data, errors } = await asApp(
      'query($id: ID!) { task(id: $id) { taskType property { name bookings { nodes { id } } } booking { reference } } }',
      { id: task?.id },
    );
    expect(errors).toEqual([]);
    expect(data.task).toEqual({ taskType: 'cleaning', property: null, booking: null });
    await sql(`UPDATE tasks.task SET property_id = $2, booking_id = NULL WHERE id = $1`, [
      task?.id,
      ids.property,
    ]);
  });

  test("a join shows an app only its own install's payment sessions", async () => {
    const other = await installNewApp(platform, developer, { scopes: SCOPES });
    const query = '{ bookings(first: 1) { nodes { paymentSessions { id } } } }';
    expect((await asApp(query, {}, other.token)).data.bookings.nodes).toEqual([{ paymentSessions: [] }]);
    const { bookings } = await ask<{ bookings: { nodes: { paymentSessions: object[] }[] } }>(
      platform,
      host,
      query,
    );
    expect(bookings.nodes[0]?.paymentSessions).toHaveLength(1);
  });

  test('a join connects an install to its app', async () => {
    const reader = await installNewApp(platform, developer, { name: 'Turnover Crew', scopes: [] });
    const { data } = await asApp('{ currentInstall { app installedApp { name type } } }', {}, reader.token);
    expect(data).toEqual({
      currentInstall: { app: reader.slug, installedApp: { name: 'Turnover Crew', type: 'remote' } },
    });
  });

  test("a join shows a host only the chosen team's storefronts", async () => {
    const { teams } = await ask<{
      teams: readonly { slug: string; storefronts: { domain: string }[] | null }[];
    }>(platform, host, '{ teams { slug storefronts { domain } } }');
    expect(teams).toEqual([{ slug: developer.team, storefronts: [{ domain: `${developer.team}.test` }] }]);
    const elsewhere = await ask(
      platform,
      { ...host, teamId: 1 },
      '{ teams { slug storefronts { domain } } }',
    );
    expect(elsewhere).toEqual({ teams: [{ slug: developer.team, storefronts: null }] });
  });

  test("joins don't exist in 2026-01", async () => {
    const { errors } = await graphql(platform.address, '{ tasks { nodes { property { name } } } }', {
      token: app.token,
    });
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});

describe('a field that is asked for alone', () => {
  const SELECTIONS: Readonly<Record<string, string>> = {
    property: 'property { id }',
    booking: 'booking { id }',
    unitType: 'unitType { id }',
    unit: 'unit { id }',
    storefront: 'storefront { id }',
    party: 'party { adults children }',
  };
  const every = (text: string) => ask<object>(platform, host, text);

  test.each([...BRIEF_TASK_FIELDS])(
    'Task.%s has the same value selected separately or with all fields',
    async (field) => {
      await sql(
        'UPDATE tasks.task SET due_at = created_at WHERE due_at IS NULL AND id IN (SELECT max(id) FROM tasks.task)',
      );
      const shown = SELECTIONS[field] ?? field;
      const lists = (more: string) =>
        every(`{ tasks(first: 100) { edges { node { ${shown} } } nodes { shown: ${shown} ${more} } }
        bookings(first: 3) { nodes { tasks { nodes { shown: ${shown} ${more} } } } } }`);
      const alone = await lists('');
      expect(alone).toEqual(without('note', await lists('note')));
      expect(JSON.stringify(alone)).toMatch(/"shown":[^n]/);
    },
  );

  test.each([...BRIEF_BOOKING_FIELDS])(
    'Booking.%s has the same value selected separately or with all fields',
    async (field) => {
      const shown = SELECTIONS[field] ?? field;
      const lists = (more: string) =>
        every(`{ bookings(first: 3) { nodes { shown: ${shown} ${more} } }
        properties(first: 3) { nodes { bookings(first: 3) { nodes { shown: ${shown} ${more} } } } }
        tasks(first: 3) { nodes { booking { shown: ${shown} ${more} } } } }`);
      const alone = await lists('');
      expect(alone).toEqual(without('guestPhone', await lists('guestPhone')));
      expect(JSON.stringify(alone)).toMatch(/"shown":[^n]/);
    },
  );

  /** Response without one field. */
  const without = (name: string, answer: object) =>
    JSON.parse(JSON.stringify(answer), (key, value) => (key === name ? undefined : value));
});

interface Bookings {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

describe('lists below a property', () => {
  const page = (after: string | null) =>
    asApp(
      `query($after: String) { properties(first: 1) { nodes { bookings(first: 25, after: $after) {
        nodes { id } pageInfo { hasNextPage endCursor } } } } }`,
      { after },
    );

  test("a property's booking list pages through every booking once", async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { bookings }: { bookings: Bookings } = (await page(after)).data.properties.nodes[0];
      seen.push(...bookings.nodes.map(({ id }) => id));
      if (!bookings.pageInfo.hasNextPage) break;
      after = bookings.pageInfo.endCursor;
    }
    expect(seen).toHaveLength(ROWS);
    expect(new Set(seen).size).toBe(ROWS);
  });

  test.each(['bookings', 'tasks'])(
    "a property's %s match the root list filtered by that property",
    async (list) => {
      const { data } = await asApp(
        `query($id: ID!) { property(id: $id) { ${list}(first: 100) { nodes { id } } }
        ${list}(filter: { propertyId: $id }, first: 100) { nodes { id } } }`,
        { id: ids.property },
      );
      expect(data.property[list]).toEqual(data[list]);
      expect(data[list].nodes.length).toBe(ROWS);
    },
  );
});

describe('tasks filtered', () => {
  test.each([
    ['{ status: OPEN }', ROWS],
    ['{ status: CANCELLED }', 0],
    ['{ updatedSince: "2100-01-01T00:00:00Z" }', 0],
  ])('the filter %s returns %i tasks', async (filter, count) => {
    const { data } = await asApp(`{ tasks(filter: ${filter}, first: 100) { nodes { id } } }`);
    expect(data.tasks.nodes).toHaveLength(count);
  });

  test("filtering tasks by another team's property returns an empty list", async () => {
    const query = 'query($id: ID!) { tasks(filter: { propertyId: $id }) { nodes { id } } }';
    expect((await asApp(query, { id: ids.foreignProperty })).data.tasks.nodes).toEqual([]);
  });
});
