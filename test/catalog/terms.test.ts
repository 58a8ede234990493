import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { archivePolicy } from '#subgraphs/catalog/rates/commands/archive-policy.ts';
import { createPolicy } from '#subgraphs/catalog/rates/commands/create-policy.ts';
import { removeFee, setFee } from '#subgraphs/catalog/rates/commands/set-fee.ts';
import { removeTax, setTax } from '#subgraphs/catalog/rates/commands/set-tax.ts';
import { updatePolicy } from '#subgraphs/catalog/rates/commands/update-policy.ts';
import { taxBasisPoints, taxPercent } from '#subgraphs/catalog/rates/domain/tax-rate.ts';
import { listPolicies } from '#subgraphs/catalog/rates/queries/cancellation-policies.ts';
import { feesOfProperty } from '#subgraphs/catalog/rates/queries/charges.ts';
import { holdStay } from '#subgraphs/catalog/stays/commands/hold-stay.ts';
import { stayLookup } from '#subgraphs/catalog/stays/queries/lookup.ts';
import { stayQuote } from '#subgraphs/catalog/stays/queries/quote.ts';
import {
  agentOf,
  dayFromNow,
  HOST,
  lineOf,
  openCatalog,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// docs/interface/catalog.md#fees-and-taxes: agents immediately see the terms that a host or app sets,
// everywhere.

let database: TestDatabase;
let here: TestCatalog;
let world: Awaited<ReturnType<typeof sell>>;

beforeAll(async () => {
  database = await createTestDatabase();
  here = await openCatalog(database.url);
});
beforeEach(async () => {
  world = await sell(here.as(), [{ units: 3, maxGuests: 4 }]);
});
afterAll(async () => {
  await here.close();
  await database.drop();
});

const STRANGER = { ...HOST, teamId: 987_654 } as Viewer;

/** The schema checks the inputs' types; these are as a client writes them. */
const fee = (input: object = {}, viewer = HOST) =>
  setFee(here.as(viewer), {
    propertyId: `${world.propertyId}`,
    name: 'Cleaning',
    basis: 'per_stay',
    amount: 4_000,
    ...input,
  } as Parameters<typeof setFee>[1]);
const tax = (input: object = {}, viewer = HOST) =>
  setTax(here.as(viewer), {
    propertyId: `${world.propertyId}`,
    name: 'City tax',
    ...input,
  } as Parameters<typeof setTax>[1]);
const quote = () => stayQuote(here.as(), world.storefrontId, [lineOf(world.unitTypeIds[0] ?? 0, 5, 7, 1, 2)]);
const codes = ({
  userErrors,
}: {
  readonly userErrors: readonly { field?: readonly string[] | null; code: string }[];
}) => userErrors.map(({ field, code }) => [field?.at(-1), code]);

describe('A fee', () => {
  test("a fee is included in quotes until it's removed", async () => {
    const { fee: set, userErrors } = await fee({ taxable: true, externalId: 'c-1' });
    expect(userErrors).toEqual([]);
    expect(set).toMatchObject({ name: 'Cleaning', collect: 'booking', validFrom: null, externalId: 'c-1' });
    expect(await quote()).toMatchObject({ total: 24_000, entries: [{}, { label: 'Cleaning' }] });
    const removed = await removeFee(here.as(HOST), `${set?.id}`);
    expect(removed).toMatchObject({ fee: { name: 'Cleaning' }, userErrors: [] });
    expect((await quote()).total).toBe(20_000);
    expect(codes(await removeFee(here.as(HOST), `${set?.id}`))).toEqual([['id', 'NOT_FOUND']]);
  });

  test('setting a fee again under its id or external id replaces it', async () => {
    const first = await fee({ externalId: 'c-1', taxable: true, validFrom: dayFromNow(1) });
    const again = await fee({ externalId: 'c-1', amount: 5_000 });
    expect(again.fee).toMatchObject({ id: first.fee?.id, amount: 5_000, taxable: false, validFrom: null });
    const byId = await fee({ id: `${first.fee?.id}`, name: 'Linen' });
    expect(byId.fee).toMatchObject({ id: first.fee?.id, name: 'Linen', externalId: null });
    expect(await feesOfProperty(here.as(HOST), world.propertyId)).toHaveLength(1);
  });

  test('saving an unchanged fee publishes no event', async () => {
    const version = async () =>
      (await database.query('SELECT version FROM catalog.property WHERE id = $1', [world.propertyId]))[0];
    await fee({ externalId: 'c-1' });
    const before = await version();
    await fee({ externalId: 'c-1' });
    expect(await version()).toEqual(before);
    await fee({ externalId: 'c-1', amount: 1 });
    expect(await version()).not.toEqual(before);
  });

  test("a fee paid at the property isn't included in the total in quotes and offers", async () => {
    await fee({ basis: 'per_guest_per_night', amount: 300, collect: 'property' });
    const quoted = await quote();
    expect(quoted).toMatchObject({ total: 20_000, dueAtProperty: [{ label: 'Cleaning', amount: 1_200 }] });
    const { itemId } = lineOf(world.unitTypeIds[0] ?? 0, 5, 7, 1, 2);
    const [found] = await stayLookup(here.as(agentOf(world.storefrontId)), { ids: [itemId] });
    expect(found?.offer).toMatchObject({ total: 20_000, dueAtProperty: 1_200 });
  });

  test.each<[object, string]>([
    [{ name: ' ' }, 'name'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 100_000_001 }, 'amount'],
    [{ validFrom: dayFromNow(3), validUntil: dayFromNow(2) }, 'validUntil'],
    [{ externalId: 'x'.repeat(129) }, 'externalId'],
  ])('a fee with %j is refused at %s', async (input, field) => {
    expect(codes(await fee(input))).toEqual([[field, 'INVALID']]);
  });

  test('a fee for another team and a twenty-first fee are refused', async () => {
    expect(codes(await fee({}, STRANGER))).toEqual([['propertyId', 'NOT_FOUND']]);
    const { fee: mine } = await fee();
    expect(codes(await removeFee(here.as(STRANGER), `${mine?.id}`))).toEqual([['id', 'NOT_FOUND']]);
    expect(codes(await fee({ id: '2147483647' }))).toEqual([['id', 'NOT_FOUND']]);
    for (let more = 1; more < 20; more++) await fee({ name: `Fee ${more}` });
    expect(codes(await fee())).toEqual([['propertyId', 'LIMIT_REACHED']]);
  });
});

