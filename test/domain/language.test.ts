import { describe, expect, test } from 'vitest';
import { inLanguage } from '#adapters/storefront-pages/visit.ts';
import {
  countIn,
  localTime,
  moneyIn,
  namedLanguage,
  nearestText,
  partyIn,
  preferredLanguage,
} from '#kit/language.ts';

// docs/interface/storefronts.md#languages

describe('Accept-Language', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-ch', 'de'],
    ['fr, de;q=0.5', 'de'],
    ['en;q=0.7, de;q=0.8', 'de'],
    ['de;q=0.8, en;q=0.8', 'de'],
    ['de;q=0, *', 'en'],
    ['en;q=0, *;q=0.1', 'de'],
    ['*', 'en'],
    ['en;q=0', 'de'],
    ['den', 'en'],
    ['de;q=2, en', 'en'],
    ['de ; q=0.9 , en;q=0.1', 'de'],
    [`${'x-y,'.repeat(5_000)}de`, 'en'],
    ['<script>', 'en'],
  ])('the header %j selects the language %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  test.each([
    ['de-CH, en;q=0.5', 'de'],
    ['fr, *;q=0.5', null],
    ['*', null],
    ['de;q=0', null],
    [undefined, null],
  ])('the header %j names the language %s', (header, language) => {
    expect(namedLanguage(header)).toBe(language);
  });
});

describe('a text of a host', () => {
  const texts = (...locales: readonly string[]) => locales.map((locale) => ({ locale }));
  test.each([
    [['en', 'de-CH'], 'de', 'de-CH'],
    [['fr', 'en-US'], 'de', 'en-US'],
    [['fr', 'it'], 'de', 'fr'],
    [['de', 'en'], 'en', 'en'],
    [[], 'en', undefined],
  ] as const)("a host's text in %j is shown in %s as %s", (locales, language, nearest) => {
    expect(nearestText(texts(...locales), language)?.locale).toBe(nearest);
  });
});

test.each([
  ['en', 1, 'EUR', 'EUR 0.01'],
  ['de', 106_750, 'EUR', "EUR 1'067.50"],
  ['de', -500, 'EUR', 'EUR-5.00'],
  ['de', 1_234_567, 'KWD', "KWD 1'234.567"],
  ['de', 12_000, 'JPY', "JPY 12'000"],
  ['en', 12_000, 'JPY', 'JPY 12,000'],
  ['en', 100_000, 'HUF', 'HUF 1,000.00'],
] as const)('an amount in %s: %i %s is %s', (language, amount, currency, shown) => {
  expect(moneyIn(language, amount, currency)).toBe(shown);
});

test.each([
  ['en', 'Europe/Zurich', 'Thursday, 3 December 2026 at 18:00 (local time at the property)'],
  ['de', 'Europe/Zurich', 'Donnerstag, 3. Dezember 2026 um 18:00 Uhr (Ortszeit der Unterkunft)'],
  ['en', 'Mars/Olympus', 'Thursday, 3 December 2026 at 17:00 (UTC)'],
  ['de', 'UTC', 'Donnerstag, 3. Dezember 2026 um 17:00 Uhr (UTC)'],
] as const)('a time in %s in the zone %s is shown as %s', (language, timeZone, shown) => {
  expect(localTime(language, '2026-12-03T17:00:00Z', timeZone)).toBe(shown);
});

test('a noun agrees with its number', () => {
  const nights = { one: 'Nacht', other: 'Nächte' };
  expect([0, 1, 2, 1_250].map((count) => countIn('de', count, nights))).toEqual([
    '0 Nächte',
    '1 Nacht',
    '2 Nächte',
    "1'250 Nächte",
  ]);
  expect(partyIn('de', { adults: 1, children: 2 })).toBe('1 Erwachsener, 2 Kinder');
});

test.each([
  ['/', 'de', '/?lang=de'],
  ['/stays/1?adults=2', 'en', '/stays/1?adults=2&lang=en'],
  ['/stays/1?adults=2', null, '/stays/1?adults=2'],
] as const)('the address %s in %s is %s', (path, language, address) => {
  expect(inLanguage(path, language)).toBe(address);
});
