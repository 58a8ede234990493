import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OTLP span in JSON; omits times and status. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** The sending process's `service.name`. */
  readonly service: string;
}

/** A request to the collector. */
export interface Exported {
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** An OTLP collector over HTTP that stores its requests. */
export interface Collector {
  readonly url: string;
  readonly exported: Exported[];
  /** Spans from the JSON exports. */
  readonly spans: () => readonly OtlpSpan[];
  readonly close: () => Promise<void>;
}

interface Export {
  readonly resourceSpans?: readonly {
    readonly resource: {
      readonly attributes: readonly {
        readonly key: string;
        readonly value: { readonly stringValue?: string };
      }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<OtlpSpan, 'service'>[] }[];
  }[];
}

export async function startCollector(): Promise<Collector> {
  const exported: Exported[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const contentType = request.headers['content-type'] ?? '';
      exported.push({ path: request.url ?? '', contentType, body: Buffer.concat(chunks) });
      response.setHeader('content-type', contentType).end(contentType.includes('json') ? '{}' : '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exported,
    spans: () =>
      exported
        .filter(({ path, contentType }) => path === '/v1/traces' && contentType.includes('json'))
        .flatMap(({ body }) => (JSON.parse(body.toString()) as Export).resourceSpans ?? [])
        .flatMap(({ resource, scopeSpans }) => {
          const name = resource.attributes.find(({ key }) => key === 'service.name');
          const service = name?.value.stringValue ?? '';
          return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
        }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
