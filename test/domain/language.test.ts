import { describe, expect, test } from 'vitest';
import { inLanguage } from '#adapters/storefront-pages/visit.ts';
import {
  countIn,
  dayThere,
  deadlineIn,
  localTime,
  longDay,
  moneyIn,
  namedLanguage,
  nearestText,
  PARTY_FORMS,
  partyIn,
  preferredLanguage,
  shortDay,
} from '#kit/language.ts';

// docs/interface/storefronts.md#languages

describe('Accept-Language', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-ch', 'de'],
    ['pt, de;q=0.5', 'de'],
    ['fr-CA,en;q=0.8', 'fr'],
    ['zh-Hans-CN,de;q=0.5', 'de'],
    ['de;q=0,fr;q=0.3', 'fr'],
    ['pt-BR', 'en'],
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
    [undefined, 'nl'],
    ['pt-BR', 'nl'],
    ['*', 'nl'],
    ['nl;q=0, *', 'en'],
    ['it', 'it'],
  ])('the header %j selects %s at a Dutch storefront', (header, language) => {
    expect(preferredLanguage(header, 'nl')).toBe(language);
  });

  test.each([
    ['de-CH, en;q=0.5', 'de'],
    ['pt, *;q=0.5', null],
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
    [['pt', 'it'], 'de', 'pt'],
    [['pt', 'it'], 'it', 'it'],
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
  ['en', 1_234_550, 'HUF', 'HUF 12,345.50'],
  ['fr', 1_234_550, 'HUF', '12\u202f345,50 HUF'],
  ['es', 1_234_550, 'HUF', '12.345,50 HUF'],
  ['it', 1_234_550, 'HUF', '12.345,50 HUF'],
  ['nl', 1_234_550, 'HUF', 'HUF 12.345,50'],
  ['es', 106_750, 'EUR', '1067,50 EUR'],
] as const)('an amount in %s: %i %s is %s', (language, amount, currency, shown) => {
  expect(moneyIn(language, amount, currency)).toBe(shown);
});

test.each([
  ['en', 'Europe/Zurich', 'Thursday, 3 December 2026 at 18:00 (local time at the property)'],
  ['de', 'Europe/Zurich', 'Donnerstag, 3. Dezember 2026 um 18:00 Uhr (Ortszeit der Unterkunft)'],
  ['fr', 'Europe/Zurich', 'jeudi 3 décembre 2026 à 18:00 (heure locale de l’établissement)'],
  ['es', 'Europe/Zurich', 'jueves, 3 de diciembre de 2026, 18:00 (hora local del alojamiento)'],
  ['it', 'Europe/Zurich', 'giovedì 3 dicembre 2026 alle ore 18:00 (ora locale della struttura)'],
  ['nl', 'Europe/Zurich', 'donderdag 3 december 2026 om 18:00 uur (plaatselijke tijd bij de accommodatie)'],
  ['en', 'Mars/Olympus', 'Thursday, 3 December 2026 at 17:00 (UTC)'],
  ['de', 'UTC', 'Donnerstag, 3. Dezember 2026 um 17:00 Uhr (UTC)'],
] as const)('a time in %s in the zone %s is shown as %s', (language, timeZone, shown) => {
  expect(localTime(language, '2026-12-03T17:00:00Z', timeZone)).toBe(shown);
});

test('the first of a month is the 1er in French, and no other day', () => {
  expect(longDay('fr', '2027-02-01')).toBe('lundi 1er février 2027');
  expect(shortDay('fr', '2027-02-01')).toBe('lun. 1er février 2027');
  expect(dayThere('fr', '2027-02-01T09:00:00Z', 'Europe/Zurich')).toBe('1er février 2027');
  expect(deadlineIn('fr', '2027-02-01T09:00:00Z', 'Europe/Zurich')).toMatch(/^1er février 2027, 10:00/);
  expect(localTime('fr', '2027-02-01T09:00:00Z', 'UTC')).toMatch(/^lundi 1er février 2027 à /);
  expect(longDay('fr', '2027-02-21')).toBe('dimanche 21 février 2027');
  expect(longDay('it', '2027-02-01')).toBe('lunedì 1 febbraio 2027');
});

test.each([
  ['en', '13 March 2027, 18:00 (time in New York)'],
  ['de', '13. März 2027, 18:00 Uhr (Ortszeit in New York)'],
  ['nl', '13 maart 2027, 18:00 uur (plaatselijke tijd in New York)'],
] as const)(
  "a deadline in %s names the property's day and city, however the clocks change: %s",
  (language, shown) => {
    expect(deadlineIn(language, '2027-03-13T23:00:00Z', 'America/New_York')).toBe(shown);
  },
);

test.each([
  ['en', ['0 children', '1 child', '2 children', '1,000,000 children']],
  ['de', ['0 Kinder', '1 Kind', '2 Kinder', "1'000'000 Kinder"]],
  ['fr', ['0 enfant', '1 enfant', '2 enfants', '1\u202f000\u202f000 d’enfants']],
  ['es', ['0 niños', '1 niño', '2 niños', '1.000.000 de niños']],
  ['it', ['0 bambini', '1 bambino', '2 bambini', '1.000.000 di bambini']],
  ['nl', ['0 kinderen', '1 kind', '2 kinderen', '1.000.000 kinderen']],
] as const)('a noun agrees with its number in %s', (language, texts) => {
  const { children } = PARTY_FORMS[language];
  expect([0, 1, 2, 1_000_000].map((count) => countIn(language, count, children))).toEqual(texts);
});

test('a plural form that a language lacks falls back to `other`', () => {
  expect(countIn('fr', 1_000_000, { one: 'nuit', other: 'nuits' })).toBe('1\u202f000\u202f000 nuits');
  expect(countIn('fr', 1, { other: 'nuits' })).toBe('1 nuits');
});

test('a party lists adults, and children if there are any', () => {
  expect(partyIn('de', { adults: 1, children: 2 })).toBe('1 Erwachsener, 2 Kinder');
  expect(partyIn('fr', { adults: 2, children: 0 })).toBe('2 adultes');
});

test.each([
  ['/', 'de', '/?lang=de'],
  ['/stays/1?adults=2', 'en', '/stays/1?adults=2&lang=en'],
  ['/stays/1?adults=2', null, '/stays/1?adults=2'],
] as const)('the address %s in %s is %s', (path, language, address) => {
  expect(inLanguage(path, language)).toBe(address);
});