describe('A tax', () => {
  test('a tax is either a percentage with dates or an amount with an age limit', async () => {
    await tax({ name: 'VAT', basisPoints: 1_000, validUntil: dayFromNow(5) });
    await tax({ amountPerNight: 250, exemptUnderAge: 0 });
    expect((await quote()).entries.slice(1)).toEqual([
      { kind: 'tax', label: 'VAT', amount: 1_000 },
      { kind: 'tax', label: 'City tax', amount: 1_000 },
    ]);
  });

  test('a tax can also be set through the percent or amount field', async () => {
    const { tax: vat } = await tax({ name: 'VAT', basis: 'percent', percent: 8.1 });
    expect(vat).toMatchObject({ basisPoints: 810, amountPerNight: null, exemptUnderAge: null });
    const { tax: city } = await tax({ basis: 'per_adult_per_night', amount: 250 });
    expect(city).toMatchObject({ basisPoints: null, amountPerNight: 250, exemptUnderAge: 18 });
  });

  test('a tax percentage with three decimals is kept and its basis points are null', async () => {
    const { tax: quebec } = await tax({ name: 'QST', percent: 9.975 });
    expect(quebec && [taxPercent(quebec), taxBasisPoints(quebec)]).toEqual([9.975, null]);
    expect((await quote()).entries.slice(1)).toEqual([{ kind: 'tax', label: 'QST', amount: 1_995 }]);
    const { tax: whole } = await tax({ id: `${quebec?.id}`, name: 'QST', percent: 9.97 });
    expect(whole && [taxPercent(whole), taxBasisPoints(whole)]).toEqual([9.97, 997]);
  });

  test('a tax applies for its maximum number of nights from check-in', async () => {
    await tax({ amountPerNight: 250, maxNights: 1 });
    expect((await quote()).entries.slice(1)).toEqual([{ kind: 'tax', label: 'City tax', amount: 500 }]);
  });

  test('a tax included in the rate is never added', async () => {
    const { tax: vat } = await tax({ basisPoints: 810, inclusive: true });
    expect((await quote()).total).toBe(20_000);
    expect((await removeTax(here.as(HOST), `${vat?.id}`)).userErrors).toEqual([]);
  });

  test.each<[object, string]>([
    [{}, 'percent'],
    [{ basisPoints: 100, amountPerNight: 100 }, 'percent'],
    [{ percent: 8.1, basisPoints: 810 }, 'percent'],
    [{ percent: 8.1234 }, 'percent'],
    [{ amount: 5, maxNights: 0 }, 'maxNights'],
    [{ amount: 5, maxNights: 366 }, 'maxNights'],
    [{ percent: 100.01 }, 'percent'],
    [{ percent: -1 }, 'percent'],
    [{ amount: 5, amountPerNight: 5 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ basis: 'percent', amount: 5 }, 'basis'],
    [{ basis: 'per_adult_per_night', percent: 5 }, 'basis'],
    [{ basisPoints: 10_001 }, 'basisPoints'],
    [{ amountPerNight: -5 }, 'amountPerNight'],
    [{ amountPerNight: 5, exemptUnderAge: 19 }, 'exemptUnderAge'],
    [{ basisPoints: 100, exemptUnderAge: 6 }, 'exemptUnderAge'],
    [{ basisPoints: 100, inclusive: true, collect: 'property' }, 'collect'],
  ])('a tax with %j is refused at %s', async (input, field) => {
    expect(codes(await tax(input))).toEqual([[field, 'INVALID']]);
  });
});

