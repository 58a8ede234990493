import type { FastifyRequest } from 'fastify';
import { ask, type StorefrontPages } from '../ask.ts';
import { draftLookDocument, previewedThemeDocument } from '../generated.ts';
import type { Visit } from '../visit.ts';

/** Returns a visit that shows the draft of the look, or another theme, if the preview token gives access to it. */
export async function previewed(
  pages: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  visit: Visit,
  preview: string | null,
  /** A theme is only shown on the panel's own origin (preview-routes.ts). */
  kind: 'look' | 'theme' = 'look',
): Promise<Visit> {
  if (preview === null) return visit;
  const asked = { storefrontId: visit.storefront.id, preview };
  if (kind === 'theme') {
    const { previewedTheme: theme } = await ask(pages, request, previewedThemeDocument, asked);
    return theme ? { ...visit, storefront: { ...visit.storefront, theme, isPreview: true } } : visit;
  }
  const { previewedLook: look } = await ask(pages, request, draftLookDocument, asked);
  return look ? { ...visit, storefront: { ...visit.storefront, look, isPreview: true } } : visit;
}
