import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ask, type StorefrontPages } from './ask.ts';
import { icon, llms, robots, sitemap } from './discovery.ts';
import { homePageDocument } from './generated.ts';
import { sendFile } from './send.ts';

const TEXT = 'text/plain; charset=utf-8';

/** What search engines and language models ask a site for first, and its icon. */
export function discoveryRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts } = pages;
  const withStays = async (request: FastifyRequest) => {
    const storefront = await storefronts.of(request);
    const { unitTypePages } = await ask(pages, request, homePageDocument, { storefrontId: storefront.id });
    return [storefront, unitTypePages] as const;
  };

  app.get('/robots.txt', async (request, reply) =>
    sendFile(reply, TEXT, robots(await storefronts.of(request))),
  );
  app.get('/icon.svg', async (request, reply) =>
    sendFile(reply, 'image/svg+xml', icon(await storefronts.of(request))),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    sendFile(reply, 'application/xml; charset=utf-8', sitemap(...(await withStays(request)))),
  );
  app.get('/llms.txt', async (request, reply) => sendFile(reply, TEXT, llms(...(await withStays(request)))));
}
