import type { FastifyRequest } from 'fastify';
import { html, raw } from 'hono/html';
import { languageOf } from '#kit/language.ts';
import type { ParsedSource } from '#theme/render.ts';
import type { ThemePackage } from '#theme/theme-package.ts';
import type { PageTemplate } from '#theme/vocabulary.ts';
import type { PageNeeds } from '../../page/headers.ts';
import type { Html } from '../../page/shell.ts';
import { type Injected, NOTHING } from '../injections/injected.ts';
import { languages } from '../layout.ts';
import { dressed } from '../look/dress.ts';
import { iconsOf } from '../look/sections.ts';
import { NEEDS } from '../send.ts';
import type { Rendered } from '../shared-pages.ts';
import type { Visit } from '../visit.ts';
import { type Blocks, withBlocks } from './blocks.ts';
import { commonObjects, type Objects } from './objects.ts';
import { needsInPreview, previewBar } from './site-preview.ts';
import { stylesOf } from './styles.ts';
import type { Themes } from './themes.ts';

/** A page that a theme may render. */
export interface ThemedPage {
  readonly name: PageTemplate;
  readonly title: string;
  readonly objects: Objects;
  readonly blocks: Blocks;
  /** Describes the page to programs. */
  readonly head?: Html | null;
  readonly injected?: Injected;
  /** Policy of the page, apart from its styles. */
  readonly needs?: PageNeeds;
  /** Set if the block `content` replaces the template inside the theme's layout. */
  readonly isLayoutOnly?: boolean;
  /** The platform's own page. */
  readonly plain: () => Html;
}

/**
 * Renders a page with the storefront's theme. Without a theme, without a template for this page, or if the
 * theme fails, renders the platform's own page; failures are reported to the host, and aren't cached.
 */
export async function inTheme(
  { themes }: { readonly themes: Themes },
  request: FastifyRequest,
  visit: Visit,
  page: ThemedPage,
): Promise<Rendered> {
  const { injected = NOTHING } = page;
  const plain = (): Rendered => ({ body: page.plain(), ...(page.injected && { injected }) });
  const { theme: shown } = visit.storefront;
  if (!shown) return plain();
  const theme = await themes.packageOf(request, shown.sha256);
  if (!theme) {
    request.log.error({ sha256: shown.sha256 }, "a theme's package is missing");
    return { ...withBar(plain(), visit, page.needs), isFallback: true };
  }
  if (!theme.pages.includes(page.name)) return withBar(plain(), visit, page.needs);
  const values = valuesIn(theme, shown.settings);
  const run = await themes.renderer.render(
    visit.storefront.id,
    theme.sha256,
    {
      page: page.name,
      ...(page.isLayoutOnly && { isLayoutOnly: true }),
      objects: { ...commonObjects(visit, page.name, page.title), ...page.objects },
      settings: values,
      languages: [...new Set([visit.language, languageOf(visit.storefront.locale), 'en' as const])],
    },
    async (): Promise<ParsedSource> => ({
      files: theme.files,
      sha256: theme.sha256,
      settings: theme.settings,
    }),
  );
  if ('limit' in run) {
    const problem = `The page "${page.name}" was shown without the theme. ${run.message}`;
    request.log.warn({ theme: shown.slug, limit: run.limit, storefrontId: visit.storefront.id }, problem);
    // An overloaded server isn't the theme's fault, and a preview isn't what guests see.
    if (run.limit !== 'busy' && !visit.storefront.isPreview)
      await themes.report(request, visit.storefront, problem);
    return { ...withBar(plain(), visit, page.needs, problem), isFallback: true };
  }
  const styles = stylesOf(page.needs ?? NEEDS, visit.storefront.look, theme, values);
  const blocks: Blocks = {
    ...page.blocks,
    languages: languages(visit),
    content_for_head: headOf(visit, page, styles.element),
    consent: html`${injected.end}${previewBar(visit)}`,
  };
  return {
    body: await withBlocks(run.html, run.mark, blocks),
    themed: needsInPreview(styles.needs, visit.storefront),
    ...(page.injected && { injected }),
  };
}

/** Adds the preview's bar to a platform page. */
function withBar(
  rendered: Rendered,
  visit: Visit,
  needs: PageNeeds = NEEDS,
  problem: string | null = null,
): Rendered {
  const bar = previewBar(visit, problem);
  if (bar === '') return rendered;
  const add = async () => {
    const text = `${await rendered.body}`;
    const end = text.lastIndexOf('</body>');
    return raw(`${text.slice(0, end)}${await bar}${text.slice(end)}`);
  };
  const { storefront } = visit;
  return { ...rendered, body: add(), themed: needsInPreview(dressed(needs, storefront.look), storefront) };
}

/** True if the storefront's theme has a template of its own for a page. */
export async function hasTemplate(
  { themes }: { readonly themes: Themes },
  request: FastifyRequest,
  { storefront: { theme } }: Visit,
  name: PageTemplate,
): Promise<boolean> {
  return theme !== null && ((await themes.packageOf(request, theme.sha256))?.pages.includes(name) ?? false);
}

/** Returns the settings' effective values: the host's, otherwise the theme's defaults. */
function valuesIn({ settings }: ThemePackage, given: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings.flatMap(({ key, default: preset }) => {
      const own: unknown = Object.hasOwn(Object(given), key) ? Object(given)[key] : null;
      const value = typeof own === 'string' ? own : preset;
      return value === null ? [] : [[key, value]];
    }),
  );
}

function headOf(visit: Visit, { title, head, injected = NOTHING }: ThemedPage, styles: Html): Html {
  const { storefront } = visit;
  const { icon, touchIcon } = iconsOf(storefront);
  return html`<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${storefront.name === title ? title : `${title} · ${storefront.name}`}</title>
    ${styles}
    <link rel="icon" href="${icon}"${icon.endsWith('.svg') ? html` type="image/svg+xml"` : ''}>
    <link rel="apple-touch-icon" href="${touchIcon}">
    ${head ?? ''}${injected.head}`;
}
