/** Languages for guests' pages and emails; the first is the fallback. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const;

/** Each language's own name. */
export const LANGUAGE_NAMES: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
};
