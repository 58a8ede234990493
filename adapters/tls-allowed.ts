import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { tlsAllowedDocument } from './generated.ts';

interface TlsAllowed {
  readonly execute: Execute;
  /** Addresses and CIDR ranges allowed to call, in addition to this machine. */
  readonly trustedProxies: readonly string[];
}

/** Headers on requests that a proxy forwards for someone else. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip'];
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * `GET /internal/tls-allowed?domain=`: called by a reverse proxy before it obtains a certificate for a host
 * name. 200 for storefront host names, 404 for any other (docs/interface/operations.md#certificates).
 * Responds only to this machine and trusted proxies, and only to their own requests: requests forwarded for a
 * client get 404.
 */
export async function tlsAllowedRoute(
  app: FastifyInstance,
  { execute, trustedProxies }: TlsAllowed,
): Promise<void> {
  const askers = [...LOOPBACK, ...trustedProxies].map(readRange);
  app.get<{ Querystring: { domain?: string | string[] } }>(
    '/internal/tls-allowed',
    async (request, reply) => {
      const { domain } = request.query;
      if (!mayAsk(request, askers)) throw new ProtocolError(404, 'not_found', 'Nothing answers here.');
      if (typeof domain !== 'string' || domain === '')
        throw new ProtocolError(400, 'bad_request', 'The `domain` parameter is missing.');
      const caller = { viewer: { kind: 'public' }, requestId: request.id } as const;
      const { certificateAllowed } = await execute(
        tlsAllowedDocument,
        { domain: domain.slice(0, 300) },
        caller,
      );
      if (!certificateAllowed) throw new ProtocolError(404, 'not_found', 'No storefront uses this domain.');
      return reply.header('cache-control', 'no-store').send({ allowed: true });
    },
  );
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

const readRange = (text: string): Range => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

function mayAsk({ headers, socket }: FastifyRequest, askers: readonly Range[]): boolean {
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  const address = ipaddr.process(socket.remoteAddress ?? '::');
  return askers.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}
