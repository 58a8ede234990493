import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listUnitTypes } from '#subgraphs/catalog/properties/queries/team-lists.ts';
import { listTasks } from '#subgraphs/tasks/queries/tasks.ts';
import { HOST, openCatalog, sell, type TestCatalog } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { patience, tries } from '../support/seeded.ts';

/**
 * A client that polls a list sees every change, whenever its transaction commits: random interleavings of
 * row-changing transactions and concurrent page requests. A failing run prints its seed and path.
 */
const RUNS = tries(100);
const WRITERS = 3;
const OWN_ROWS = 3;

let database: TestDatabase;
let catalog: TestCatalog;
let ids: { readonly unitTypes: readonly number[]; readonly tasks: readonly number[] };
let writers: readonly pg.Client[];
beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await openCatalog(database.url);
  const front = await sell(
    catalog.as(),
    Array.from({ length: WRITERS * OWN_ROWS }, () => ({})),
  );
  await database.query(`INSERT INTO tasks.task_type (team_id, key, name, sla_ms, at_check_out)
    VALUES (1, 'linen', 'Linen', 1, false)`);
  const tasks = await database.query<{ id: string }>(
    `INSERT INTO tasks.task (team_id, task_type, status, property_id, title, sla_ms, assign_by, version, created_at, updated_at)
     SELECT 1, 'linen', 'OPEN', $1, 'new', 1, now(), 1, now(), now() FROM generate_series(1, $2) RETURNING id`,
    [front.propertyId, WRITERS * OWN_ROWS],
  );
  ids = { unitTypes: front.unitTypeIds, tasks: tasks.map(({ id }) => Number(id)) };
  writers = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      return client;
    }),
  );
});
afterAll(async () => {
  await Promise.all(writers.map((client) => client.end()));
  await catalog.close();
  await database.drop();
});
beforeEach(() => Promise.all(writers.map((client) => client.query('ROLLBACK'))));

const writer = fc.nat({ max: WRITERS - 1 });
const size = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change'), writer, nth: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('COMMIT', 'COMMIT', 'ROLLBACK'), writer }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('poll'), size }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A team's lists, each with a change to one of its rows and the field that shows it. */
const LISTS = [
  {
    name: 'unitTypes',
    async page(listing: Asked) {
      const { nodes, pageInfo } = await listUnitTypes(catalog.as(HOST), listing);
      return { nodes: nodes.map((node) => ({ ...node, shows: String(node.baseRate) })), pageInfo };
    },
    change: 'UPDATE catalog.unit_type SET base_rate = $2 WHERE id = $1',
    rows: 'SELECT id, base_rate::text AS shows FROM catalog.unit_type WHERE id = ANY ($1)',
  },
  {
    name: 'tasks',
    async page(listing: Asked) {
      const { nodes, pageInfo } = await listTasks(catalog.as(HOST), listing);
      return { nodes: nodes.map((node) => ({ ...node, shows: node.title ?? '' })), pageInfo };
    },
    change: `UPDATE tasks.task SET title = $2, version = version + 1, updated_at = tasks.change_instant(team_id::integer)
      WHERE id = $1`,
    rows: 'SELECT id::integer, title AS shows FROM tasks.task WHERE id = ANY ($1)',
  },
] as const;
type List = (typeof LISTS)[number];

interface Asked {
  readonly first: number;
  readonly after: string | null;
  readonly filter: { readonly updatedSince: Date | null };
}

/** A client that reads page by page, and continues from its last entry at the list's end. */
interface Poller {
  readonly goesOnFrom: 'updatedAt' | 'cursor';
  readonly seen: Map<number, string>;
  since: Date | null;
  after: string | null;
}

/** Requests the next page; returns true if there is another one. */
async function poll(list: List, poller: Poller, first: number): Promise<boolean> {
  const { nodes, pageInfo } = await list.page({
    first,
    after: poller.after,
    filter: { updatedSince: poller.since },
  });
  for (const { id, shows } of nodes) poller.seen.set(id, shows);
  if (pageInfo.hasNextPage || poller.goesOnFrom === 'cursor') {
    poller.after = pageInfo.endCursor ?? poller.after;
    return pageInfo.hasNextPage;
  }
  const newest = nodes.at(-1)?.updatedAt;
  if (newest) poller.since = new Date(newest);
  poller.after = null;
  return false;
}

let changes = 1_000;
async function run(list: List, steps: readonly Step[]): Promise<void> {
  const pollers = (['updatedAt', 'cursor'] as const).map(
    (goesOnFrom): Poller => ({ goesOnFrom, seen: new Map(), since: null, after: null }),
  );
  const open = new Set<pg.Client>();
  for (const step of steps) {
    if ('size' in step) {
      for (const poller of pollers) await poll(list, poller, step.size);
      continue;
    }
    const client = writers[step.writer];
    if (!client) continue;
    if (!('nth' in step)) {
      await client.query(step.does);
      open.delete(client);
      continue;
    }
    if (!open.has(client)) await client.query('BEGIN');
    open.add(client);
    changes += 1;
    await client.query(list.change, [ids[list.name][step.writer * OWN_ROWS + step.nth], changes]);
  }
  for (const client of open) await client.query('COMMIT');
  const rows = await database.query<{ id: number; shows: string }>(list.rows, [ids[list.name]]);
  const now = rows.map(({ id, shows }) => [id, shows]);
  for (const poller of pollers) {
    while (await poll(list, poller, 6));
    const seen = rows.map(({ id }) => [id, poller.seen.get(id)]);
    expect(seen, `when going on from the last ${poller.goesOnFrom}`).toEqual(now);
  }
}

test.each(LISTS)(
  `polling $name misses no change in ${RUNS} interleavings of open transactions`,
  async (list) => {
    const steps = fc.array(step, { minLength: 6, maxLength: 18 });
    await fc.assert(
      fc.asyncProperty(steps, (taken) => run(list, taken)),
      { numRuns: RUNS },
    );
  },
  patience(60_000),
);
