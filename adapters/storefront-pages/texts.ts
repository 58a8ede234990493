import { html } from 'hono/html';
import { knownLanguage, languageNameIn, nearestText } from '#kit/language.ts';
import { plainBeginning, plainParagraphs } from '#kit/plain-text.ts';
import type { Html } from '../page/shell.ts';
import type { Visit } from './visit.ts';

/** The host's texts by language; `description` is the beginning of the main text, as plain text. */
interface Described {
  readonly description: string;
  readonly descriptions: readonly { readonly locale: string; readonly markdown: string }[];
}

/** Returns the host's description of a unit type as plain text, in the language that best matches the guest's. */
export function summaryOf({ language }: Visit, { description, descriptions }: Described): string {
  const nearest = nearestText(descriptions, language);
  return nearest === null || nearest === descriptions[0] ? description : plainBeginning(nearest.markdown);
}

/** Returns the full description, paragraph by paragraph. */
export function paragraphsOf(
  { language }: Visit,
  { description, descriptions }: Described,
): readonly string[] {
  const nearest = nearestText(descriptions, language);
  if (nearest === null) return description === '' ? [] : [description];
  return plainParagraphs(nearest.markdown);
}

/** A host's text; it's in the storefront's language if it has no `descriptions`. */
type Written = Pick<Described, 'descriptions'> & Partial<Pick<Described, 'description'>>;

/**
 * Returns the `lang` attribute for a host's text in a language other than the page's; empty if the languages
 * match.
 */
export const langOf = (visit: Visit, described: Written): Html | '' =>
  langAttribute(foreignLocale(visit, described));

/** The same for a text that's only in the storefront's language. */
export const hostLang = (visit: Visit): Html | '' =>
  langAttribute(unlessShown(visit, visit.storefront.locale));

const langAttribute = (locale: string | null): Html | '' => (locale === null ? '' : html` lang="${locale}"`);

/** Tells guests that a host's text isn't translated into their language; empty if it is. */
export function untranslatedNote(visit: Visit, described: Written): Html | '' {
  const locale = foreignLocale(visit, described);
  if (locale === null) return '';
  const { words, language } = visit;
  const [name = locale] = locale.split('-');
  return html`<p class="quiet">${words.untranslated(languageNameIn(language, name))}</p>`;
}

function foreignLocale(visit: Visit, { descriptions, description = '' }: Written): string | null {
  const unnamed = description === '' ? null : visit.storefront.locale;
  return unlessShown(visit, nearestText(descriptions, visit.language)?.locale ?? unnamed);
}

/** Returns the locale; null if the page is in its language. */
const unlessShown = ({ language }: Visit, locale: string | null): string | null =>
  locale === null || knownLanguage(locale) === language ? null : locale;