describe('A cancellation policy', () => {
  const FREE_UNTIL_A_DAY = {
    tiers: [{ hoursBefore: 24, refundPercent: 100 }],
    afterLast: { refundPercent: 0 },
  };
  const write = (input: object = {}, viewer = HOST) =>
    createPolicy(here.as(viewer), {
      storefrontId: `${world.storefrontId}`,
      name: 'Flexible',
      terms: FREE_UNTIL_A_DAY,
      ...input,
    } as Parameters<typeof createPolicy>[1]);
  const edit = (id: unknown, input: object, viewer = HOST) =>
    updatePolicy(here.as(viewer), { id: `${id}`, ...input } as Parameters<typeof updatePolicy>[1]);

  test("new stays use the default cancellation policy, initially the storefront's first policy", async () => {
    expect((await quote()).lines[0]?.cancellation).toBeNull();
    const first = await write({ externalId: 'p-1' });
    expect(first).toMatchObject({ cancellationPolicy: { isDefault: true, currency: 'EUR' }, userErrors: [] });
    const again = await write({ externalId: 'p-1', name: 'Other' });
    expect(again.cancellationPolicy).toEqual(first.cancellationPolicy);
    const second = await write({ name: 'Strict', terms: { tiers: [], afterLast: { refundPercent: 0 } } });
    expect(second.cancellationPolicy?.isDefault).toBe(false);
    expect((await quote()).lines[0]?.cancellation).toMatchObject({ timeOfDay: '18:00', tiers: [{}] });
    await edit(second.cancellationPolicy?.id, { isDefault: true });
    expect((await quote()).lines[0]?.cancellation?.tiers).toEqual([]);
    const listed = await listPolicies(here.as(HOST), `${world.storefrontId}`);
    expect(listed.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Flexible', false],
      ['Strict', true],
    ]);
  });

  test('a cancellation policy exposes its tiers as separate fields too', async () => {
    const { tiers } = FREE_UNTIL_A_DAY;
    const apart = await write({ terms: undefined, tiers, timeOfDay: '15:00' });
    const whole = await write({ terms: { ...FREE_UNTIL_A_DAY, timeOfDay: '15:00' } });
    expect(apart.userErrors).toEqual([]);
    expect(apart.cancellationPolicy?.terms).toEqual(whole.cancellationPolicy?.terms);
    expect(codes(await write({ tiers }))).toEqual([['terms', 'INVALID']]);
    expect(codes(await write({ terms: undefined }))).toEqual([['tiers', 'INVALID']]);
    const costless = await write({ terms: undefined, tiers: [{ hoursBefore: 24 }] });
    expect(costless.userErrors).toMatchObject([{ field: ['input', 'tiers', '0'], code: 'INVALID' }]);
  });

  test('a hold with the old terms is refused once the policy has been edited after the quote', async () => {
    const { cancellationPolicy: policy } = await write();
    const line = lineOf(world.unitTypeIds[0] ?? 0, 5, 7);
    const { fingerprint } = await stayQuote(here.as(), world.storefrontId, [line]);
    const terms = { tiers: [], afterLast: { refundPercent: 0 } };
    expect((await edit(policy?.id, { terms })).userErrors).toEqual([]);
    const hold = {
      holdId: newUuid(),
      storefrontId: world.storefrontId,
      lines: [line],
      fingerprint,
      guestEmail: 'ada@guest.test',
      until: new Date(Date.now() + 60_000),
    };
    const refused = await holdStay(here.as(agentOf(world.storefrontId)), hold);
    expect(refused).toMatchObject({
      held: false,
      quote: { problems: [], lines: [{ cancellation: { tiers: [] } }] },
    });
    const { name } = (await edit(policy?.id, { name: 'Renamed' })).cancellationPolicy ?? {};
    expect(name).toBe('Renamed');
    const taken = await holdStay(here.as(agentOf(world.storefrontId)), {
      ...hold,
      fingerprint: refused.quote.fingerprint,
    });
    expect(taken.held).toBe(true);
  });

  test("a cancellation policy that's on sale can't be archived", async () => {
    const { cancellationPolicy: first } = await write();
    expect(codes(await archivePolicy(here.as(HOST), `${first?.id}`))).toEqual([['id', 'IN_USE']]);
    await write({ name: 'Strict', isDefault: true });
    const archived = await archivePolicy(here.as(HOST), `${first?.id}`);
    expect(archived.cancellationPolicy?.archivedAt).toBeTruthy();
    expect(codes(await edit(first?.id, { name: 'x' }))).toEqual([['id', 'ARCHIVED']]);
    expect(await listPolicies(here.as(HOST), `${world.storefrontId}`)).toHaveLength(1);
  });

  test("another team's cancellation policy is refused", async () => {
    const { cancellationPolicy: mine } = await write();
    expect(codes(await write({}, STRANGER))).toEqual([['storefrontId', 'NOT_FOUND']]);
    expect(codes(await edit(mine?.id, { name: 'x' }, STRANGER))).toEqual([['id', 'NOT_FOUND']]);
    expect(codes(await archivePolicy(here.as(STRANGER), `${mine?.id}`))).toEqual([['id', 'NOT_FOUND']]);
    expect(await listPolicies(here.as(STRANGER), `${world.storefrontId}`)).toEqual([]);
    expect(codes(await write({ name: ' ', terms: { tiers: [], afterLast: {} } }))).toEqual([
      ['name', 'INVALID'],
      ['afterLast', 'INVALID'],
    ]);
  });
});
