import type { FastifyInstance } from 'fastify';
import type { StorefrontPages } from '../ask.ts';
import { PageNotFound } from '../problems.ts';
import { NO_SNIFF } from '../send.ts';
import { FAMILIES } from './fonts.ts';

/**
 * Serves fonts from the storefront's own origin; each path identifies its content, so caches can keep it
 * forever.
 */
export function fontRoutes(app: FastifyInstance, { storefronts }: StorefrontPages): void {
  const files = new Map(FAMILIES.map(({ path, file }) => [path, file]));
  app.get<{ Params: { name: string } }>('/fonts/:name', async (request, reply) => {
    const file = files.get(`/fonts/${request.params.name}`);
    if (!file) throw new PageNotFound(await storefronts.of(request));
    return reply
      .type('font/woff2')
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', ...NO_SNIFF })
      .send(file);
  });
}
