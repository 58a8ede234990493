import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Viewer } from '#kit/viewer.ts';
import { archiveProperty } from '#subgraphs/catalog/properties/commands/archive-property.ts';
import { archiveUnitType } from '#subgraphs/catalog/properties/commands/archive-unit-type.ts';
import { createProperty } from '#subgraphs/catalog/properties/commands/create-property.ts';
import { createUnitType } from '#subgraphs/catalog/properties/commands/create-unit-type.ts';
import { updateProperty } from '#subgraphs/catalog/properties/commands/update-property.ts';
import { updateUnitType } from '#subgraphs/catalog/properties/commands/update-unit-type.ts';
import { unitTypeDescriptions } from '#subgraphs/catalog/properties/queries/descriptions.ts';
import { extendHorizon } from '#subgraphs/catalog/rates/commands/extend-horizon.ts';
import { stayLookup } from '#subgraphs/catalog/stays/queries/lookup.ts';
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

// docs/interface/catalog.md#adding.

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
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
  await database.drop();
});

const STRANGER: Viewer = { ...HOST, teamId: 987_654 } as Viewer;
const PLACE = { name: 'Seehof', currency: 'EUR', timeZone: 'Europe/Zurich' };
const ROOM = { name: 'Loft', maxGuests: 2, units: 2, baseRate: 9_000 };

/** The schema checks the inputs' types; these are as a client writes them. */
const addProperty = (input: object, viewer = HOST, process = here) =>
  createProperty(process.as(viewer), {
    storefrontId: `${world.storefrontId}`,
    ...PLACE,
    ...input,
  } as Parameters<typeof createProperty>[1]);
const addUnitType = (input: object = {}, viewer = HOST, process = here) =>
  createUnitType(process.as(viewer), { propertyId: `${world.propertyId}`, ...ROOM, ...input } as Parameters<
    typeof createUnitType
  >[1]);
const edit = (id: number, change: object) =>
  updateUnitType(here.as(HOST), { id: `${id}`, ...change } as Parameters<typeof updateUnitType>[1]);
const codes = ({
  userErrors,
}: {
  readonly userErrors: readonly { field?: readonly string[] | null; code: string }[];
}) => userErrors.map(({ field, code }) => [field?.at(-1), code]);

/** Titles that a process offers to agents for nights 5 and 6. */
const offered = async (process: TestCatalog, party: object = {}) => {
  const { offers } = await staySearch(process.as(agentOf(world.storefrontId)), {
    checkIn: dayFromNow(5),
    checkOut: dayFromNow(7),
    adults: 2,
    children: 0,
    units: 1,
    limit: 20,
    ...party,
  });
  return offers.map(({ title }) => title);
};

