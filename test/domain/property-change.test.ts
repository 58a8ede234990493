import { describe, expect, test } from 'vitest';
import {
  changed,
  mistakesInProperty,
  mistakesInUnitType,
  unitsOfNight,
} from '#subgraphs/catalog/properties/domain/property-change.ts';

// docs/interface/catalog.md#editing.

const fields = (mistakes: readonly { readonly field: string }[]) => mistakes.map(({ field }) => field);

describe('a change of a property', () => {
  test.each([
    [{ name: 'Seehof', currency: 'CHF', timeZone: 'Europe/Zurich' }, []],
    [{ name: null, currency: null, timeZone: null }, []],
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(121) }, ['name']],
    [{ name: 'a\u202Eb' }, ['name']],
    [{ currency: 'chf' }, ['currency']],
    [{ currency: 'XYZ' }, ['currency']],
    [{ timeZone: 'Europe/Atlantis' }, ['timeZone']],
    [{ timeZone: '+01:00' }, ['timeZone']],
    [{ timeZone: `E${'x'.repeat(100)}` }, ['timeZone']],
  ])('the property change %j has errors in %j', (change, wrong) => {
    expect(fields(mistakesInProperty(change))).toEqual(wrong);
  });
});

const CURRENT = { maxGuests: 4, baseGuests: 2, maxAdults: 3, maxChildren: null };

describe('a change of a unit type for two of four guests', () => {
  test.each([
    [{ units: 1, baseRate: 0, maxGuests: 100, active: false }, []],
    [{ units: 0 }, ['units']],
    [{ units: 10_001 }, ['units']],
    [{ baseRate: -1 }, ['baseRate']],
    [{ baseRate: 100_000_000_001 }, ['baseRate']],
    [{ maxGuests: 101 }, ['maxGuests']],
    [{ maxGuests: 1, maxAdults: 1 }, ['maxGuests']],
    [{ maxGuests: 1, baseGuests: 1 }, ['maxAdults']],
    [{ maxGuests: 1, baseGuests: 1, maxAdults: 1 }, []],
    [{ maxAdults: 5 }, ['maxAdults']],
    [{ maxChildren: 0, bedrooms: 0, areaM2: 30, position: 7 }, []],
    [{ bedrooms: 51, bathrooms: -1, areaM2: 0 }, ['bedrooms', 'bathrooms', 'areaM2']],
    [{ adultSupplement: -1 }, ['adultSupplement']],
    [{ baseGuests: 5 }, ['baseGuests']],
    [{ baseGuests: 0, maxGuests: 0 }, ['maxGuests', 'baseGuests']],
    [{ name: '' }, ['name']],
  ])('the unit type change %j has errors in %j', (change, wrong) => {
    expect(fields(mistakesInUnitType(change, CURRENT))).toEqual(wrong);
  });
});

test('a change sets only values that are different and not null', () => {
  const current = { name: 'a', active: true, units: 1 };
  expect(changed({ name: 'a', active: false, units: null }, current)).toEqual({ active: false });
});

test.each([
  ['follows up', 5, 5, 8, 8],
  ['follows down', 5, 5, 3, 3],
  ['keeps the lower number of units', 4, 5, 8, 4],
  ['never has more units than exist', 4, 5, 3, 3],
  ['with more than there were follows too', 6, 5, 8, 8],
])("when a unit type's number of units changes, a night %s", (_how, total, before, after, becomes) => {
  expect(unitsOfNight(total, before, after)).toBe(becomes);
});
