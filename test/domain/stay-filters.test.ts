import { describe, expect, test } from 'vitest';
import { stayContent } from '#subgraphs/catalog/stays/domain/stay-content.ts';
import { contentFilters, distanceTo, refuseFilters } from '#subgraphs/catalog/stays/domain/stay-filters.ts';

const BRIENZ = { lat: 46.7543, lng: 8.0386 };

const content = (show: 'exact' | 'area' = 'exact', locality = 'Brienz') =>
  stayContent(
    {
      name: 'Loft',
      description: '',
      descriptions: [],
      beds: [],
      childAgeBands: [],
      kind: 'entire_place',
      amenities: ['wifi'],
    },
    {
      id: 1,
      name: 'Mill',
      timeZone: 'Europe/Zurich',
      currency: 'CHF',
      kind: 'house',
      address: { street: 'Am Bach 1', locality, region: null, postalCode: '3855', country: 'CH' },
      geo: { ...BRIENZ, show },
      descriptions: [],
      amenities: ['parking_free'],
      houseRules: {
        pets: true,
        smoking: null,
        parties: null,
        quietFrom: null,
        quietUntil: null,
        minAge: null,
        selfCheckIn: null,
      },
    },
    {
      ownHost: 'mill.example',
      language: 'en',
      cancellation: null,
      mealPlan: null,
      payment: null,
      ratePlan: null,
    },
  );

const fits = (filters: Parameters<typeof contentFilters>[0]) =>
  contentFilters(filters).every((filter) => filter.fits(content()));

describe('a filter on', () => {
  test.each([
    ['amenities of both', { amenities: ['wifi', 'parking_free'] }, true],
    ['a house rule', { amenities: ['pets_allowed'] }, true],
    ['one amenity too many', { amenities: ['wifi', 'sauna'] }, false],
    ['an unknown amenity', { amenities: ['wify'] }, false],
    ['an unknown amenity next to a known one', { amenities: ['wifi', 'wify'] }, false],
    ['one of several categories', { categories: ['hotel', 'House'] }, true],
    ['a place', { categories: ['brienz, ch'] }, true],
    ['another place', { categories: ['Bern, CH'] }, false],
    ['a circle around', { near: { ...BRIENZ, km: 0.1 } }, true],
    ['a circle elsewhere', { near: { lat: 46.2, lng: 6.14, km: 100 } }, false],
  ])('%s', (_what, filters, expected) => {
    expect(fits(filters)).toBe(expected);
  });
});

describe('a filter is refused', () => {
  test.each([
    ['for a radius of nothing', { near: { ...BRIENZ, km: 0 } }, 'filters.near'],
    ['for a point off the map', { near: { lat: 91, lng: 0, km: 1 } }, 'filters.near'],
    ['for prices in the wrong order', { priceMin: 2, priceMax: 1 }, 'filters.price'],
    ['for totals in the wrong order', { totalMin: 2, totalMax: 1 }, 'filters.total'],
    ['for too many amenities', { amenities: Array.from({ length: 51 }, () => 'wifi') }, 'filters.amenities'],
  ])('%s', (_what, filters, argument) => {
    expect(refuseFilters(filters)?.argument).toBe(argument);
  });
});

describe('where a host shows the surroundings alone', () => {
  test('the street and the point stay unknown if the host shows only the surroundings', () => {
    const { place } = content('area');
    expect(place).toMatchObject({ street: null, postalCode: null, point: null });
    expect(place.area).toEqual({ lat: 46.75, lng: 8.04 });
  });

  test('distances are measured to the surroundings', () => {
    expect(distanceTo(content('area'), { lat: 46.75, lng: 8.04 })).toBe(0);
  });
});

test('a degree of latitude is 111 km', () => {
  expect(distanceTo(content(), { ...BRIENZ, lat: BRIENZ.lat + 1 })).toBeCloseTo(111_195, -2);
});

test('a place is named on one line without direction marks', () => {
  const { place, categories } = content('exact', 'Bri\u202Eenz\nam See');
  expect(place.locality).toBe('Bri enz am See');
  expect(categories).toContain('Bri enz am See, CH');
});
