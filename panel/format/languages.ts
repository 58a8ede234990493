import { perLanguage } from '../i18n/language.ts';

/** The most common languages for descriptions, as BCP 47 tags. */
export const LANGUAGES = `
  en de fr it es pt nl da sv nb fi is pl cs sk hu sl hr sr bs ro bg el tr uk ru et lv lt ja ko zh zh-Hant ar he hi th vi id
  ca ga mt en-GB en-US de-AT de-CH fr-CH it-CH pt-BR`
  .trim()
  .split(/\s+/);

const NAMES = perLanguage(
  (panelTag) =>
    new Intl.DisplayNames([panelTag], { type: 'language', fallback: 'code', languageDisplay: 'standard' }),
);

/** Returns a language's name in the panel's language: `de-CH` is `German (Switzerland)`. */
export const languageName = (tag: string): string => {
  try {
    return NAMES().of(tag) ?? tag;
  } catch {
    return tag; // not a language tag: shown unchanged
  }
};
