import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerFailures, ownFilesOnly, readPage } from '../built-assets.ts';
import { movedTo } from './moved-pages.ts';

/**
 * Serves the documentation under its prefix: static pages, each with its Markdown at the same path plus `.md`
 * (docs/interface/operations.md#documentation). `dist` is the build output folder for the package `docs`, and
 * `downloads` contains the packed `platform` command; both have a trailing slash.
 */
export async function docsPages(
  app: FastifyInstance,
  { dist, downloads }: { readonly dist: URL; readonly downloads: URL },
): Promise<void> {
  answerFailures(app, 'the documentation');
  const safety = await safetyOf(dist);
  app.setNotFoundHandler(async (_request, reply) =>
    reply
      .code(404)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(await readPage({ name: 'docs', dist, page: '404.html' })),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(safety);
  });

  await app.register(fastifyStatic, {
    root: fileURLToPath(dist),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.header('cache-control', kept);
      if (/\.md(\.br|\.gz)?$/.test(path)) reply.header('content-type', 'text/markdown; charset=utf-8');
    },
  });
  app.get('/platform-cli.tgz', (_request, reply) =>
    reply.sendFile('platform-cli.tgz', fileURLToPath(downloads)),
  );
  app.get('', (_request, reply) => reply.sendFile('index.html'));
  app.get<{ Params: { '*': string } }>('/*', ({ params }, reply) => {
    const moved = movedTo(params['*']);
    return moved === undefined
      ? reply.sendFile(fileOf(params['*']))
      : reply.redirect(`${app.prefix}/${moved}`, 301);
  });
}

/** Returns the file for a page or for something a page loads; page addresses have no extension. */
function fileOf(path: string): string {
  if (path === '' || path.endsWith('/')) return `${path}index.html`;
  return /\.[a-z\d]+$/.test(path) ? path : `${path}.html`;
}

/**
 * Returns headers that allow the built pages' style attributes by digest; without digests until the
 * documentation is built.
 */
async function safetyOf(dist: URL): Promise<ReturnType<typeof ownFilesOnly>> {
  const built = await readFile(new URL('styles.json', dist), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  const hashes: readonly string[] = JSON.parse(built);
  return ownFilesOnly(hashes.length > 0 ? ["'unsafe-hashes'", ...hashes] : []);
}
