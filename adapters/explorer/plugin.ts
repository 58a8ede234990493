import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { randomToken } from '#kit/ids.ts';
import { answerFailures, ownFilesOnly, readPage, serveAssets } from '../built-assets.ts';

export interface Explorer {
  /** Build output folder for the package `explorer`, with a trailing slash. */
  readonly dist: URL;
  /** Returns the currently served versions, for the version picker. */
  readonly versions: () => readonly string[];
}

/**
 * Serves GraphiQL for the developer API under its prefix: the page, its assets and the versions in its
 * picker.
 */
export async function explorerPages(app: FastifyInstance, { dist, versions }: Explorer): Promise<void> {
  answerFailures(app, 'the explorer');
  app.setNotFoundHandler(() => {
    throw new ProtocolError(404, 'not_found', 'Page not found.');
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(safetyOf(null));
  });

  const explorer = { name: 'explorer', dist } as const;
  app.get('/', async (_request, reply) => {
    const nonce = randomToken();
    return reply
      .headers({
        ...safetyOf(nonce),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send((await readPage(explorer)).replace('{styleNonce}', nonce));
  });

  app.get('/versions', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ versions: versions() }),
  );

  await serveAssets(app, explorer);
}

/**
 * The editor (Monaco) runs workers; GraphiQL's own stylesheet embeds fonts and cursors as `data:`, which
 * can't run. Its style elements need the page's nonce (explorer/style-nonce.ts); its style attributes, which
 * position every line, can't have a nonce.
 */
const safetyOf = (nonce: string | null) =>
  ownFilesOnly(
    [],
    nonce === null ? "style-src-elem 'self'" : `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "worker-src 'self'",
    "font-src 'self' data:",
  );
