import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
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

test('a property with a time zone that the runtime does not know drops out alone', async () => {
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
