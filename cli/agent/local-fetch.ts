import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

const LOOPBACK = { address: '127.0.0.1', family: 4 } as const;

/** Statuses whose responses have no body. */
const BODILESS = new Set([204, 304]);

/**
 * Fetches a URL. Names under `localhost`, such as a demo storefront's, are treated as this machine, because
 * many systems can't resolve them.
 */
export async function localFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const target = new URL(url);
  if (!target.hostname.endsWith('.localhost')) return fetch(target, init);
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = Object.fromEntries(new Headers(init.headers));
    const options = {
      method: init.method ?? 'GET',
      headers,
      lookup: (
        _name: string,
        { all }: { readonly all?: boolean },
        found: (error: null, address: string | readonly (typeof LOOPBACK)[], family?: number) => void,
      ) => (all ? found(null, [LOOPBACK]) : found(null, LOOPBACK.address, LOOPBACK.family)),
      ...(init.signal && { signal: init.signal }),
    };
    const request = send(target, options as never, (response) => {
      const status = response.statusCode ?? 500;
      const body = BODILESS.has(status) ? null : (Readable.toWeb(response) as never); // the two stream types differ
      const own = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      resolve(new Response(body, { status, headers: Object.fromEntries(own) }));
    });
    request.once('error', reject);
    request.end(init.body as string | undefined); // the SDK sends text
  });
}
