import { describe, expect, test } from 'vitest';
import { foldName, matchesName } from '#kit/text.ts';
import { refuseSearch } from '#subgraphs/catalog/stays/domain/search-rules.ts';
import { day, epoch } from './catalog-shelf.ts';

const WISH = { checkIn: day(1), checkOut: day(4), adults: 2, children: 0, units: 1 };

describe('Search rules', () => {
  test.each([
    ['a stay from tomorrow', {}],
    ['a stay from today', { checkIn: day(0) }],
    ['no dates at all', { checkIn: null, checkOut: null }],
    ['a year of nights', { checkIn: day(1), checkOut: day(366) }],
    ['a stay 730 days ahead', { checkIn: day(730), checkOut: day(731) }],
  ])('a search for %s is allowed', (_title, wish) => {
    expect(refuseSearch({ ...WISH, ...wish }, epoch(0))).toBeNull();
  });

  test.each([
    ['check_in', 'check_out without check_in', { checkIn: null }],
    ['check_out', 'check_in without check_out', { checkOut: null }],
    ['check_in', 'a check-in in the past', { checkIn: day(-1) }],
    ['check_out', 'no night', { checkOut: day(1) }],
    ['check_out', 'dates in the wrong order', { checkIn: day(5) }],
    ['check_out', 'more than 365 nights', { checkOut: day(367) }],
    ['check_in', 'a stay over 730 days ahead', { checkIn: day(731), checkOut: day(732) }],
    ['adults', 'no adult', { adults: 0 }],
    ['adults', 'half an adult', { adults: 1.5 }],
    ['children', 'a negative number of children', { children: -1 }],
    ['units', 'no unit', { units: 0 }],
    ['units', 'more units than anyone has', { units: 1_000 }],
  ])('%s is refused: %s', (argument, _title, wish) => {
    expect(refuseSearch({ ...WISH, ...wish }, epoch(0))).toMatchObject({ argument });
  });
});

describe('Search text', () => {
  test.each([
    ['chalet', 'Châlet Edelweiß', true],
    ['CHÂLET', 'chalet', true],
    ['lake  view', 'Suite with Lake View', true],
    ['zimmer', 'Doppelzimmer Süd', true],
    ['sud', 'Doppelzimmer Süd', true],
    ['', 'anything', true],
    ['north', 'Doppelzimmer Süd', false],
  ])('%j found in %j: %s', (query, name, found) => {
    expect(matchesName(foldName(query), foldName('Seehof'), foldName(name))).toBe(found);
  });
});
