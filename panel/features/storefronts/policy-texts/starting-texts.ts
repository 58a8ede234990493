import { LANGUAGES } from '../../../../kit/languages.ts';
import { COUNTRY_LAWS } from './country-laws.ts';
import type { PolicyTexts, Sentence, TextCountry } from './policy-texts.ts';

/** A host's details for the texts; null if unknown. */
export interface HostFacts {
  /** Name shown to guests. */
  readonly name: string;
  /** Host name of the site. */
  readonly site: string;
  /** ISO 3166-1 code. */
  readonly country: string | null;
  /** Street, postal code and town on one line. */
  readonly address: string | null;
  /** Email address or phone number. */
  readonly contact: string | null;
  /** `HH:MM`. */
  readonly checkIn: string | null;
  readonly checkOut: string | null;
}

/** A policy page's heading and text. */
export interface StartingText {
  readonly title: string;
  readonly text: string;
}

/** Starting texts by policy page. */
export type StartingTexts = Readonly<Record<'terms_of_service' | 'privacy_policy', StartingText>>;

export type TextLanguage = (typeof LANGUAGES)[number];

// A bundle per language, loaded when a host first uses a template.
const TEXTS: Readonly<Record<TextLanguage, () => Promise<PolicyTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  it: async () => (await import('./it.ts')).it,
  nl: async () => (await import('./nl.ts')).nl,
};

/** Returns a locale's language; English for languages without texts. */
export function textLanguage(locale: string): TextLanguage {
  const language = locale.toLowerCase().split('-')[0];
  return LANGUAGES.find((known) => known === language) ?? 'en';
}

/** Returns the country whose sentences apply. */
export const textCountry = (code: string | null): TextCountry =>
  COUNTRIES.find((country) => country === code) ?? 'other';

const COUNTRIES = Object.keys(COUNTRY_LAWS) as TextCountry[]; // exactly its keys

/** Loads a language's texts and fills in the host's details. */
export async function startingTexts(language: TextLanguage, host: HostFacts): Promise<StartingTexts> {
  const texts = await TEXTS[language]();
  const country = textCountry(host.country);
  const { dataLaw, ...law } = COUNTRY_LAWS[country];
  const facts: Facts = {
    ...host,
    ...law,
    ...texts.countries[country],
    dataLaw: dataLaw && texts.dataLaws[dataLaw],
  };
  return { terms_of_service: filled(texts.terms, facts), privacy_policy: filled(texts.privacy, facts) };
}

type Facts = Readonly<Record<string, string | null>>;

const filled = ({ title, sections }: PolicyTexts['terms'], facts: Facts): StartingText => ({
  title,
  text: sections
    .map((section) => ({
      ...section,
      text: section.sentences.flatMap((one) => versionOf(one, facts)).join(' '),
    }))
    .filter(({ text }) => text !== '')
    .map((section) => `${section.title}\n${section.text}`)
    .join('\n\n'),
});

const FACT = /\{(\w+)\}/g;

/** Returns the first version whose facts are all known, filled in. */
function versionOf(sentence: Sentence, facts: Facts): readonly string[] {
  const versions = typeof sentence === 'string' ? [sentence] : sentence;
  const isKnown = (version: string) => [...version.matchAll(FACT)].every(([, name = '']) => facts[name]);
  const version = versions.find(isKnown);
  return version === undefined ? [] : [version.replace(FACT, (_, name: string) => facts[name] ?? '')];
}
