import { describe, expect, test } from 'vitest';
import { AMENITIES } from '#schema/amenities.ts';

// docs/interface/catalog.md#content: the list of available amenities.

/** Number of entries in OpenTravel's lists, version 2014B. */
const HAC_ENTRIES = 342;
const RMA_ENTRIES = 280;

const repeated = (values: readonly unknown[]) =>
  values.filter((value, place) => values.indexOf(value) !== place);
const known = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null) as T[];

describe('the list of amenities', () => {
  test('the amenity list names each amenity once', () => {
    expect(repeated(AMENITIES.map(([key]) => key))).toEqual([]);
    expect(repeated(AMENITIES.map(([, name]) => name))).toEqual([]);
  });

  test.each(AMENITIES)('the amenity %s has a valid key', (key, _name, _group, schemaOrg) => {
    expect(key).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(schemaOrg).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  test('the amenity list has about 120 entries, most with an OpenTravel code', () => {
    expect(AMENITIES.length).toBeGreaterThanOrEqual(120);
    const coded = AMENITIES.filter((row) => row[4] !== null || row[5] !== null);
    expect(coded.length / AMENITIES.length).toBeGreaterThan(0.5);
  });

  test('the amenity list has only existing OpenTravel codes', () => {
    const within = (codes: readonly number[], most: number) =>
      codes.filter((code) => code < 1 || code > most);
    expect(within(known(AMENITIES.map((row) => row[4])), HAC_ENTRIES)).toEqual([]);
    expect(within(known(AMENITIES.map((row) => row[5])), RMA_ENTRIES)).toEqual([]);
  });

  test('the amenity list uses each OpenTravel code once', () => {
    expect(repeated(known(AMENITIES.map((row) => row[4])))).toEqual([]);
    expect(repeated(known(AMENITIES.map((row) => row[5])))).toEqual([7]); // "Balcony/Lanai/Terrace"
  });

  test.each([
    ['vending_machine', 98, null],
    ['valet_parking', 97, null],
    ['barbecue', 118, 8],
    ['airport_shuttle', 282, null],
    ['workspace', null, 28],
    ['view_sea', null, 224],
  ])('the amenity %s has the HAC code %s and the RMA code %s', (key, hac, rma) => {
    expect(AMENITIES.find((row) => row[0] === key)?.slice(4, 6)).toEqual([hac, rma]);
  });

  test('the amenity list has the UCP names in its vocabulary', () => {
    expect(known(AMENITIES.map((row) => row[6]))).toEqual([
      'dev.ucp.amenity.wi_fi',
      'dev.ucp.amenity.parking',
    ]);
  });
});
