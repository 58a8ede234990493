import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import type { LookCorners, LookDensity, PageLookFragment } from '../../generated.ts';
import type { PageNeeds } from '../../page/headers.ts';
import type { Html } from '../../page/shell.ts';
import { type InlineStyles, inlineRules, inlineText } from '../../page/stylesheet.ts';
import { type Family, FONT_PAIRS, familiesOf } from './fonts.ts';

/** A published look, as shown on pages. */
export type PageLook = PageLookFragment;

/** Rules for pages with a look, which read the values of its `:root` block. */
const RULES = inlineRules(new URL('./look.css', import.meta.url));

/** A look's styles. */
interface Dress {
  /** Font preloads and style elements. */
  readonly head: Html;
  /** Content security policy sources that allow the styles. */
  readonly sources: string;
  readonly hasFonts: boolean;
}

/** Few of a process's storefronts have guests at the same time. */
const kept = new LRUCache<string, Dress>({ max: 500 });

/** Returns the head elements and policy sources of a look. */
export function dressOf(look: PageLook): Dress {
  const text = rootOf(look);
  const known = kept.get(text);
  if (known) return known;
  const pair = FONT_PAIRS[look.fontPair];
  const root: InlineStyles = inlineText(text);
  const dress: Dress = {
    head: html`${preloads(look)}${root.element}${RULES.element}`,
    sources: `${root.source} ${RULES.source}`,
    hasFonts: pair !== null,
  };
  kept.set(text, dress);
  return dress;
}

/** Loads a look's fonts before the page's styles need them. */
export function preloads({ fontPair }: Pick<PageLook, 'fontPair'>): Html {
  const pair = FONT_PAIRS[fontPair];
  return html`${(pair ? familiesOf(pair) : []).map(
    ({ path }) =>
      html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>
    `,
  )}`;
}

/** Adds a look's styles and fonts to a page's policy. */
export function dressed(page: PageNeeds, look: PageLook | null | undefined): PageNeeds {
  if (!look) return page;
  const { sources, hasFonts } = dressOf(look);
  return { ...page, styles: `${page.styles} ${sources}`, fonts: hasFonts };
}

/** Radii of large boxes, small boxes and buttons. */
const CORNERS: Readonly<Record<LookCorners, readonly [large: string, small: string, button: string]>> = {
  square: ['0', '0', '0'],
  soft: ['6px', '4px', '4px'],
  rounded: ['14px', '10px', '10px'],
  pill: ['24px', '16px', '999px'],
};

/** Factor for the space between and inside parts of a page. */
const DENSITIES: Readonly<Record<LookDensity, number>> = { compact: 0.75, comfortable: 1, airy: 1.4 };

/** Writes a look's values as a single `:root` block, after its font faces. We compute every value ourselves. */
export function rootOf({ light, dark, fontPair, corners, density }: PageLook): string {
  const pair = FONT_PAIRS[fontPair];
  const [large, small, button] = CORNERS[corners];
  const colors = Object.entries({ light, dark }).flatMap(([mode, palette]) =>
    (['ground', 'paper', 'line', 'accent', 'onAccent'] as const).flatMap((name) =>
      palette[name] === null ? [] : `--${mode}-${name.toLowerCase()}:${palette[name]}`,
    ),
  );
  const values = [
    ...colors,
    ...(pair
      ? [
          `--heading:"${pair.heading.name}",ui-serif,Georgia,serif`,
          `--heading-weight:${pair.weight}`,
          `--text:"${pair.text.name}",system-ui,sans-serif`,
        ]
      : []),
    `--corner:${large}`,
    `--small-corner:${small}`,
    `--button-corner:${button}`,
    `--space:${DENSITIES[density]}`,
  ];
  return `${(pair ? familiesOf(pair) : []).map(face).join('')}:root{${values.join(';')}}`;
}

/** A font is only used if it's available when the page is first drawn, so that no text shifts later. */
const face = ({ name, path, weights }: Family): string =>
  `@font-face{font-family:"${name}";src:url(${path}) format("woff2");font-weight:${weights};font-display:optional}`;
