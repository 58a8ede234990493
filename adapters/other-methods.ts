import type { FastifyInstance } from 'fastify';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Records routes added to a scope from now on. The returned function refuses every other method on their
 * paths, with `Allow` and the given error, before the body is read.
 */
export function watchMethods(scope: FastifyInstance): (refusal: (allowed: string) => Error) => void {
  const byPath = new Map<string, Set<string>>();
  scope.addHook('onRoute', ({ routePath, method }) => {
    const methods = byPath.get(routePath) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    byPath.set(routePath, methods);
  });

  return (refusal) => {
    for (const [url, served] of [...byPath]) {
      const allowed = [...served].toSorted().join(', ');
      scope.route({
        method: METHODS.filter((method) => !served.has(method)),
        url,
        onRequest: async (_request, reply) => {
          reply.header('allow', allowed);
          throw refusal(allowed);
        },
        handler: async () => undefined,
      });
    }
  };
}