describe('propertyCreate', () => {
  test('propertyCreate stores the given fields and returns them', async () => {
    const content = {
      kind: 'hotel',
      address: { street: 'Seestrasse 1', locality: 'Brienz', country: 'CH' },
      geo: { lat: 46.75, lng: 8.03 },
      checkInFrom: '15:00',
      amenities: ['sauna', 'wifi', 'wifi'],
      houseRules: { pets: true, quietFrom: '22:00' },
      contact: { email: 'host@example.com' },
      externalId: 'pms-1',
    };
    const { property, userErrors } = await addProperty(content);
    expect(userErrors).toEqual([]);
    expect(property).toMatchObject({
      ...content,
      ...PLACE,
      address: { ...content.address, region: null, postalCode: null },
      geo: { lat: 46.75, lng: 8.03, show: 'area' },
      amenities: ['wifi', 'sauna'],
      checkOutUntil: null,
      archivedAt: null,
    });
  });

  test('propertyCreate reports every error in its input', async () => {
    const refused = await addProperty({
      name: ' ',
      currency: 'ABC',
      address: { country: 'Switzerland' },
      geo: { lat: 91, lng: 0 },
      checkInFrom: '3 pm',
      amenities: ['saunna'],
      descriptions: [{ locale: 'english', markdown: 'x' }],
      contact: { email: 'nobody' },
    });
    expect(
      codes(refused)
        .map(([field]) => field)
        .sort(),
    ).toEqual(['address', 'amenities', 'checkInFrom', 'contact', 'currency', 'descriptions', 'geo', 'name']);
    expect(refused.userErrors.find(({ field }) => field?.includes('amenities'))?.message).toContain(
      '“sauna”',
    );
    const rows = await database.query('SELECT 1 FROM catalog.property WHERE storefront_id = $1', [
      world.storefrontId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('propertyCreate repeated with the same external id, even concurrently, creates one property', async () => {
    const calls = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        addProperty({ externalId: 'pms-2' }, HOST, index % 2 ? here : elsewhere),
      ),
    );
    expect(new Set(calls.map(({ property }) => property?.id)).size).toBe(1);
  });

  test("propertyCreate is refused at another team's storefront and at a closed one", async () => {
    expect(codes(await addProperty({}, STRANGER))).toEqual([['storefrontId', 'NOT_FOUND']]);
    expect(codes(await addProperty({ storefrontId: null }, STRANGER))).toEqual([
      ['storefrontId', 'NOT_FOUND'],
    ]);
    await database.query('UPDATE catalog.storefront SET closed_at = now() WHERE id = $1', [
      world.storefrontId,
    ]);
    expect(codes(await addProperty({}))).toEqual([['storefrontId', 'NOT_FOUND']]);
  });
});

describe('unitTypeCreate', () => {
  test('agents of every process see a new unit type immediately', async () => {
    for (const process of [here, elsewhere]) expect(await offered(process)).toEqual(['Double room, Seehof']);
    const { unitType } = await addUnitType({
      descriptions: [{ locale: 'en', markdown: '# High up\n\n**Quiet.**' }],
    });
    expect(unitType).toMatchObject({ ...ROOM, baseGuests: 2, active: true, description: 'High up Quiet.' });
    expect(await offered(here)).toEqual(['Double room, Seehof', 'Loft, Seehof']);
    await vi.waitFor(async () => expect(await offered(elsewhere)).toContain('Loft, Seehof'), {
      timeout: 10_000, // for a busy machine
      interval: 20,
    });
    const { held, quote } = await quoteAndHold(elsewhere.as(), world.storefrontId, [
      lineOf(unitType?.id ?? 0, 5, 7, 2),
    ]);
    expect({ held, total: quote.total }).toEqual({ held: true, total: 36_000 });
    const last = await quoteAndHold(here.as(), world.storefrontId, [lineOf(unitType?.id ?? 0, 725, 730)]);
    expect(last.held).toBe(true);
  });

  test('a unit type accepts only as many adults or children as its host allows', async () => {
    const { unitType } = await addUnitType({ maxGuests: 4, maxAdults: 2, maxChildren: 2 });
    expect(await offered(here, { adults: 2, children: 2 })).toEqual(['Loft, Seehof']);
    expect(await offered(here, { adults: 3, children: 0 })).toEqual([]);
    expect(await offered(here, { adults: 1, children: 3 })).toEqual([]);
    const id = `stay:${unitType?.id}:${dayFromNow(5)}:${dayFromNow(7)}:3:0`;
    const [found] = await stayLookup(here.as(agentOf(world.storefrontId)), { ids: [id] });
    expect(found?.offer).toMatchObject({ units: 2, available: true });
    const one = await quoteAndHold(here.as(), world.storefrontId, [{ itemId: id, quantity: 1 }]);
    expect(one.quote.problems).toMatchObject([{ code: 'capacity_exceeded', limit: 2 }]);
  });

  test("a new unit type appears at the host's chosen position on every search page", async () => {
    await addUnitType({ name: 'Second', position: 2 });
    await addUnitType({ name: 'First', position: 1 });
    const agent = here.as(agentOf(world.storefrontId));
    const titles: string[] = [];
    let after: string | null = null;
    do {
      const page = await staySearch(agent, { adults: 2, children: 0, units: 1, limit: 1, after });
      titles.push(...page.offers.map(({ title }) => title.split(',')[0] ?? ''));
      after = page.hasNextPage ? (page.endCursor ?? null) : null;
    } while (after !== null);
    expect(titles).toEqual(['Double room', 'First', 'Second']);
  });

  test('unitTypeCreate reports every error in its input', async () => {
    const refused = await addUnitType({
      name: '',
      units: 0,
      baseRate: -1,
      maxGuests: 2,
      baseGuests: 3,
      maxAdults: 3,
      bedrooms: 99,
      beds: [{ type: 'cloud', count: 1 }],
    });
    expect(
      codes(refused)
        .map(([field]) => field)
        .sort(),
    ).toEqual(['baseGuests', 'baseRate', 'bedrooms', 'beds', 'maxAdults', 'name', 'units']);
    expect(codes(await addUnitType({}, STRANGER))).toEqual([['propertyId', 'NOT_FOUND']]);
  });

  test('a property has at most 1,000 unit types, including archived ones', async () => {
    await database.query(
      `INSERT INTO catalog.unit_type (property_id, name, description, max_guests, base_guests, units, base_rate, active, archived_at)
       SELECT $1, 'Loft ' || number, '', 2, 2, 0, 9000, false, now() FROM generate_series(1, 998) AS number`,
      [world.propertyId],
    );
    expect(codes(await addUnitType())).toEqual([]);
    expect(codes(await addUnitType())).toEqual([['propertyId', 'LIMIT_REACHED']]);
  });

  test('unitTypeCreate repeated with the same external id creates one unit type', async () => {
    const calls = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        addUnitType({ externalId: 'room-1' }, HOST, index % 2 ? here : elsewhere),
      ),
    );
    expect(new Set(calls.map(({ unitType }) => unitType?.id)).size).toBe(1);
    const { unitType } = await addUnitType({ externalId: 'room-2' });
    expect(codes(await edit(unitType?.id ?? 0, { externalId: 'room-1' }))).toEqual([['externalId', 'TAKEN']]);
  });
});

