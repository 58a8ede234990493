import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';

interface KnownPath {
  readonly pattern: RegExp;
  /** Host names that the path is limited to; undefined for any. */
  readonly hosts: readonly string[] | undefined;
  readonly methods: Set<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Host names that the scope's routes are limited to (hosts.ts). */
    servedHosts?: readonly string[];
  }
}

/**
 * Refuses other methods on known paths with 405 and `Allow`. Surfaces with their own error format refuse them
 * earlier.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', function ({ url, method }) {
    if (url.includes('*')) return; // whether a file exists is unknown
    const hosts = this.servedHosts;
    const key = `${hosts ?? ''} ${url}`;
    const known = paths.get(key) ?? { pattern: patternOf(url), hosts, methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    paths.set(key, known);
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = request.url.split('?', 1)[0] ?? '';
    const hostname = request.hostname.toLowerCase();
    const known = [...paths.values()].filter(
      ({ hosts, pattern }) => (!hosts || hosts.includes(hostname)) && pattern.test(path),
    );
    const allowed = [...new Set(known.flatMap(({ methods }) => [...methods]))].toSorted().join(', ');
    if (allowed === '') return;
    reply.header('allow', allowed);
    throw new ProtocolError(405, 'method_not_allowed', `This address accepts ${allowed}.`);
  });
}

/** Matches a route's paths, e.g. `/stays/:id` or `/:version.json`. */
function patternOf(url: string): RegExp {
  const parts = url.split(/:\w+(?:\([^)]*\))?/).map((text) => RegExp.escape(text));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
