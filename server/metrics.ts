import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import type { Config } from '#kit/config.ts';
import { ProtocolError } from '#kit/errors.ts';
import { equalInConstantTime, hashToken } from '#kit/secrets.ts';
import { isFromOutside } from './access-log.ts';
import { platformHosts } from './hosts.ts';

type Settings = Pick<Config, 'metricsPort' | 'metricsToken' | 'publicOriginApi' | 'publicOriginAuth'>;

/**
 * Serves Prometheus metrics (docs/interface/operations.md#metrics): on a separate loopback port if set;
 * otherwise at `/metrics` under the platform's own hosts if a bearer token is set. Returns a function that
 * stops the separate server.
 */
export async function openMetrics(
  http: FastifyInstance,
  registry: Registry,
  settings: Settings,
): Promise<() => Promise<void>> {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to respond to an HTTP request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  http.addHook('onResponse', async (request, reply) => {
    if (!isFromOutside(request)) return;
    const route = request.routeOptions.url ?? 'unknown';
    duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
  });
  if (settings.metricsPort !== null) return ownPort(registry, settings.metricsPort);
  http.get('/metrics', async (request, reply) => {
    refuseStrangers(request, settings);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return async () => {};
}

async function ownPort(registry: Registry, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

function refuseStrangers(request: FastifyRequest, settings: Settings): void {
  const { publicOriginApi, publicOriginAuth, metricsToken } = settings;
  const host = request.hostname.toLowerCase();
  const hosts = [...platformHosts(publicOriginApi), ...platformHosts(publicOriginAuth)];
  if (metricsToken === null || !hosts.includes(host))
    throw new ProtocolError(404, 'not_found', 'Nothing answers here.');
  const [, given] = /^Bearer +(\S{1,512})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (given && equalInConstantTime(hashToken(given), hashToken(metricsToken))) return;
  throw new ProtocolError(401, 'unauthenticated', 'Send METRICS_TOKEN as a bearer token.');
}
