import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An app's own server with a page for the panel, on its own origin. */
export interface PageApp {
  readonly origin: string;
  /** Requested paths with their query. */
  readonly asked: string[];
  /** Every `Referer` received. */
  readonly referrers: string[];
  readonly close: () => Promise<void>;
}

/**
 * Responds to every path with a page that records its messages in `heard`, can request a token in the ways a
 * test needs, and contains the frames named in `?frames=`.
 */
export async function startPageApp(): Promise<PageApp> {
  const asked: string[] = [];
  const referrers: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://app.invalid');
    if (url.pathname !== '/favicon.ico') asked.push(request.url ?? '');
    if (request.headers.referer) referrers.push(request.headers.referer);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pageOf(url.searchParams.getAll('frame')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    referrers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const pageOf = (frames: readonly string[]) => `<!doctype html>
<meta charset="utf-8"><title>Page</title><h1>Board</h1>
<script>
const heard = [];
addEventListener('message', ({ origin, data }) => heard.push({ origin, data }));
const ask = (type = 'platform:refresh-token') => top.postMessage({ type }, '*');
</script>
${frames.map((src) => `<iframe src="${src}"></iframe>`).join('\n')}`;
