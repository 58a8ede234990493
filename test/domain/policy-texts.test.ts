import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../kit/languages.ts';
import {
  type HostFacts,
  startingTexts,
  textLanguage,
} from '../../panel/features/storefronts/policy-texts/starting-texts.ts';

/** Names of each country's data protection authority, in any of the six languages. */
const AUTHORITIES: Readonly<Record<string, RegExp>> = {
  CH: /EDÖB|FDPIC|PFPDT|IFPDT/,
  DE: /Landesdatenschutzbehörde/,
  AT: /\((?:Datenschutzbehörde|DSB)\)/,
  FR: /CNIL/,
  IT: /Garante per la protezione dei dati personali/,
  ES: /AEPD/,
  NL: /Autoriteit Persoonsgegevens/,
};

const UNKNOWN: HostFacts = {
  name: 'Pier House',
  site: 'pier.example',
  country: null,
  address: null,
  contact: null,
  checkIn: null,
  checkOut: null,
};

const KNOWN: HostFacts = {
  ...UNKNOWN,
  address: 'Quai 1, 6004 Lucerne',
  contact: 'fay@example.com',
  checkIn: '15:30',
  checkOut: '10:45',
};

const pairs = LANGUAGES.flatMap((language) =>
  [...Object.keys(AUTHORITIES), 'PT', null].map((country) => ({ language, country })),
);

describe('starting texts for policy pages', () => {
  test.each(pairs)('the texts in $language are complete and name the authority of $country', async (pair) => {
    const { language, country } = pair;
    for (const host of [UNKNOWN, KNOWN]) {
      const { terms_of_service: terms, privacy_policy: privacy } = await startingTexts(language, {
        ...host,
        country,
      });
      for (const { title, text } of [terms, privacy]) {
        expect(title.length).toBeLessThanOrEqual(120);
        expect(text.length).toBeGreaterThan(800);
        expect(text.length).toBeLessThan(20_000);
        expect(text).not.toMatch(/[{}]|null|undefined|\(\)| {2}|\n\n\n/);
        expect(text).toContain('Pier House');
      }
      const named = Object.keys(AUTHORITIES).filter((place) => AUTHORITIES[place]?.test(privacy.text));
      expect(named).toEqual(country !== null && country in AUTHORITIES ? [country] : []);
    }
  });

  test.each(LANGUAGES)("the texts in %s contain the host's known details", async (language) => {
    const { terms_of_service: terms, privacy_policy: privacy } = await startingTexts(language, KNOWN);
    for (const fact of ['pier.example', 'Quai 1, 6004 Lucerne', 'fay@example.com', '15:30', '10:45'])
      expect(terms.text).toContain(fact);
    for (const fact of ['Quai 1, 6004 Lucerne', 'fay@example.com']) expect(privacy.text).toContain(fact);
  });

  test('a storefront in another language gets the English texts', () => {
    expect(['de-CH', 'FR', 'nl', 'pt-BR', ''].map(textLanguage)).toEqual(['de', 'fr', 'nl', 'en', 'en']);
  });
});
