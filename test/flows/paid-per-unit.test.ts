import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSubscription } from '#subgraphs/apps/billing/commands/change-subscription.ts';
import { renewSubscriptions } from '#subgraphs/apps/billing/commands/renew-subscriptions.ts';
import { type Developer, newDeveloper } from '../support/developer.ts';
import { contextAt, newPaidApp, PLAN, subscribeAt } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/billing.md#plans: plans whose price is multiplied by the team's properties or units.

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT12H' });
});
afterAll(() => platform.close());

/** Adds a storefront. */
async function addStorefront({ teamId, team }: Developer, sandbox = false): Promise<number> {
  const [row] = await platform.database.query<{ id: number }>(
    `INSERT INTO catalog.storefront (team_id, domain, name, sandbox, signing_kid, signing_x, signing_y, signing_key)
     VALUES ($1, $2, 'Front', $3, '', '', '', '') RETURNING id`,
    [teamId, `${sandbox ? 'sandbox-' : ''}${team}.test`, sandbox],
  );
  return Number(row?.id);
}

/** Adds a property with a unit type. */
async function addProperty(storefront: number, units: number): Promise<number> {
  const [property] = await platform.database.query<{ id: number }>(
    `INSERT INTO catalog.property (storefront_id, name, time_zone, currency)
     VALUES ($1, 'House', 'Europe/Zurich', 'EUR') RETURNING id`,
    [storefront],
  );
  await platform.database.query(
    `INSERT INTO catalog.unit_type (property_id, name, description, units, base_rate, base_guests, max_guests)
     VALUES ($1, 'Room', '', $2, 10000, 2, 2)`,
    [property?.id, units],
  );
  return Number(property?.id);
}

const archive = (property: number) =>
  platform.database.query('UPDATE catalog.property SET archived_at = now() WHERE id = $1', [property]);

const chargesOf = async ({ teamId }: Developer) =>
  (
    await platform.database.query<{ day: string; amount: number }>(
      'SELECT day::text, amount::int FROM apps.charges WHERE team_id = $1 ORDER BY id',
      [teamId],
    )
  ).map(({ day, amount }) => [day, amount]);

const PER_UNIT = [
  { ...PLAN, per_unit: 'property' },
  { ...PLAN, key: 'max', amount: 9_000, per_unit: 'property' },
  { ...PLAN, key: 'units', amount: 200, per_unit: 'unit' },
];

test('a plan per property counts active properties outside sandboxes when a period begins', async () => {
  const app = await newPaidApp(platform, PER_UNIT);
  const team = await newDeveloper(platform);
  const [own, sandbox] = [await addStorefront(team), await addStorefront(team, true)];
  await addProperty(own, 4);
  await archive(await addProperty(own, 4));
  await addProperty(sandbox, 4);
  await subscribeAt(platform, '2027-04-15T08:00:00Z', app, { team });
  expect(await chargesOf(team)).toEqual([['2027-04-15', 3_000]]);
});

test('a property added in mid-period is charged from the next period', async () => {
  const app = await newPaidApp(platform, PER_UNIT);
  const team = await newDeveloper(platform);
  const storefront = await addStorefront(team);
  const first = await addProperty(storefront, 4);
  await subscribeAt(platform, '2027-04-15T08:00:00Z', app, { team });
  await addProperty(storefront, 1);
  await renewSubscriptions(contextAt(platform, '2027-04-20T00:01:00Z'));
  expect(await chargesOf(team)).toEqual([['2027-04-15', 3_000]]);
  await renewSubscriptions(contextAt(platform, '2027-05-15T00:01:00Z'));
  await archive(first);
  await renewSubscriptions(contextAt(platform, '2027-06-15T00:01:00Z'));
  expect(await chargesOf(team)).toEqual([
    ['2027-04-15', 3_000],
    ['2027-05-15', 6_000],
    ['2027-06-15', 3_000],
  ]);
});

test('an upgrade in mid-period is prorated for the properties that the period was charged for', async () => {
  const app = await newPaidApp(platform, PER_UNIT);
  const team = await newDeveloper(platform);
  const storefront = await addStorefront(team);
  await addProperty(storefront, 4);
  await addProperty(storefront, 4);
  await subscribeAt(platform, '2027-04-15T08:00:00Z', app, { team });
  await addProperty(storefront, 4);
  const change = { slug: app.slug, plan: 'max' };
  await changeSubscription(contextAt(platform, '2027-04-30T12:00:00Z', team.host), change);
  // 15 of 30 days for 2 properties.
  expect(await chargesOf(team)).toEqual([
    ['2027-04-15', 6_000],
    ['2027-04-30', -3_000],
    ['2027-04-30', 9_000],
  ]);
});

test('a plan per unit counts the units of all properties, and a team without any pays nothing', async () => {
  const app = await newPaidApp(platform, PER_UNIT);
  const [team, empty] = [await newDeveloper(platform), await newDeveloper(platform)];
  const storefront = await addStorefront(team);
  await addProperty(storefront, 4);
  await addProperty(storefront, 7);
  await addProperty(await addStorefront(team, true), 50);
  await subscribeAt(platform, '2027-04-15T08:00:00Z', app, { team, plan: 'units' });
  expect(await chargesOf(team)).toEqual([['2027-04-15', 2_200]]);
  await subscribeAt(platform, '2027-04-15T08:00:00Z', app, { team: empty, plan: 'units' });
  expect(await chargesOf(empty)).toEqual([]);
});
