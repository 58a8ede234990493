import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { html, raw } from 'hono/html';
import type { PageNeeds } from '../../page/headers.ts';
import type { Html } from '../../page/shell.ts';
import type { Storefront, Storefronts } from '../../storefront.ts';
import { ask, type StorefrontPages } from '../ask.ts';
import { previewedCopyDocument, previewedThemeDocument } from '../generated.ts';
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
  if (preview.startsWith('copy-')) {
    const { previewedThemeCopy: copy } = await ask(pages, request, previewedCopyDocument, {
      storefrontId,
      preview,
    });
    if (!copy) return null;
    const { id, slug, sha256, version } = copy;
    // A copy has the settings' defaults, and hasn't been pushed, so it has no number.
    return { id: `copy-${id}`, revision: `copy-${id}.${version}`, slug, number: 0, sha256, settings: {} };
  }
  return (await ask(pages, request, previewedThemeDocument, { storefrontId, preview })).previewedTheme;
}

/** Renders a bar that names the previewed theme and any reason why the page is shown without it; empty for guests. */
export function previewBar({ storefront, words }: Visit, problem: string | null = null): Html | '' {
  if (!storefront.isSitePreview || !storefront.theme) return '';
  return html`<div class="platform"><p class="preview-bar" role="status">${words.layout.preview(storefront.theme.slug)}${
    problem === null ? '' : html` <strong>${problem}</strong>`
  } <a href="/theme-preview/end">${words.layout.endPreview}</a></p></div>${reloads(storefront) ? RELOAD.element : ''}`;
}

/** True if the page reloads when its theme changes, which only development copies do. */
const reloads = ({ isSitePreview, theme }: Storefront): boolean =>
  isSitePreview === true && theme?.number === 0;

/** Adds the script that reloads a development copy's pages to a page's policy. */
export const needsInPreview = (needs: PageNeeds, storefront: Storefront): PageNeeds =>
  reloads(storefront) ? { ...needs, script: RELOAD.source, connect: ["'self'"] } : needs;

const RELOAD_TEXT = readFileSync(new URL('./reload.js', import.meta.url), 'utf8');
const RELOAD = {
  element: html`<script type="module">${raw(RELOAD_TEXT)}</script>`,
  source: `'sha256-${createHash('sha256').update(RELOAD_TEXT).digest('base64')}'`,
};
