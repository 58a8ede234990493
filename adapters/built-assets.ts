import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { type Faults, refuse, toProtocolError } from './errors.ts';

/** A built web application from this repository. */
export interface BuiltApplication {
  /** Package name, for the message that explains how to build it. */
  readonly name: 'panel' | 'explorer' | 'docs';
  /** Build output folder, with a trailing slash. */
  readonly dist: URL;
}

/** Names for messages. */
const TITLES = { panel: 'panel', explorer: 'explorer', docs: 'documentation' } as const;

/**
 * Serves the application's files under `/assets/`. A changed file has a different name, and compressed copies
 * are next to each file.
 */
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

/**
 * Reads one of the application's pages, by default the first. Throws a `ProtocolError` 503 if the application
 * isn't built.
 */
export async function readPage({
  name,
  dist,
  page = 'index.html',
}: BuiltApplication & { readonly page?: string }): Promise<string> {
  try {
    return await readFile(new URL(page, dist), 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const message = `The ${TITLES[name]} isn't built. Run \`npm run build -w ${name}\` in the repository.`;
    throw new ProtocolError(503, 'unavailable', message);
  }
}

/** Reports failures in a scope of built pages as text; `name` is the application's name in the log. */
export function answerFailures(app: FastifyInstance, name: string): void {
  const faults: Faults = {
    log: `${name} failed`,
    failed: () => new ProtocolError(500, 'internal_error', 'Something went wrong on our side.'),
    refused: ({ statusCode, message }) => new ProtocolError(statusCode, 'bad_request', message),
  };
  app.setErrorHandler((error: Error, request, reply) => {
    const known = toProtocolError(error, request, faults);
    return refuse(reply, known).type('text/plain; charset=utf-8').send(`${known.message}\n`);
  });
}

/**
 * Returns headers for an application's pages: they run only our own files and reach only our own server.
 * `styles` are the inline styles that `style-src` allows, `more` are further directives.
 */
export const ownFilesOnly = (styles: readonly string[], ...more: readonly string[]) =>
  ({
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      ["style-src 'self'", ...styles].join(' '),
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      ...more,
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }) as const;
