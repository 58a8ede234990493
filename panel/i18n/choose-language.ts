import type { Messages } from '@lingui/core';
import { isLanguage, type Language, setLanguage } from './language.ts';

/** Key of the chosen language in the browser's storage. */
const KEY = 'panel.language';

/** Loads the catalogs, each from its own file. English has none. */
const CATALOGS: Readonly<Partial<Record<Language, () => Promise<{ readonly messages: Messages }>>>> = {
  de: () => import('../locales/de.po'),
};

/** Returns the language that the person chose, or else the first of the browser's languages that the panel has. */
export function preferredLanguage(): Language {
  const tags = [localStorage.getItem(KEY) ?? '', ...navigator.languages];
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

/** Switches to a language, and keeps it for later visits. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await openLanguage(language);
}

/** Loads a language's catalog and switches to it. */
export async function openLanguage(language: Language): Promise<void> {
  const catalog = await CATALOGS[language]?.();
  setLanguage(language, catalog?.messages ?? {});
  document.documentElement.lang = language;
}
