import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

let platform: TestPlatform;
let app: InstalledApp;
beforeAll(async () => {
  platform = await startPlatform();
  await recordJobs(platform.database);
});
afterAll(() => platform.close());
beforeEach(async () => {
  app = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
    scopes: ['write_rates', 'read_properties'],
  });
});

const run = (query: string, variables: Readonly<Record<string, unknown>> = {}, as = app) =>
  graphql(platform.address, query, { token: as.token, variables, version: '2026-10' });

const UPDATE = `mutation ($updates: [AvailabilityUpdateEntry!]!) { availabilityUpdate(input: { updates: $updates }) {
  unitTypes { id } userErrors { field message code }
} }`;
const FREE = `query ($id: ID!, $from: Date!, $until: Date!) {
  rates(unitTypeId: $id, from: $from, until: $until) { nodes { date available } }
}`;

async function unitTypes(as = app): Promise<readonly { readonly id: string; readonly units: number }[]> {
  const { data } = await run('{ unitTypes { nodes { id units } } }', {}, as);
  return data.unitTypes.nodes;
}
async function several() {
  const found = (await unitTypes()).find(({ units }) => units >= 3);
  if (!found) throw new Error('The demo world has no unit type of three units.');
  return found;
}
async function free(id: string, from: number, until: number): Promise<number[]> {
  const { data } = await run(FREE, { id, from: daysAhead(from), until: daysAhead(until) });
  return data.rates.nodes.map(({ available }: { available: number }) => available);
}

describe('availabilityUpdate', () => {
  test('availabilityUpdate closes units night by night, and later ranges win', async () => {
    const { id, units } = await several();
    const [before] = await free(id, 300, 300);
    expect(before).toBe(units);
    const { data } = await run(UPDATE, {
      updates: [
        { unitTypeId: id, from: daysAhead(300), until: daysAhead(302), closed: 2, reason: 'New floors' },
        { unitTypeId: id, from: daysAhead(301), until: daysAhead(301), closed: 0 },
      ],
    });
    expect(data.availabilityUpdate).toEqual({ unitTypes: [{ id }], userErrors: [] });
    expect(await free(id, 300, 303)).toEqual([units - 2, units, units - 2, units]);
    const host = await demoHost(platform, 'lakeside');
    const { rates } = await ask<{ rates: { nodes: unknown[] } }>(
      platform,
      host.host,
      'query ($id: ID!, $from: Date!, $until: Date!) { rates(unitTypeId: $id, from: $from, until: $until) { nodes { closed closedReason } } }',
      { id, from: daysAhead(300), until: daysAhead(302) },
    );
    const shut = { closed: 2, closedReason: 'New floors' };
    expect(rates.nodes).toEqual([shut, { closed: 0, closedReason: null }, shut]);
    const told = await platform.database.query<{ from: string; until: string }>(
      `SELECT data->>'from' AS from, data->>'until' AS until FROM booked_jobs WHERE name = 'availability.updated/apps'
       AND data->>'unitTypeId' = $1 ORDER BY (data->>'version')::int`,
      [id],
    );
    expect(told).toEqual([
      { from: daysAhead(300), until: daysAhead(302) },
      { from: daysAhead(301), until: daysAhead(301) },
    ]);
  });

  test('availabilityUpdate with an excessive range changes nothing and names every bad range', async () => {
    const { id, units } = await several();
    const good = { unitTypeId: id, from: daysAhead(310), until: daysAhead(311), closed: 1 };
    const { data } = await run(UPDATE, { updates: [good, { ...good, closed: units + 1 }, good] });
    expect(data.availabilityUpdate.unitTypes).toBeNull();
    expect(data.availabilityUpdate.userErrors).toMatchObject([
      { field: ['input', 'updates', '1', 'closed'], code: 'INVALID' },
    ]);
    const malformed = await run(UPDATE, {
      updates: [
        { ...good, closed: -1 },
        { ...good, reason: 'x'.repeat(201) },
        { ...good, from: '2020-01-01' },
        { ...good, unitTypeId: '99999999999' },
        { ...good, until: daysAhead(309) },
      ],
    });
    expect(
      malformed.data.availabilityUpdate.userErrors.map(({ field }: { field: string[] }) =>
        field.slice(2).join(),
      ),
    ).toEqual(['0,closed', '1,reason', '2,from', '3,unitTypeId', '4,until']);
    const many = await run(UPDATE, { updates: Array.from({ length: 101 }, () => good) });
    expect(many.data.availabilityUpdate.userErrors).toMatchObject([{ field: ['input', 'updates'] }]);
    expect(await free(id, 310, 311)).toEqual([units, units]);
  });

  test("availabilityUpdate can't find another team's unit type", async () => {
    const other = await installNewApp(platform, await demoHost(platform, 'harbour'), {
      scopes: ['write_rates'],
    });
    const { id, units } = await several();
    const updates = [{ unitTypeId: id, from: daysAhead(320), until: daysAhead(320), closed: 1 }];
    const foreign = await run(UPDATE, { updates }, other);
    expect(foreign.data.availabilityUpdate.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    const reader = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
      scopes: ['read_rates', 'read_properties'],
    });
    const refused = await run(UPDATE, { updates }, reader);
    expect(refused.errors).toMatchObject([
      { extensions: { code: 'ACCESS_DENIED', requiredScope: 'write_rates' } },
    ]);
    expect(await free(id, 320, 320)).toEqual([units]);
  });
});
