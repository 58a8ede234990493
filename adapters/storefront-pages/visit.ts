import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language, languageOf, namedLanguage, preferredLanguage } from '#kit/language.ts';
import { returnTo } from '../oauth/return-to.ts';
import type { Storefront } from '../storefront.ts';
import type { Words } from './words/en.ts';
import { WORDS } from './words/words.ts';

/** A guest at a page: which storefront's, and in which language they read it (docs/interface/storefronts.md#languages). */
export interface Visit<Shop extends Storefront | null = Storefront> {
  /** Null where there is none at the address. */
  readonly storefront: Shop;
  readonly language: Language;
  readonly words: Words;
  /** Path and query of the page, without its language. */
  readonly path: string;
  /** The language that the address names; null where the browser's preference decides. */
  readonly chosen: Language | null;
  /** Whether the address or the browser names the language; else it is a guess. */
  readonly isAsked: boolean;
}

/** A visit as a request asks for it: in the language of `lang`, else in what the browser prefers. */
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

/** A visit to what a guest booked in a language: in that one, unless they ask for another. */
export function inGuestsLanguage<Shop extends Storefront | null>(
  visit: Visit<Shop>,
  locale: string | null,
): Visit<Shop> {
  if (visit.isAsked || locale === null) return visit;
  const language = languageOf(locale);
  return { ...visit, language, words: WORDS[language] };
}

/** A page's address in a language; as the browser prefers where it is null. */
export function inLanguage(path: string, language: Language | null): string {
  if (language === null) return path;
  const [page = '', query] = path.split('?', 2);
  return `${page}?${query === undefined || query === '' ? '' : `${query}&`}lang=${language}`;
}

/** The address of another page, in the language that the guest chose. */
export const linkTo = ({ chosen }: Pick<Visit, 'chosen'>, path: string): string => inLanguage(path, chosen);
