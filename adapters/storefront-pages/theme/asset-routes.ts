import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { StorefrontPages } from '../ask.ts';
import { PageNotFound } from '../problems.ts';
import { NO_SNIFF } from '../send.ts';

interface AtAsset {
  readonly Params: { readonly sha256: string; readonly file: string };
}

/**
 * Serves a theme's style sheets, pictures and fonts from the storefront's own origin. The path identifies the
 * package, so caches can keep a file forever. A picture opened as a page can't load or run anything.
 */
export function themeAssetRoutes(
  app: FastifyInstance,
  { storefronts, themes, isPlatformHost }: StorefrontPages,
): void {
  app.get<AtAsset>('/theme/:sha256/:file', async (request, reply) => {
    const { sha256, file } = request.params;
    const theme = /^[0-9a-f]{64}$/.test(sha256) ? await themes.packageOf(request, sha256) : null;
    const asset = theme && Object.hasOwn(theme.assets, file) ? theme.assets[file] : undefined;
    // The panel's preview of a theme is on the platform's own host.
    if (!asset && !isPlatformHost(request.hostname)) throw new PageNotFound(await storefronts.of(request));
    if (!asset) throw new ProtocolError(404, 'not_found', 'There is no such file.');
    return reply
      .type(asset.type)
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ...NO_SNIFF,
      })
      .send(Buffer.from(asset.base64, 'base64'));
  });
}
