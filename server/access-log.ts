import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Callers } from './callers.ts';

/**
 * What holds for every surface: an id on every answer, one Host header, and one line in the log for every request
 * (docs/interface/operations.md#access-log). The line names the route, never the URL: URLs carry secrets of guests.
 */
export function everyRequest(http: FastifyInstance, callers: Callers): void {
  http.addHook('onRequest', async (request, reply) => {
    callers.begin(request.id);
    reply.header('x-request-id', request.id);
    if (hostsOf(request.raw.rawHeaders) > 1) {
      throw new ProtocolError(400, 'bad_request', 'A request has one Host header.');
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

/** Returns false for a request that this process sent itself to warm up: it came over no connection. */
export const isFromOutside = ({ raw }: FastifyRequest): boolean => raw instanceof IncomingMessage;

function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
