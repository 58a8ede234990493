import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
 * Serves the home page with the draft of a look, or with a theme, on the panel's own origin, as a frame of the
 * panel and as nothing else. It never contains apps' content: on this origin, an app could use the host's
 * session.
 */
export function lookPreviewRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const show = async (
    request: FastifyRequest<AtPreview>,
    reply: FastifyReply,
    kind: 'look' | 'theme',
  ): Promise<FastifyReply> => {
    const { preview } = request.query;
    if (!pages.isPlatformHost(request.hostname) || typeof preview !== 'string' || !isOurFrame(request))
      throw NO_PREVIEW;
    const storefront = await pages.storefronts.named(request, request.params.domain);
    const visit = await previewed(pages, request, visitOf(request, storefront), preview, kind);
    if (!visit.storefront.isPreview) throw NO_PREVIEW;
    const { body, themed } = await renderHome(pages, request, visit, NOTHING);
    const needs = themed ?? dressed(NEEDS, visit.storefront.look);
    const headers = headersFor({ ...needs, isFramedByPanel: true }, NOTHING);
    return reply.headers({ ...headers, ...PRIVATE }).send(`${await body}`);
  };
  app.get<AtPreview>('/look-preview/:domain', (request, reply) => show(request, reply, 'look'));
  app.get<AtPreview>('/theme-preview/:domain', (request, reply) => show(request, reply, 'theme'));
}

/**
 * True if a browser loads the preview into a frame of our own page. Anyone with the link could otherwise show a
 * storefront's page under the platform's name.
 */
const isOurFrame = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin';

const NO_PREVIEW = new ProtocolError(404, 'not_found', 'This preview does not exist, or it has expired.');
