import type { SoldTo } from '#subgraphs/checkout/index.ts';

/** First name, last name, country and language of the demo hotel's guests; the first ones are its regulars. */
const PEOPLE = [
  ['Anna', 'Keller', 'CH', 'de'],
  ['Luca', 'Bianchi', 'IT', 'it'],
  ['Claire', 'Dubois', 'FR', 'fr'],
  ['James', 'Whitfield', 'GB', 'en'],
  ['Yuki', 'Tanaka', 'JP', 'ja'],
  ['Marta', 'García', 'ES', 'es'],
  ['Jonas', 'Brunner', 'CH', 'de'],
  ['Sophie', 'Laurent', 'FR', 'fr'],
  ['Emily', 'Carter', 'US', 'en'],
  ['Felix', 'Hofmann', 'DE', 'de'],
  ['Ingrid', 'Solberg', 'NO', 'en'],
  ['Pieter', 'de Vries', 'NL', 'nl'],
  ['Giulia', 'Romano', 'IT', 'it'],
  ['Haruto', 'Sato', 'JP', 'ja'],
  ['Laura', 'Meier', 'CH', 'de'],
  ['Thomas', 'Gruber', 'AT', 'de'],
  ['Camille', 'Moreau', 'FR', 'fr'],
  ['Oliver', 'Bennett', 'GB', 'en'],
  ['Carlos', 'Fernández', 'ES', 'es'],
  ['Hannah', 'Wagner', 'DE', 'de'],
  ['Noah', 'Fischer', 'DE', 'de'],
  ['Elena', 'Conti', 'IT', 'it'],
  ['Lars', 'Nilsson', 'SE', 'en'],
  ['Mei', 'Lin', 'SG', 'en'],
  ['Priya', 'Nair', 'IN', 'en'],
  ['Daniel', 'Steiner', 'CH', 'de'],
  ['Julie', 'Lambert', 'BE', 'nl'],
  ['Michael', 'Huber', 'AT', 'de'],
  ['Sara', 'Lindqvist', 'SE', 'en'],
  ['Antoine', 'Girard', 'FR', 'fr'],
  ['Grace', 'Murphy', 'IE', 'en'],
  ['Ethan', 'Brooks', 'US', 'en'],
  ['Paula', 'Navarro', 'ES', 'es'],
  ['Aiko', 'Mori', 'JP', 'ja'],
  ['Matteo', 'Ferrari', 'IT', 'it'],
  ['Lea', 'Zimmermann', 'DE', 'de'],
  ['Sven', 'Andersen', 'DK', 'en'],
  ['Isabel', 'Torres', 'MX', 'es'],
  ['Ruth', 'Baumann', 'CH', 'de'],
  ['William', 'Fraser', 'GB', 'en'],
  ['Chloé', 'Petit', 'CH', 'fr'],
  ['Hiroshi', 'Kobayashi', 'JP', 'ja'],
  ['Nora', 'Schmid', 'CH', 'de'],
  ['Marco', 'Ricci', 'IT', 'it'],
  ['Olivia', 'Thompson', 'AU', 'en'],
  ['Jan', 'Kowalski', 'PL', 'en'],
  ['Katrin', 'Vogel', 'DE', 'de'],
  ['Lucas', 'Martin', 'CA', 'fr'],
  ['Zoë', 'van Dijk', 'NL', 'nl'],
  ['Diego', 'Romero', 'AR', 'es'],
  ['Simon', 'Egger', 'AT', 'de'],
  ['Fiona', 'Campbell', 'GB', 'en'],
  ['Nina', 'Frei', 'CH', 'de'],
  ['Tom', 'Jansen', 'NL', 'nl'],
  ['Alice', 'Bernard', 'FR', 'fr'],
  ['Ravi', 'Patel', 'GB', 'en'],
  ['Stefan', 'Koch', 'DE', 'de'],
  ['Chiara', 'Greco', 'IT', 'it'],
  ['Peter', 'Novák', 'CZ', 'en'],
  ['Amélie', 'Rousseau', 'FR', 'fr'],
] as const;

/** Calling codes by country. */
const CALLING = {
  AR: 54,
  AT: 43,
  AU: 61,
  BE: 32,
  CA: 1,
  CH: 41,
  CZ: 420,
  DE: 49,
  DK: 45,
  ES: 34,
  FR: 33,
  GB: 44,
  IE: 353,
  IN: 91,
  IT: 39,
  JP: 81,
  MX: 52,
  NL: 31,
  NO: 47,
  PL: 48,
  SE: 46,
  SG: 65,
  US: 1,
} as const;

const plainLetters = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();

/** First and last names that occur together: everyone's own, then others' from the same country. */
const NAMES = [
  ...PEOPLE,
  ...PEOPLE.flatMap(([firstName, , country, locale]) =>
    PEOPLE.filter(([first, , theirs]) => theirs === country && first !== firstName).map(
      ([, lastName]) => [firstName, lastName, country, locale] as const,
    ),
  ),
];

/** The demo hotel's guests. Their addresses can't receive email. */
export const GUESTS: readonly SoldTo[] = NAMES.map(([firstName, lastName, country, locale], at) => ({
  firstName,
  lastName,
  country,
  locale,
  email: `${plainLetters(firstName)}.${plainLetters(lastName)}@guests.example`,
  phone: `+${CALLING[country]} 555 ${String(Math.floor(at / 100) + 1).padStart(2, '0')} ${String(at % 100).padStart(2, '0')}`,
}));
