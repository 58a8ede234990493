import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { StorefrontPages } from '../ask.ts';
import { NOTHING } from '../injections/injected.ts';
import { renderHome } from '../offer-routes.ts';
import { headersFor, NEEDS, PRIVATE } from '../send.ts';
import { visitOf } from '../visit.ts';
import { dressed } from './dress.ts';
import { previewed } from './preview.ts';

interface AtPreview {
  readonly Params: { readonly domain: string };
  readonly Querystring: { readonly preview?: unknown };
}

/**
 * Serves the home page with the draft of a look on the panel's own origin, where only the panel can frame it. It
 * never contains apps' content: on this origin, an app could use the host's session.
 */
export function lookPreviewRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  app.get<AtPreview>('/look-preview/:domain', async (request, reply) => {
    const { preview } = request.query;
    if (!pages.isPlatformHost(request.hostname) || typeof preview !== 'string') throw NO_PREVIEW;
    const storefront = await pages.storefronts.named(request, request.params.domain);
    const visit = await previewed(pages, request, visitOf(request, storefront), preview);
    if (!visit.storefront.isPreview) throw NO_PREVIEW;
    const { body } = await renderHome(pages, request, visit, NOTHING);
    const headers = headersFor(dressed({ ...NEEDS, isFramedByPanel: true }, visit.storefront.look), NOTHING);
    return reply.headers({ ...headers, ...PRIVATE }).send(`${await body}`);
  });
}

const NO_PREVIEW = new ProtocolError(404, 'not_found', 'This preview does not exist, or it has expired.');