const revisionOf = async (id: number) =>
  (
    await database.query<{ revision: number }>('SELECT revision FROM catalog.unit_type WHERE id = $1', [id])
  )[0]?.revision;

describe('an edit of content', () => {
  test('a content edit replaces, clears and keeps fields as documented', async () => {
    const [id = 0] = world.unitTypeIds;
    await edit(id, {
      descriptions: [{ locale: 'en', markdown: 'A _room_.' }],
      amenities: ['wifi'],
      bedrooms: 1,
    });
    const edited = await revisionOf(id);
    const again = await edit(id, {
      descriptions: [{ locale: 'en', markdown: 'A _room_.' }],
      amenities: ['wifi'],
    });
    expect(again.unitType).toMatchObject({ description: 'A room.', amenities: ['wifi'], bedrooms: 1 });
    expect(await revisionOf(id)).toBe(edited);
    await edit(id, { amenities: [], kind: 'room' });
    expect((await edit(id, { externalId: '' })).unitType).toMatchObject({
      amenities: [],
      kind: 'room',
      externalId: null,
    });
    expect(await unitTypeDescriptions(here.as(HOST), id)).toEqual([{ locale: 'en', markdown: 'A _room_.' }]);
    const place = (change: object) =>
      updateProperty(here.as(HOST), { id: `${world.propertyId}`, ...change } as Parameters<
        typeof updateProperty
      >[1]);
    await place({ address: { locality: 'Brienz', country: 'CH' }, checkInFrom: '15:00' });
    expect((await place({ address: {}, name: 'Other' })).property).toMatchObject({
      address: null,
      checkInFrom: '15:00',
    });
  });

  test('null clears every optional content field', async () => {
    const [id = 0] = world.unitTypeIds;
    await edit(id, { maxGuests: 4, maxAdults: 3, maxChildren: 2, bedrooms: 1, areaM2: 30, kind: 'room' });
    const none = { maxAdults: null, maxChildren: null, bedrooms: null, areaM2: null, kind: null };
    const { unitType } = await edit(id, { ...none, maxGuests: 2, name: null, units: null, beds: null });
    expect(unitType).toMatchObject({ ...none, maxGuests: 2, name: expect.any(String), units: 3 });
    const change = { geo: { lat: 46.7, lng: 8, show: 'exact' }, contact: { phone: '+41 33 951 00 00' } };
    const place = (given: object) =>
      updateProperty(here.as(HOST), { id: `${world.propertyId}`, ...given } as Parameters<
        typeof updateProperty
      >[1]);
    expect((await place(change)).property).toMatchObject({ geo: change.geo });
    expect((await place({ geo: null, contact: null, currency: null })).property).toMatchObject({
      geo: null,
      contact: null,
      currency: expect.any(String),
    });
  });
});

describe('archiving', () => {
  test('archiving takes a unit type off sale immediately', async () => {
    const [id = 0] = world.unitTypeIds;
    const { held } = await quoteAndHold(here.as(), world.storefrontId, [lineOf(id, 5, 7)]);
    expect(held).toBe(true);
    expect((await archiveUnitType(here.as(HOST), `${id}`)).unitType).toMatchObject({
      active: false,
      archivedAt: expect.any(Date),
    });
    expect(await offered(here)).toEqual([]);
    const late = await quoteAndHold(here.as(), world.storefrontId, [lineOf(id, 8, 9)]);
    expect(late.held).toBe(false);
    expect(codes(await edit(id, { active: true }))).toEqual([['id', 'ARCHIVED']]);
    const [night] = await database.query<{ held: number }>(
      'SELECT max(held)::int AS held FROM catalog.night WHERE unit_type_id = $1',
      [id],
    );
    expect(night?.held).toBe(1);
    const [before] = await database.query('SELECT updated_at FROM catalog.unit_type WHERE id = $1', [id]);
    await archiveUnitType(here.as(HOST), `${id}`);
    expect(await database.query('SELECT updated_at FROM catalog.unit_type WHERE id = $1', [id])).toEqual([
      before,
    ]);
    await database.query('DELETE FROM catalog.night WHERE unit_type_id = $1 AND night > current_date + 700', [
      id,
    ]);
    await extendHorizon(here.as());
    const [newest] = await database.query<{ far: boolean }>(
      'SELECT max(night) > current_date + 700 AS far FROM catalog.night WHERE unit_type_id = $1',
      [id],
    );
    expect(newest?.far).toBe(false);
  });

  test('archiving takes a property and all its unit types off sale', async () => {
    await addUnitType();
    expect((await archiveProperty(here.as(HOST), `${world.propertyId}`)).property?.archivedAt).toEqual(
      expect.any(Date),
    );
    expect(await offered(here)).toEqual([]);
    expect(codes(await addUnitType({ name: 'Other' }))).toEqual([['propertyId', 'ARCHIVED']]);
    expect(codes(await archiveProperty(here.as(STRANGER), `${world.propertyId}`))).toEqual([
      ['id', 'NOT_FOUND'],
    ]);
  });
});
