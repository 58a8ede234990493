import type { FastifyRequest } from 'fastify';
import { ask, type StorefrontPages } from '../ask.ts';
import { draftLookDocument } from '../generated.ts';
import type { Visit } from '../visit.ts';

/** Returns a visit that shows the draft of the look, or another theme, if the preview token gives access to it. */
export async function previewed(
  pages: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  visit: Visit,
  preview: string | null,
): Promise<Visit> {
  if (preview === null) return visit;
  const asked = { storefrontId: visit.storefront.id, preview };
  const { previewedLook, previewedTheme } = await ask(pages, request, draftLookDocument, asked);
  if (!previewedLook && !previewedTheme) return visit;
  const { look, theme } = visit.storefront;
  const shown = { look: previewedLook ?? look, theme: previewedTheme ?? theme, isPreview: true };
  return { ...visit, storefront: { ...visit.storefront, ...shown } };
}
