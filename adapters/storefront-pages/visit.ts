import type { FastifyRequest } from 'fastify';
import { type Language, languageOf, namedLanguage, preferredLanguage } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
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
  /** Language from the address that links must include; null if the guest's next page will use it anyway. */
  readonly chosen: Language | null;
  /** True if the guest or their browser specifies the language; otherwise the language is a guess. */
  readonly isAsked: boolean;
  /** True if the page's address contains no secret, such as a booking's permalink or a preview token. */
  readonly hasOpenAddress: boolean;
}

/** Routes whose addresses contain no secret, unless they have a preview token. */
const OPEN_ROUTES: ReadonlySet<string | undefined> = new Set(['/', '/stays/:unitTypeId', '/policies/:kind']);

/**
 * Returns a request's visit, in the language from `lang`, otherwise in the language that the guest picked
 * earlier, otherwise in the browser's preferred language, otherwise in the storefront's.
 */
export function visitOf<Shop extends Storefront | null>(
  request: FastifyRequest,
  storefront: Shop,
): Visit<Shop> {
  const url = new URL(returnTo(request.url, '/'), 'http://page.invalid');
  const wanted = url.searchParams.get('lang');
  const named = LANGUAGES.find((language) => language === wanted) ?? null;
  url.searchParams.delete('lang');
  const picked = pickedLanguage(request);
  const header = request.headers['accept-language'];
  const language = named ?? picked ?? preferredLanguage(header, languageOf(storefront?.locale ?? null));
  return {
    storefront,
    language,
    words: WORDS[language],
    path: url.pathname + url.search,
    chosen: named === picked ? null : named,
    isAsked: (named ?? picked ?? namedLanguage(header)) !== null,
    hasOpenAddress: OPEN_ROUTES.has(request.routeOptions.url) && !url.searchParams.has('preview'),
  };
}

/** Cookie with the language that a guest picked. */
export const LANGUAGE_COOKIE = 'lang';

/** Returns the language that the guest picked in the switcher; null if they didn't. */
function pickedLanguage({ headers }: FastifyRequest): Language | null {
  const [, picked] = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '') ?? [];
  return LANGUAGES.find((language) => language === picked) ?? null;
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

/**
 * Returns the link that shows the same page in another language. On pages with an open address, it also
 * remembers the language for the guest's future visits; other pages' addresses must not appear in a second
 * address, which logs and Referer headers could reveal.
 */
export const switchTo = (language: Language, { path, hasOpenAddress }: Visit<Storefront | null>): string =>
  hasOpenAddress ? `/language/${language}?back=${encodeURIComponent(path)}` : inLanguage(path, language);

/** Returns another page's address in the guest's chosen language. */
export const linkTo = ({ chosen }: Pick<Visit, 'chosen'>, path: string): string => inLanguage(path, chosen);
