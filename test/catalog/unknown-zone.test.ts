import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { operationsOf } from '../faults/good-operations.ts';
import { acpAgent } from '../support/acp.ts';
import { acpSurfaceTo, BUYER } from '../support/acp-storefront.ts';
import { connectAgent, storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { contextOf, installNewApp } from '../support/developer.ts';
import { openReception } from '../support/guests.ts';
import { openThreads } from '../support/host-threads.ts';
import { panelHeaders, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

interface Found {
  readonly products: readonly {
    readonly metadata: { readonly lodging: { readonly property: { readonly name: string } } };
  }[];
}

test("only the affected property disappears if the runtime doesn't know its time zone", async () => {
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  const search = async () => {
    const stay = { check_in: daysAhead(30), check_out: daysAhead(32), adults: 1 };
    const { structuredContent } = await agent.client.callTool({
      name: 'search_catalog',
      arguments: { catalog: stay },
    });
    const { products } = structuredContent as unknown as Found; // its official schema is checked elsewhere
    return [...new Set(products.map(({ metadata }) => metadata.lodging.property.name))].sort();
  };
  const page = async () => {
    const query = new URLSearchParams({ check_in: daysAhead(30), check_out: daysAhead(32), adults: '1' });
    const headers = { host: 'lakeside.localhost' };
    return (await fetch(`${platform.address}/?${query}`, { headers })).status;
  };
  const before = await search();
  expect(before.length).toBeGreaterThan(1);
  const [gone = '', ...left] = before;
  await platform.database.query(`UPDATE catalog.property SET time_zone = 'Mars/Olympus' WHERE name = $1`, [
    gone,
  ]);
  expect(await eventually(search, (names) => !names.includes(gone))).toEqual(left);
  expect(await page()).toBe(200);
  await platform.database.query(`UPDATE catalog.property SET time_zone = 'Europe/Zurich' WHERE name = $1`, [
    gone,
  ]);
  expect(await eventually(search, (names) => names.includes(gone))).toEqual(before);
  await agent.close();
});

describe('with the time zone of a booked property unknown', () => {
  const HOST = 'lakeside.localhost';
  /** A unit type at the property, one at another property, and a booking's page at the first. */
  let gone: { unit: number; property: number; permalink: string; item: string };
  let left: { unit: number; item: string };

  beforeAll(async () => {
    const reception = await openReception(platform, 'lakeside');
    const { id } = await reception.book({ firstName: 'Ada', lastName: 'Mars', email: 'mars@example.com' });
    const permalink = await openThreads(platform, reception.teamId).permalinkOf(id);
    const [booked] = await platform.database.query<{ unit: number; property: number }>(
      `SELECT min(u.id) AS unit, u.property_id AS property FROM catalog.unit_type u WHERE u.property_id = (
         SELECT property_id FROM checkout.bookings WHERE id = $1) GROUP BY u.property_id`,
      [id],
    );
    const [other] = await platform.database.query<{ unit: number }>(
      `SELECT min(u.id) AS unit FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
       JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.domain = $1 AND p.id <> $2`,
      [HOST, booked?.property],
    );
    const itemOf = (unit: number | undefined) => `stay:${unit}:${daysAhead(60)}:${daysAhead(62)}:1:0`;
    gone = {
      unit: booked?.unit ?? 0,
      property: booked?.property ?? 0,
      permalink,
      item: itemOf(booked?.unit),
    };
    left = { unit: other?.unit ?? 0, item: itemOf(other?.unit) };
    await platform.database.query(
      `UPDATE catalog.night SET min_stay = NULL, max_stay = NULL, closed_to_arrival = false, closed_to_departure = false,
         stop_sell = false WHERE unit_type_id = $1`,
      [left.unit],
    );
    await platform.database.query(`UPDATE catalog.property SET time_zone = 'Mars/Olympus' WHERE id = $1`, [
      gone.property,
    ]);
    await platform.database.query(
      `UPDATE checkout.bookings SET time_zone = 'Mars/Olympus' WHERE property_id = $1`,
      [gone.property],
    );
    const agent = await connectAgent(platform.port, HOST);
    await eventually(
      async () =>
        (await agent.client.callTool({ name: 'get_product', arguments: { id: `unit_type:${gone.unit}` } }))
          .isError,
      Boolean,
    );
    // The nights above are read from the database a moment after the properties.
    const checkout = { line_items: [{ item: { id: left.item }, quantity: 1 }], buyer: BUYER };
    await eventually(
      () => agent.client.callTool({ name: 'create_checkout', arguments: { checkout } }),
      ({ structuredContent }) => (structuredContent as { status?: string }).status === 'ready_for_complete',
    );
    await agent.close();
  });

  test('guest pages omit only the pages of the property with the unknown zone', async () => {
    const http = storefrontHttp(platform.address, HOST);
    const dates = `check_in=${daysAhead(60)}&check_out=${daysAhead(62)}&adults=1`;
    const statusOf = async (path: string) => [path, (await http.get(path, { accept: 'text/html' })).status];
    for (const [path, status] of [
      ['/', 200],
      [`/?${dates}`, 200],
      [`/stays/${left.unit}?${dates}`, 200],
      [`/stays/${left.unit}/book?${dates}`, 200],
      [`/stays/${gone.unit}?${dates}`, 404],
      [`/stays/${gone.unit}/book?${dates}`, 404],
      ['/llms.txt', 200],
      ['/sitemap.xml', 200],
      [gone.permalink, 200],
      [`${gone.permalink}/receipt`, 404],
    ] as const)
      expect(await statusOf(path)).toEqual([path, status]);
    await http.close();
  });

  test('tools and ACP sell the other properties despite an unknown zone', async () => {
    const agent = await connectAgent(platform.port, HOST);
    const call = async (name: string, args: object) => {
      const { structuredContent } = await agent.client.callTool({
        name,
        arguments: args as Record<string, unknown>,
      });
      return structuredContent as { messages?: readonly { code: string }[]; products?: readonly object[] };
    };
    const buy = (id: string) => ({
      checkout: { line_items: [{ item: { id }, quantity: 1 }], buyer: BUYER },
    });
    const found = await call('lookup_catalog', { catalog: { ids: [gone.item, left.item] } });
    expect(found.products).toHaveLength(1);
    expect((await call('create_checkout', buy(left.item))).messages?.map(({ code }) => code)).not.toContain(
      'item_unavailable',
    );
    expect((await call('create_checkout', buy(gone.item))).messages?.map(({ code }) => code)).toContain(
      'item_unavailable',
    );
    await agent.close();
    const acp = acpAgent(acpSurfaceTo(platform, 'instant'));
    const sold = await acp.create({ line_items: [{ id: left.item }], buyer: BUYER });
    const refused = await acp.create({ line_items: [{ id: gone.item }], buyer: BUYER });
    expect([sold.status, sold.body.status]).toEqual([201, 'ready_for_payment']);
    expect([refused.status, refused.body.status, refused.body.messages]).toMatchObject([
      201,
      'not_ready_for_payment',
      [{ type: 'error', code: 'item_unavailable' }],
    ]);
    const changed = await acp.send('POST', `/api/acp/checkout_sessions/${sold.body.id}`, {
      body: { line_items: [{ id: gone.item }] },
    });
    expect([changed.status, changed.body.status]).toEqual([200, 'not_ready_for_payment']);
    await acp.close();
  });

  test('a process that serves the storefront logs one line with the property and its zone', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'platform-zone-'));
    const second = await startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: platform.database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'warn',
      SEED: 'none',
    });
    onTestFinished(async () => {
      await second.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const http = storefrontHttp(second.address, HOST);
    const path = `/?check_in=${daysAhead(60)}&check_out=${daysAhead(62)}&adults=1`;
    for (const _time of ['first', 'second'])
      expect((await http.get(path, { accept: 'text/html' })).status).toBe(200);
    await http.close();
    const lines = second.output.filter((line) => line.includes("doesn't support its time zone"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 40,
        propertyId: gone.property,
        timeZone: 'Mars/Olympus',
        msg: "Property not sold: this runtime doesn't support its time zone",
      },
    ]);
  });

  test.each(['2026-01', 'host'] as const)(
    'no operation in the view %s fails with an internal error because of an unknown zone',
    async (view) => {
      const { token } = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
        scopes: ['write_bookings', 'write_properties', 'write_rates', 'write_tasks'],
      });
      const browser = plainBrowser(platform.address);
      await signIn(platform, browser, 'host');
      const headers: Record<string, string> =
        view === 'host'
          ? { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' }
          : { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const path = view === 'host' ? '/panel/graphql' : `/developer/api/${view}/graphql`;
      const idFor = (field: string, argument: string) =>
        /property/i.test(field + argument)
          ? String(gone.property)
          : /unitType/i.test(field + argument)
            ? String(gone.unit)
            : '1';
      const failures: string[] = [];
      for (const { root, field, query, variables } of operationsOf(view, { idFor, levels: 1 })) {
        if (root !== 'Query') continue;
        const plain = Object.fromEntries(
          Object.entries(Object(variables)).filter(([name]) => name !== 'filter'),
        );
        for (const given of [plain, variables]) {
          const answer = await fetch(`${platform.address}${path}`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ query, variables: given }),
          });
          const text = await answer.text();
          if (text.includes('INTERNAL_SERVER_ERROR')) failures.push(`${field}: ${text.slice(0, 300)}`);
        }
      }
      expect(failures).toEqual([]);
    },
    60_000,
  );

  test('no recurring job fails because of an unknown zone', async () => {
    const failures: string[] = [];
    const log = {
      info() {},
      warn() {},
      error: (fields: object) => void failures.push(JSON.stringify(fields)),
    };
    for (const { name, run } of SUBGRAPHS.flatMap(({ recurring }) => recurring)) {
      const ctx = { ...contextOf(platform), log } as SubgraphContext;
      await run(ctx).catch((error: unknown) => failures.push(`${name}: ${error}`));
    }
    expect(failures).toEqual([]);
  }, 60_000);
});
