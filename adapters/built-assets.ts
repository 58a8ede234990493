import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';

/** A web application of the repository, as its build left it. */
export interface BuiltApplication {
  /** Name of its package, for the message that explains how to build it. */
  readonly name: 'panel' | 'explorer';
  /** Its built folder, with a slash at its end. */
  readonly dist: URL;
}

/** Serves its files under `/assets/`. A changed file has another name, and each has compressed copies beside it. */
export async function serveAssets(app: FastifyInstance, { dist }: BuiltApplication): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', dist)),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('x-content-type-options', 'nosniff');
    },
  });
}

/** Its page. Throws a `ProtocolError` 503 where it is not built. */
export async function readPage({ name, dist }: BuiltApplication): Promise<string> {
  try {
    return await readFile(new URL('index.html', dist), 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const message = `The ${name} is not built: run \`npm run build -w ${name}\` in the repository.`;
    throw new ProtocolError(503, 'unavailable', message);
  }
}
