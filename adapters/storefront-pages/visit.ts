import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language, languageOf, namedLanguage, preferredLanguage } from '#kit/language.ts';
import { returnTo } from '../oauth/return-to.ts';
import type { Storefront } from '../storefront.ts';
import type { Words } from './words/en.ts';
import { WORDS } from './words/words.ts';

/** A guest's page visit: the storefront and the language (docs/interface/storefronts.md#languages). */
export interface Visit<Shop extends Storefront | null = Storefront> {
  /** Null if the address has no storefront. */
  readonly storefront: Shop;
  readonly language: Language;
  readonly words: Words;
  /** The page's path and query, without its language. */
  readonly path: string;
  /** Language from the address; null if the browser's preference decides. */
  readonly chosen: Language | null;
  /** True if the address or the browser specifies the language; otherwise the language is a guess. */
  readonly isAsked: boolean;
}

/** Returns a request's visit, in the language from `lang` or else in the browser's preferred language. */
export function visitOf<Shop extends Storefront | null>(
  request: FastifyRequest,
  storefront: Shop,
): Visit<Shop> {
  const url = new URL(returnTo(request.url, '/'), 'http://page.invalid');
  const wanted = url.searchParams.get('lang');
  const chosen = LANGUAGES.find((language) => language === wanted) ?? null;
  url.searchParams.delete('lang');
  const header = request.headers['accept-language'];
  const language = chosen ?? preferredLanguage(header);
  const isAsked = (chosen ?? namedLanguage(header)) !== null;
  return { storefront, language, words: WORDS[language], path: url.pathname + url.search, chosen, isAsked };
}

/** Returns a visit to a guest's booking in the booking's language, unless the guest requests another. */
export function inGuestsLanguage<Shop extends Storefront | null>(
  visit: Visit<Shop>,
  locale: string | null,
): Visit<Shop> {
  if (visit.isAsked || locale === null) return visit;
  const language = languageOf(locale);
  return { ...visit, language, words: WORDS[language] };
}

/** Returns a page's address in a language; null leaves the choice to the browser's preference. */
export function inLanguage(path: string, language: Language | null): string {
  if (language === null) return path;
  const [page = '', query] = path.split('?', 2);
  return `${page}?${query === undefined || query === '' ? '' : `${query}&`}lang=${language}`;
}

/** Returns another page's address in the guest's chosen language. */
export const linkTo = ({ chosen }: Pick<Visit, 'chosen'>, path: string): string => inLanguage(path, chosen);
