import { html, raw } from 'hono/html';
import type { Language } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
import type { Html } from '../page/shell.ts';
import { imagesOf, lodgingData } from './lodging-data.ts';
import type { ShownStay } from './shown-stay.ts';
import { summaryOf } from './texts.ts';
import { inLanguage, linkTo, type Visit } from './visit.ts';

/** Describes a page to programs: its address in each language, a preview for messaging apps, and JSON-LD. */
export function stayHead(visit: Visit, shown: ShownStay): Html {
  const { storefront } = visit;
  const { stay } = shown;
  const path = `/stays/${stay.id}`;
  const image = imagesOf(visit, stay)[0] ?? null;
  return html`${previewHead(visit, path, { title: stay.name, description: summaryOf(visit, stay), image })}
    <script type="application/ld+json">${raw(dataBlock(lodgingData(visit, shown)))}</script>
    ${storefront.status === 'live' ? '' : html`<meta name="robots" content="noindex">`}`;
}

interface Preview {
  readonly title: string;
  readonly description: string;
  /** The image's full address. */
  readonly image: string | null;
}

/** Renders a page's address, including its other languages, and its preview (Open Graph). */
export function previewHead(visit: Visit, path: string, { title, description, image }: Preview): Html {
  const { storefront, language } = visit;
  const url = (locale: Visit['chosen']) => storefront.baseUrl + inLanguage(path, locale);
  return html`<link rel="canonical" href="${storefront.baseUrl + linkTo(visit, path)}">
    ${LANGUAGES.map((other) => html`<link rel="alternate" hreflang="${other}" href="${url(other)}">`)}
    <link rel="alternate" hreflang="x-default" href="${url(null)}">
    <meta name="description" content="${description}">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="${storefront.name}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${storefront.baseUrl + linkTo(visit, path)}">
    <meta property="og:locale" content="${OG_LOCALES[language]}">
    ${image === null ? '' : html`<meta property="og:image" content="${image}">`}
    <meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">`;
}

const OG_LOCALES: Readonly<Record<Language, string>> = {
  en: 'en_GB',
  de: 'de_DE',
  fr: 'fr_FR',
  es: 'es_ES',
  it: 'it_IT',
  nl: 'nl_NL',
};

/** Writes JSON for a `script` data element: the text can't end the element. */
const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
