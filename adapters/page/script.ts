import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** Serves our own script unchanged from the repository. */
export function serveScript(app: FastifyInstance, path: string, own: URL): void {
  const text = readFileSync(own, 'utf8');
  app.get(path, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(text),
  );
}
