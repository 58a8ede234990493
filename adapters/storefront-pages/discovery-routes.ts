import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { ask, type StorefrontPages } from './ask.ts';
import { llms, robots, sitemap } from './discovery.ts';
import { staysOnSaleDocument } from './generated.ts';
import { initialOf, tabIcon } from './icon/icon.ts';
import { letters, outlineOf } from './icon/letters.ts';
import { openTiles } from './icon/tiles.ts';
import { sendFile } from './send.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Serves files that search engines and language models request first from a site, and its icons. */
export function discoveryRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts } = pages;
  const tiles = openTiles();
  const withStays = async (request: FastifyRequest) => {
    const storefront = await storefronts.of(request);
    const storefrontId = storefront.id;
    const { unitTypePages: sold } = await ask(pages, request, staysOnSaleDocument, { storefrontId });
    return [storefront, sold.nodes] as const;
  };

  app.get('/robots.txt', async (request, reply) =>
    sendFile(reply, TEXT, robots(await storefronts.of(request))),
  );
  app.get('/icon.svg', async (request, reply) => {
    const letter = initialOf((await storefronts.of(request)).name);
    return sendFile(reply, 'image/svg+xml', tabIcon(letter, outlineOf(await letters(), letter)));
  });
  app.get('/apple-touch-icon.png', async (request, reply) => {
    const { name } = await storefronts.of(request);
    return sendFile(reply, 'image/png', await tiles.of(initialOf(name)));
  });
  app.get('/sitemap.xml', async (request, reply) =>
    sendFile(reply, 'application/xml; charset=utf-8', sitemap(...(await withStays(request)))),
  );
  app.get('/llms.txt', async (request, reply) => {
    const platform = await pages.platformIndex(request);
    const here = await withStays(request).catch((error) => {
      if (platform !== '' && error instanceof ProtocolError && error.status === 404) return null;
      throw error;
    });
    return sendFile(
      reply,
      TEXT,
      here ? `${llms(...here, pages.docsIndex(request))}${sectionsAfter(platform)}` : platform,
    );
  });
}

/** Returns the sections of another index, to append to an existing index. */
const sectionsAfter = (index: string) => (index === '' ? '' : `\n${index.slice(index.indexOf('## '))}`);
