import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StorefrontPages } from '../ask.ts';
import { PageNotFound } from '../problems.ts';
import { PRIVATE } from '../send.ts';
import { THEME_COOKIE, themeOf } from './site-preview.ts';

const PREVIEW_S = 24 * 3_600;

interface AtPreview {
  readonly Querystring: { readonly preview?: unknown };
}

/**
 * Serves the link that shows a whole site with a theme: it keeps the link's token in a cookie, so that the
 * preview survives navigation and forms, until the link expires or the visitor ends it.
 */
export function sitePreviewRoutes(
  app: FastifyInstance,
  pages: Pick<StorefrontPages, 'execute' | 'storefronts'>,
): void {
  const cookie = ({ protocol }: FastifyRequest, value: string, seconds: number) =>
    `${THEME_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`;

  app.get<AtPreview>('/theme-preview', async (request, reply) => {
    const storefront = await pages.storefronts.of(request);
    const { preview } = request.query;
    const token = typeof preview === 'string' ? preview : '';
    if ((await themeOf(pages, request, storefront, token)) === null) throw new PageNotFound(storefront);
    const headers = { ...PRIVATE, location: '/', 'set-cookie': cookie(request, token, PREVIEW_S) };
    return reply.code(303).headers(headers).send();
  });

  app.get('/theme-preview/end', async (request, reply) => {
    await pages.storefronts.of(request);
    const headers = { ...PRIVATE, location: '/', 'set-cookie': cookie(request, '', 0) };
    return reply.code(303).headers(headers).send();
  });
}

/** Serves the revision of the theme in a preview, which a development copy's pages poll to reload. */
export function previewChangesRoute(
  app: FastifyInstance,
  { storefronts }: Pick<StorefrontPages, 'storefronts'>,
): void {
  app.get('/theme-preview/changes', async (request, reply) => {
    const { theme, isSitePreview } = await storefronts.of(request);
    return reply.headers(PRIVATE).send({ revision: isSitePreview ? (theme?.revision ?? null) : null });
  });
}
