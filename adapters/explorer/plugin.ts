import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { randomToken } from '#kit/ids.ts';
import { answerFailures, ownFilesOnly, readPage, serveAssets } from '../built-assets.ts';

export interface Explorer {
  /** The built folder of the package `explorer`, with a slash at its end. */
  readonly dist: URL;
  /** Versions in the version picker: those served now. */
  readonly versions: () => readonly string[];
}

/** GraphiQL for the developer API under its prefix: the page, what it is built from, and the versions it offers. */
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
 * The editor (Monaco) runs workers; fonts and cursors are inside GraphiQL's own stylesheet as `data:`, which runs nothing. Its style
 * elements need the page's nonce (explorer/style-nonce.ts); attributes, with which it positions every line, can't have one.
 */
const safetyOf = (nonce: string | null) =>
  ownFilesOnly(
    [],
    nonce === null ? "style-src-elem 'self'" : `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "worker-src 'self'",
    "font-src 'self' data:",
  );
