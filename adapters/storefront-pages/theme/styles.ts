import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import type { ThemePackage } from '#theme/theme-package.ts';
import type { PageNeeds } from '../../page/headers.ts';
import type { Html } from '../../page/shell.ts';
import { type InlineStyles, inlineText, scopedRules } from '../../page/stylesheet.ts';
import { type PageLook, preloads, rootOf } from '../look/dress.ts';

/**
 * Rules for the platform's blocks. They're in a layer, so that every rule of a theme comes before them, and
 * only apply inside blocks. The colors and fonts of the look are custom properties on the whole page.
 */
const RULES = scopedRules('.platform', [
  new URL('./../storefront.css', import.meta.url),
  new URL('./../look/look.css', import.meta.url),
]);

const kept = new LRUCache<string, InlineStyles>({ max: 500 });

/** Styles in the head of a page with a theme. */
interface ThemeStyles {
  readonly element: Html;
  readonly needs: PageNeeds;
}

/** Returns a page's styles: the look's values, the theme settings' values, and the rules for blocks. */
export function stylesOf(
  needs: PageNeeds,
  look: PageLook | null,
  theme: Pick<ThemePackage, 'settings'>,
  values: Readonly<Record<string, string>>,
): ThemeStyles {
  const text = `${look ? rootOf(look) : ''}${settingsIn(theme, values)}`;
  const own = text === '' ? null : (kept.get(text) ?? inlineText(text));
  if (own) kept.set(text, own);
  return {
    element: html`${look ? preloads(look) : ''}${own?.element ?? ''}${RULES.element}`,
    needs: {
      ...needs,
      // The theme's own style sheets, which the check allows to load only files from this origin.
      styles: `'self' ${own ? `${own.source} ` : ''}${RULES.source}`,
      fonts: true,
    },
  };
}

/** Writes colors and numbers as custom properties: the color `tint` is `--tint`, `hero.height` is `--hero-height`. */
function settingsIn({ settings }: Pick<ThemePackage, 'settings'>, values: Readonly<Record<string, string>>) {
  const properties = settings.flatMap(({ key, type }) => {
    const value = Object.hasOwn(values, key) ? (values[key] ?? '') : '';
    const isValue =
      (type === 'color' && /^#[0-9a-f]{6}$/i.test(value)) ||
      ((type === 'integer' || type === 'decimal') && /^-?\d+(\.\d+)?$/.test(value));
    return isValue ? [`--${key.replace('.', '-').replaceAll('_', '-')}:${value}`] : [];
  });
  return properties.length === 0 ? '' : `:root{${properties.join(';')}}`;
}
