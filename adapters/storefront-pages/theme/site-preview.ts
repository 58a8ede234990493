import type { FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { Storefront, Storefronts } from '../../storefront.ts';
import { ask, type StorefrontPages } from '../ask.ts';
import { previewedThemeDocument } from '../generated.ts';
import type { Visit } from '../visit.ts';

/** Cookie with the token of the theme that a browser previews. */
export const THEME_COOKIE = 'theme_preview';

/** Finds storefronts with the theme that the visitor's browser previews instead of the published one. */
export const previewing = ({
  execute,
  storefronts,
}: Pick<StorefrontPages, 'execute' | 'storefronts'>): Storefronts => ({
  ...storefronts,
  async of(request) {
    const storefront = await storefronts.of(request);
    const [, token] = COOKIE.exec(request.headers.cookie ?? '') ?? [];
    const theme = token === undefined ? null : await themeOf({ execute }, request, storefront, token);
    return theme === null ? storefront : { ...storefront, theme, isPreview: true, isSitePreview: true };
  },
});

const TOKEN = /^[\w.-]{1,200}$/;
const COOKIE = new RegExp(`(?:^|;\\s*)${THEME_COOKIE}=([\\w.-]{1,200})(?:;|$)`);

/** Returns the theme that a token currently gives access to; null for any other token. */
export async function themeOf(
  pages: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  { id: storefrontId }: Storefront,
  preview: string,
): Promise<Storefront['theme']> {
  if (!TOKEN.test(preview)) return null;
  return (await ask(pages, request, previewedThemeDocument, { storefrontId, preview })).previewedTheme;
}

/** Renders a bar that names the previewed theme and any reason why the page is shown without it; empty for guests. */
export function previewBar({ storefront, words }: Visit, problem: string | null = null): Html | '' {
  if (!storefront.isSitePreview || !storefront.theme) return '';
  return html`<div class="platform"><p class="preview-bar" role="status">${words.layout.preview(storefront.theme.slug)}${
    problem === null ? '' : html` <strong>${problem}</strong>`
  } <a href="/theme-preview/end">${words.layout.endPreview}</a></p></div>`;
}
