import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookStay, demoHost } from '../support/app-world.ts';
import { type InstalledApp, installNewApp } from '../support/developer.ts';
import { type GraphqlAnswer, graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let app: InstalledApp;
beforeAll(async () => {
  platform = await startPlatform();
  for (let booked = 0; booked < 4; booked++) await bookStay(platform, 'lakeside');
});
afterAll(() => platform.close());

beforeEach(async () => {
  app = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
    scopes: ['read_bookings', 'write_bookings', 'write_properties'],
  });
});

interface Entry {
  readonly id: string;
  readonly updatedAt: string;
}

/** A page of a list, least recently changed first. */
async function list(
  { field, filter }: (typeof LISTS)[number],
  variables: Readonly<Record<string, unknown>> = {},
) {
  const answer: GraphqlAnswer = await graphql(
    platform.address,
    `query ($filter: ${filter}, $first: Int, $after: String) {
      ${field}(filter: $filter, first: $first, after: $after) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } }
    }`,
    { token: app.token, variables },
  );
  const { nodes, pageInfo } = answer.data[field];
  return { nodes: nodes as readonly Entry[], pageInfo };
}

/** Lists that apps poll, and a change to one of their rows. */
const LISTS = [
  {
    field: 'bookings',
    filter: 'BookingFilter',
    change: 'UPDATE checkout.bookings SET version = version + 1 WHERE id = $1',
  },
  {
    field: 'properties',
    filter: 'PropertyFilter',
    change: 'UPDATE catalog.property SET guest_ready = NOT guest_ready WHERE id = $1',
  },
  {
    field: 'unitTypes',
    filter: 'UnitTypeFilter',
    change: 'UPDATE catalog.unit_type SET base_rate = base_rate + 100 WHERE id = $1',
  },
] as const;

describe.each(LISTS)('$field', (polled) => {
  test('consecutive pages of a list leave no gaps and follow the order of changes', async () => {
    const all = (await list(polled, { first: 100 })).nodes;
    const pages: Entry[] = [];
    let after: string | null = null;
    do {
      const { nodes, pageInfo }: Awaited<ReturnType<typeof list>> = await list(polled, { first: 2, after });
      pages.push(...nodes);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
    expect(pages).toEqual(all);
    expect(pages.length).toBeGreaterThanOrEqual(3);
    const times = pages.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...times].sort());
  });

  test('polling with the newest updatedAt finds every later change', async () => {
    const [first] = (await list(polled)).nodes;
    const newest = (await list(polled, { first: 100 })).nodes.at(-1);
    await platform.database.query(polled.change, [Number(first?.id)]);
    const { nodes } = await list(polled, { filter: { updatedSince: newest?.updatedAt } });
    expect(nodes.map(({ id }) => id)).toContain(newest?.id);
    expect(nodes.at(-1)?.id).toBe(first?.id);
    const { nodes: later } = await list(polled, { filter: { updatedSince: nodes.at(-1)?.updatedAt } });
    expect(later.map(({ id }) => id)).toContain(first?.id);
  });

  test("an uncommitted change doesn't delay a list, and the next poll finds it", async () => {
    const before = (await list(polled, { first: 100 })).nodes;
    const [late, other] = before;
    const writer = new pg.Client({ connectionString: platform.database.url });
    await writer.connect();
    try {
      await writer.query('BEGIN');
      await writer.query(polled.change, [Number(late?.id)]);
      await platform.database.query(polled.change, [Number(other?.id)]);
      const meanwhile = (await list(polled, { first: 100 })).nodes;
      expect(meanwhile.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
      expect(meanwhile.at(-1)?.id).toBe(other?.id);
      await writer.query('COMMIT');
      const newest = meanwhile.at(-1)?.updatedAt;
      const { nodes } = await list(polled, { first: 100, filter: { updatedSince: newest } });
      expect(nodes.map(({ id }) => id)).toEqual([late?.id, other?.id]);
    } finally {
      await writer.end();
    }
  });
});

test("an app's custom field changes its property's updatedAt", async () => {
  const properties = LISTS[1];
  const [first] = (await list(properties)).nodes;
  const { data } = await graphql(
    platform.address,
    `mutation ($id: ID!, $namespace: String!) {
      propertySetCustomField(propertyId: $id, namespace: $namespace, key: "code", type: "string", value: "4711") {
        property { id updatedAt }
      }
    }`,
    { token: app.token, variables: { id: first?.id, namespace: app.slug } },
  );
  expect((await list(properties)).nodes.at(-1)).toEqual(data.propertySetCustomField.property);
});

test("a change to a property's fee counts as a change to its unit types, not to the property", async () => {
  const [, properties, unitTypes] = LISTS;
  const before = (await list(properties)).nodes;
  const [property] = before;
  await platform.database.query('UPDATE catalog.fee SET amount = amount + 1 WHERE property_id = $1', [
    Number(property?.id),
  ]);
  const since = before.at(-1)?.updatedAt;
  const changed = (await list(unitTypes, { filter: { propertyId: property?.id, updatedSince: since } }))
    .nodes;
  const all = (await list(unitTypes, { filter: { propertyId: property?.id } })).nodes;
  expect(changed).toEqual(all);
  expect((await list(properties)).nodes).toEqual(before);
});
