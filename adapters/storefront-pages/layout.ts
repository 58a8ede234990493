import { html } from 'hono/html';
import { LANGUAGE_NAMES, LANGUAGES } from '#kit/languages.ts';
import { type Html, shell } from '../page/shell.ts';
import { inlineStyles } from '../page/stylesheet.ts';
import type { Storefront } from '../storefront.ts';
import { type Injected, NOTHING } from './injections/injected.ts';
import { dressOf } from './look/dress.ts';
import { brand, iconsOf } from './look/sections.ts';
import { linkTo, switchTo, type Visit } from './visit.ts';

/** Rules for every storefront page. */
export const STYLES = inlineStyles(new URL('./storefront.css', import.meta.url));

/** Renders a whole page in the guest's language; `head` describes it to programs, and apps can add to it. */
export function page(
  visit: Visit<Storefront | null>,
  title: string,
  main: Html,
  head: Html | null = null,
  injected: Pick<Injected, 'head' | 'end'> = NOTHING,
): Html {
  const { storefront, language } = visit;
  return shell({
    title: storefront && storefront.name !== title ? `${title} · ${storefront.name}` : title,
    language,
    head: injected.head === '' ? head : html`${head ?? ''}${injected.head}`,
    styles: storefront?.look ? html`${STYLES.element}${dressOf(storefront.look).head}` : STYLES.element,
    ...(storefront && iconsOf(storefront)),
    header: storefront && html`<a class="brand" href="${linkTo(visit, '/')}">${brand(storefront)}</a>`,
    main,
    footer: html`${policies(visit)}${languages(visit)}`,
    end: injected.end,
  });
}

function policies(visit: Visit<Storefront | null>): Html | string {
  const { storefront, words } = visit;
  if (!storefront?.policies.length) return '';
  return html`<nav aria-label="${words.layout.policies}">${storefront.policies.map(
    ({ kind, title }) => html`<a href="${linkTo(visit, `/policies/${kind}`)}">${title}</a> `,
  )}</nav>`;
}

/** Renders links that switch to each language, labelled with the language's name for itself. */
export const languages = (visit: Visit<Storefront | null>): Html =>
  html`<nav class="languages" aria-label="${visit.words.layout.language}">${LANGUAGES.map((other) =>
    other === visit.language
      ? html`<span aria-current="true" lang="${other}">${LANGUAGE_NAMES[other]}</span> `
      : html`<a href="${switchTo(other, visit)}" rel="nofollow" hreflang="${other}" lang="${other}">${LANGUAGE_NAMES[other]}</a> `,
  )}</nav>`;
