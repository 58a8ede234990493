import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { readPage, serveAssets } from '../built-assets.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';

export interface Explorer {
  /** The built folder of the package `explorer`, with a slash at its end. */
  readonly dist: URL;
  /** Versions in the version picker: those served now. */
  readonly versions: () => readonly string[];
}

/** GraphiQL for the developer API under its prefix: the page, what it is built from, and the versions it offers. */
export async function explorerPages(app: FastifyInstance, { dist, versions }: Explorer): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => {
    const known = toProtocolError(error, request, FAULTS);
    return refuse(reply, known).type('text/plain; charset=utf-8').send(`${known.message}\n`);
  });
  app.setNotFoundHandler(() => {
    throw new ProtocolError(404, 'not_found', 'Page not found.');
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SAFETY);
  });

  const explorer = { name: 'explorer', dist } as const;
  app.get('/', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .send(await readPage(explorer)),
  );

  app.get('/versions', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ versions: versions() }),
  );

  await serveAssets(app, explorer);
}

const FAULTS: Faults = {
  log: 'the explorer failed',
  failed: () => new ProtocolError(500, 'internal_error', 'Something went wrong on our side.'),
  refused: ({ statusCode, message }) => new ProtocolError(statusCode, 'bad_request', message),
};

/**
 * Only our own files run and only our own API is asked. Styles are an exception: the editor (Monaco) positions every line
 * with style attributes and writes its theme as a style element, so `style-src` needs 'unsafe-inline'. Fonts and cursors are
 * inside GraphiQL's own stylesheet as `data:`, which runs nothing.
 */
const SAFETY = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
