import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Developer, type InstalledApp, installNewApp } from './developer.ts';
import type { TestPlatform } from './platform.ts';

/** The platform's call to the app, as it arrived. */
export interface AppCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly body: any;
}

/** The app's response to a call. */
export type AppBehaviour = (call: AppCall, response: ServerResponse) => void;

/** A payment app's own server: a real HTTP server on loopback that records its requests. */
export interface PaymentServer {
  readonly origin: string;
  readonly calls: AppCall[];
  /** Sets the behavior from now on; correct behavior by default. */
  readonly behave: (behaviour?: AppBehaviour) => void;
  readonly close: () => Promise<void>;
}

/** Starts a server that sends guests to its own `/pay/{session}`, where it has no page, and accepts every refund. */
export async function startPaymentServer(): Promise<PaymentServer> {
  const calls: AppCall[] = [];
  let origin = '';
  const properly: AppBehaviour = ({ path, body }, response) => {
    response.setHeader('content-type', 'application/json');
    if (path.startsWith('/pay/')) return response.writeHead(404).end('{}');
    if (path === '/refund_sessions') return response.writeHead(202).end('{}');
    response.end(JSON.stringify({ redirect_url: `${origin}/pay/${body.payment_session.id}` }));
  };
  let answer = properly;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const call = { path: request.url ?? '', headers: request.headers, raw, body: raw && JSON.parse(raw) };
      calls.push(call);
      answer(call, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    calls,
    behave(behaviour = properly) {
      answer = behaviour;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Installs a payment app with that server on the developer's team. */
export async function installPaymentApp(
  platform: TestPlatform,
  developer: Developer,
  { origin }: Pick<PaymentServer, 'origin'>,
  manifest: Readonly<Record<string, unknown>> = {},
  options: { readonly dev?: boolean } = {},
): Promise<InstalledApp> {
  const wanted = {
    name: 'Test Pay',
    type: 'payment',
    scopes: [],
    capabilities: { refunds: true },
    endpoints: { payment_session: `${origin}/payment_sessions`, refund_session: `${origin}/refund_sessions` },
    ...manifest,
  };
  const app = await installNewApp(platform, developer, wanted, options);
  return { ...app, viewer: { ...app.viewer, scopes: ['write_payment_sessions'], capabilities: ['refunds'] } };
}
