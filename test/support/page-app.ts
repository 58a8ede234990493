import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An app's own server with a page for the panel, on an origin of its own. */
export interface PageApp {
  readonly origin: string;
  /** Paths that were asked for, with their query. */
  readonly asked: string[];
  /** The `Referer` of every request that had one. */
  readonly referrers: string[];
  readonly close: () => Promise<void>;
}

/**
 * Every path answers with a page that keeps what it hears in `heard`, can ask for a token in the ways a test wants to see,
 * and carries the frames that `?frames=` names.
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
