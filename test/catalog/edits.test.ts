import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { updateProperty } from '#subgraphs/catalog/properties/commands/update-property.ts';
import { updateUnitType } from '#subgraphs/catalog/properties/commands/update-unit-type.ts';
import { setNights } from '#subgraphs/catalog/rates/commands/set-nights.ts';
import { unitTypeCalendar } from '#subgraphs/catalog/rates/queries/calendar.ts';
import { confirmStay, releaseStay } from '#subgraphs/catalog/stays/commands/release-stay.ts';
import { staySearch } from '#subgraphs/catalog/stays/queries/search.ts';
import {
  agentOf,
  dayFromNow,
  HOST,
  lineOf,
  openCatalog,
  quoteAndHold,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// docs/interface/catalog.md#editing.

let database: TestDatabase;
let here: TestCatalog;
let elsewhere: TestCatalog;
let world: Awaited<ReturnType<typeof sell>>;

beforeAll(async () => {
  database = await createTestDatabase();
  here = await openCatalog(database.url);
  elsewhere = await openCatalog(database.url);
});
beforeEach(async () => {
  world = await sell(here.as(), [{ units: 3 }]);
  // Agents may hold every unit here: races/agent-holds covers the limit on unpaid holds.
  await database.query('UPDATE catalog.storefront SET max_held_share_percent = 100 WHERE id = $1', [
    world.storefrontId,
  ]);
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
  await database.drop();
});

const STRANGER: Viewer = { ...HOST, teamId: 987_654 } as Viewer;
const unitTypeId = () => world.unitTypeIds[0] ?? 0;
const edit = (change: object, viewer = HOST) =>
  updateUnitType(here.as(viewer), { id: `${unitTypeId()}`, ...change } as Parameters<
    typeof updateUnitType
  >[1]);
const editProperty = (change: object, viewer = HOST) =>
  updateProperty(here.as(viewer), { id: `${world.propertyId}`, ...change } as Parameters<
    typeof updateProperty
  >[1]);
const codes = ({
  userErrors,
}: {
  readonly userErrors: readonly { field?: readonly string[] | null; code: string }[];
}) => userErrors.map(({ field, code }) => [field?.at(-1), code]);

/** Total units for the nights 5 to 8 days ahead. */
const totals = async () => {
  const range = { unitTypeId: unitTypeId(), from: dayFromNow(5), until: dayFromNow(8) };
  return (await unitTypeCalendar(here.as(HOST), range)).map(({ total }) => total);
};

/** Title, price and capacity of a process's offers to agents for nights 5 and 6. */
const offered = async (process: TestCatalog, adults = 2) => {
  const { offers } = await staySearch(process.as(agentOf(world.storefrontId)), {
    checkIn: dayFromNow(5),
    checkOut: dayFromNow(7),
    adults,
    children: 0,
    units: 1,
    limit: 20,
  });
  return offers.map(({ title, price, maxGuests }) => [title, price, maxGuests]);
};

describe('unitTypeUpdate', () => {
  test('agents of every process see a unitTypeUpdate within a second', async () => {
    for (const process of [here, elsewhere])
      expect((await offered(process)).map(([, price]) => price)).toEqual([20_000]);
    await edit({ name: 'Lake room', baseRate: 12_000, maxGuests: 4 });
    for (const process of [here, elsewhere]) {
      await vi.waitFor(
        async () =>
          expect(await offered(process)).toEqual([[expect.stringContaining('Lake room'), 24_000, 4]]),
        { timeout: 10_000, interval: 20 }, // for a busy machine
      );
    }
    await edit({ active: false });
    await vi.waitFor(async () => expect(await offered(elsewhere)).toEqual([]), {
      timeout: 10_000,
      interval: 20,
    });
  });

  test('unitTypeUpdate sets the unit count for all nights except nights set to fewer units', async () => {
    await setNights(here.as(HOST), {
      unitTypeId: `${unitTypeId()}`,
      from: dayFromNow(6),
      until: dayFromNow(6),
      total: 2,
    } as Parameters<typeof setNights>[1]);
    expect(await edit({ units: 5 })).toMatchObject({ unitType: { units: 5 }, userErrors: [] });
    expect(await totals()).toEqual([5, 2, 5, 5]);
    await edit({ units: 1 });
    expect(await totals()).toEqual([1, 1, 1, 1]);
  });

  test('unitTypeUpdate never removes held or booked units', async () => {
    const { held } = await quoteAndHold(here.as(), world.storefrontId, [lineOf(unitTypeId(), 6, 8, 2)]);
    expect(held).toBe(true);
    const refused = await edit({ units: 1, name: 'Other' });
    expect(codes(refused)).toEqual([['units', 'INVALID']]);
    expect(refused.userErrors[0]?.message).toContain('2 units are already held or booked');
    expect(await totals()).toEqual([3, 3, 3, 3]);
    expect(await edit({ units: 2 })).toMatchObject({ unitType: { units: 2, name: 'Double room' } });
  });

  test('unitTypeUpdate with the current values changes nothing', async () => {
    const before = await database.query('SELECT revision, updated_at FROM catalog.unit_type WHERE id = $1', [
      unitTypeId(),
    ]);
    expect(await edit({ name: 'Double room', units: 3, baseRate: null })).toMatchObject({ userErrors: [] });
    expect(
      await database.query('SELECT revision, updated_at FROM catalog.unit_type WHERE id = $1', [
        unitTypeId(),
      ]),
    ).toEqual(before);
  });

  test("unitTypeUpdate can't find another team's unit type", async () => {
    expect(codes(await edit({ name: 'Mine' }, STRANGER))).toEqual([['id', 'NOT_FOUND']]);
  });
});

describe('propertyUpdate', () => {
  test('propertyUpdate changes name, currency and time zone before the first booking', async () => {
    const change = { name: 'Lakeside', currency: 'CHF', timeZone: 'Europe/London' };
    expect(await editProperty(change)).toMatchObject({ property: change, userErrors: [] });
  });

  test.each([
    ['held', async () => {}],
    ['booked', (id: string) => confirmStay(here.as(), id)],
    ['held once', (id: string) => releaseStay(here.as(), id)],
  ])(
    'propertyUpdate refuses a new currency or time zone with IN_USE once a stay is %s',
    async (_how, then) => {
      const holdId = newUuid();
      await quoteAndHold(here.as(), world.storefrontId, [lineOf(unitTypeId(), 6, 8)], { holdId });
      await then(holdId);
      const refused = await editProperty({ name: 'Lakeside', currency: 'CHF', timeZone: 'Europe/London' });
      expect(codes(refused)).toEqual([
        ['currency', 'IN_USE'],
        ['timeZone', 'IN_USE'],
      ]);
      expect(await editProperty({ name: 'Lakeside', currency: 'EUR' })).toMatchObject({
        property: { name: 'Lakeside', currency: 'EUR' },
        userErrors: [],
      });
    },
  );

  test("propertyUpdate can't find another team's property", async () => {
    expect(codes(await editProperty({ name: 'Mine' }, STRANGER))).toEqual([['id', 'NOT_FOUND']]);
  });
});
