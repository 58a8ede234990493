import type { FastifyInstance } from 'fastify';
import type { Config } from '#kit/config.ts';
import { ProtocolError } from '#kit/errors.ts';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Lets a scope answer under the platform's own hosts alone: this machine's names, and that of its public origin where one is
 * set (docs/interface/operations.md#routes-by-host). A storefront's domain, or any other, gets 404 there.
 */
export function onlyUnderPlatformHosts(scope: FastifyInstance, publicOrigin: string | null): void {
  const hosts = platformHosts(publicOrigin);
  scope.decorate('servedHosts', hosts);
  scope.addHook('onRequest', async ({ hostname }) => {
    if (hosts.includes(hostname.toLowerCase())) return;
    throw new ProtocolError(404, 'not_found', 'Nothing answers here under this domain.');
  });
}

/** The names under which the platform's own surfaces answer. */
export const platformHosts = (publicOrigin: string | null): readonly string[] =>
  publicOrigin === null ? LOOPBACK : [...LOOPBACK, new URL(publicOrigin).hostname];

/** Whether the platform answers under a name: as its API, or as its panel. */
export function isPlatformHost({ publicOriginApi, publicOriginAuth }: Config): (hostname: string) => boolean {
  const hosts = [...platformHosts(publicOriginApi), ...platformHosts(publicOriginAuth)];
  return (hostname) => hosts.includes(hostname.toLowerCase());
}
