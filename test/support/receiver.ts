import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A received webhook. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
  /** The sender's port. */
  readonly port: number;
  readonly envelope: {
    readonly event_id: string;
    readonly topic: string;
    readonly occurred_at: string;
    readonly api_version: string;
    readonly team: string;
    readonly resource: Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };
  };
}

/** An app's webhook endpoint: a real HTTP server that stores its requests. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Waits until the received webhooks satisfy the predicate; throws after `withinMs`. */
  readonly until: (holds: (received: readonly Received[]) => boolean, withinMs?: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The endpoint's response to a request; 200 by default. */
export type Behaviour = (received: Received, response: ServerResponse) => void;

/** Starts an endpoint on a free loopback port. */
export async function startReceiver(
  answer: Behaviour = (_received, response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const envelope = JSON.parse(body) as Received['envelope'];
      const { url = '', headers, socket } = request;
      const webhook = { path: url, headers, body, envelope, at: Date.now(), port: socket.remotePort ?? 0 };
      received.push(webhook);
      answer(webhook, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    async until(holds, withinMs = 45_000) {
      const end = Date.now() + withinMs;
      while (!holds(received)) {
        if (Date.now() > end) throw new Error(`Not received in time; so far: ${received.length}.`);
        await sleep(10);
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
