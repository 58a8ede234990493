import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Callers } from './callers.ts';

/**
 * Applies to every surface: an id on every response, one Host header, and one log line per request
 * (docs/interface/operations.md#access-log). The line names the route, never the URL, because URLs contain
 * guests' secrets.
 */
export function everyRequest(http: FastifyInstance, callers: Callers): void {
  http.addHook('onRequest', async (request, reply) => {
    callers.begin(request.id);
    reply.header('x-request-id', request.id);
    if (hostsOf(request.raw.rawHeaders) > 1) {
      throw new ProtocolError(400, 'bad_request', 'A request must have exactly one Host header.');
    }
  });
  http.addHook('onResponse', async (request, reply) => {
    if (!isFromOutside(request)) return;
    const line = {
      route: request.routeOptions.url ?? 'unknown',
      method: request.method,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      request_id: request.id,
      caller: callers.end(request.id),
    };
    http.log.info(line, 'request');
  });
}

/** Returns false for a warm-up request that this process sent itself: it has no network connection. */
export const isFromOutside = ({ raw }: FastifyRequest): boolean => raw instanceof IncomingMessage;

function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
