import { describe, expect, test } from 'vitest';
import { stayNeeds } from '../../panel/features/welcome/stay-needs.ts';
import '../../panel/i18n/language.ts'; // the labels are English

type Facts = Parameters<typeof stayNeeds>[0];
type Property = NonNullable<Facts['property']>;

const photos = (number: number): Property['media'] =>
  Array.from({ length: number }, () => ({ status: 'ready' as const }));

const complete: Property = {
  id: '7',
  geo: { lat: 46.7 },
  checkInFrom: '15:00',
  checkOutUntil: '11:00',
  descriptions: [{ markdown: 'A house by the lake. '.repeat(10) }],
  amenities: ['wifi', 'parking', 'kitchen'],
  houseRules: { pets: false, smoking: false, parties: false },
  cancellationPolicies: [{ id: '1' }],
  archivedAt: null,
  media: photos(2),
  unitTypes: [
    {
      active: true,
      archivedAt: null,
      units: 1,
      baseRate: 10_000,
      amenities: ['tv', 'heating'],
      media: photos(3),
    },
  ],
};

const site = (id: string, kinds: readonly ('terms_of_service' | 'privacy_policy')[], sandbox = false) => ({
  id,
  sandbox,
  status: 'live' as const,
  policies: kinds.map((kind) => ({ kind })),
});
const PAGES = ['terms_of_service', 'privacy_policy'] as const;

const missing = (property: Partial<Property>, storefronts = [site('1', PAGES)]) =>
  stayNeeds({ property: { ...complete, ...property }, storefronts })
    .filter(({ done }) => !done)
    .map(({ label, href }) => [label, href]);

describe('the meter of what guests look for', () => {
  test('a property with everything has nothing left to do', () => {
    expect(missing({})).toEqual([]);
    expect(stayNeeds({ property: complete, storefronts: [site('1', PAGES)] })).toHaveLength(9);
  });

  test.each<readonly [string, Partial<Property>, string, string]>([
    [
      'ready photos of the property and its unit types count',
      { media: [...photos(1), { status: 'rejected' }] },
      'Add photos: 4 of 5',
      'photos',
    ],
    [
      'a short description is missing text',
      { descriptions: [{ markdown: 'Nice.' }] },
      'Describe the place in at least 150 characters',
      'descriptions',
    ],
    ['different amenities count', { amenities: ['wifi', 'tv'] }, 'Add amenities: 3 of 5', 'amenities'],
    ['a place needs a point on the map', { geo: null }, 'Set the point on the map', 'address'],
    ['both times are needed', { checkOutUntil: null }, 'Set the check-in and check-out times', 'arrival'],
    [
      'each of three house rules is needed',
      { houseRules: { pets: true, smoking: null, parties: false } },
      'State the rules on pets, smoking and parties',
      'house-rules',
    ],
  ])('%s', (_rule, property, label, section) => {
    expect(missing(property)).toEqual([[label, `/properties/7#${section}`]]);
  });

  test('a unit type counts only while it is on sale with a rate', () => {
    const unitTypes = complete.unitTypes.map((unitType) => ({ ...unitType, active: false }));
    expect(missing({ unitTypes })).toEqual([
      ['Put a unit type with a rate on sale', '/properties/7#unit-types'],
    ]);
  });

  test('a sandbox needs no policy pages, unlike a real site', () => {
    expect(missing({}, [site('1', PAGES), site('2', [], true)])).toEqual([]);
    expect(missing({}, [site('1', PAGES), site('3', ['privacy_policy'])])).toEqual([
      ['Write your terms and privacy policy', '/site?storefront=3#policies'],
    ]);
  });

  test('an archived property has no meter', () => {
    expect(missing({ archivedAt: '2027-01-01T00:00:00Z' })).toEqual([]);
    expect(stayNeeds({ property: null, storefronts: [] })).toEqual([]);
  });
});
