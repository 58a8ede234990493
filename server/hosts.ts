import type { FastifyInstance } from 'fastify';
import type { Config } from '#kit/config.ts';
import { ProtocolError } from '#kit/errors.ts';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Limits a scope to the platform's own hosts: this machine's names and, if set, the public origin's host
 * (docs/interface/operations.md#routes-by-host). Requests to a storefront's domain, or to any other host, get
 * 404 there.
 */
export function onlyUnderPlatformHosts(scope: FastifyInstance, publicOrigin: string | null): void {
  const hosts = platformHosts(publicOrigin);
  scope.decorate('servedHosts', hosts);
  scope.addHook('onRequest', async ({ hostname }) => {
    if (hosts.includes(hostname.toLowerCase())) return;
    throw new ProtocolError(404, 'not_found', 'No site is served at this domain.');
  });
}

/** Returns the host names for the platform's own surfaces. */
export const platformHosts = (publicOrigin: string | null): readonly string[] =>
  publicOrigin === null ? LOOPBACK : [...LOOPBACK, new URL(publicOrigin).hostname];

/** Returns a predicate for the platform's own host names, both API and panel. */
export function isPlatformHost({ publicOriginApi, publicOriginAuth }: Config): (hostname: string) => boolean {
  const hosts = [...platformHosts(publicOriginApi), ...platformHosts(publicOriginAuth)];
  return (hostname) => hosts.includes(hostname.toLowerCase());
}
