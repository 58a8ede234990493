import { i18n, type Messages } from '@lingui/core';

/** The panel's languages with their names in the language itself. */
export const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

export type Language = (typeof LANGUAGES)[number][0];

/** Conventions for dates and numbers. */
const CONVENTIONS: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

setLanguage('en', {});

/** Returns the current language. */
export const currentLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en');

/** Returns the current language's conventions for dates and numbers, as a BCP 47 tag. */
export const conventions = (): string => CONVENTIONS[currentLanguage()];

/** Switches to a language with its loaded messages; English is in the code itself. */
export function setLanguage(language: Language, messages: Messages): void {
  i18n.loadAndActivate({ locale: language, locales: CONVENTIONS[language], messages });
}

/** True for the panel's languages. */
export const isLanguage = (tag: string): tag is Language => LANGUAGES.some(([language]) => language === tag);

/** Returns a function that makes a value, such as a formatter, once per language. */
export function perLanguage<T>(make: (conventions: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const tag = conventions();
    const known = made.get(tag);
    if (known !== undefined) return known;
    const value = make(tag);
    made.set(tag, value);
    return value;
  };
}
