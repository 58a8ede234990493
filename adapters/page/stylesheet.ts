import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const BASE = readFileSync(new URL('./base.css', import.meta.url), 'utf8');

/** Serves a surface's own rules after those that all pages share, as one file. */
export function serveStylesheet(app: FastifyInstance, path: string, own: URL): void {
  const text = BASE + readFileSync(own, 'utf8');
  app.get(path, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(text),
  );
}
