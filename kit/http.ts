import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent, Dispatcher } from 'undici';
import { type HostAddresses, openHostAddresses } from './host-addresses.ts';
import { lazily } from './lazily.ts';

/** A request to someone else's server. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Team, app or other party charged for the request's name lookup (kit/host-addresses.ts). */
  readonly share: string;
  /** Time limit from the first lookup to the response's last byte. */
  readonly timeoutMs: number;
  /** Must be below the egress limit. */
  readonly maxBytes?: number;
  /** True to read only the status and headers; the connection is then closed. */
  readonly isHeadOnly?: boolean;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Size-limited by the egress or the request; a larger response is an error. */
  readonly bytes: Buffer;
  /** The bytes as text. */
  readonly body: string;
}

/** All outgoing requests: limited in time and size, never redirected, and never to a private address. */
export interface Egress {
  /** Rejects with `EgressRefused` for a forbidden address, and with the network's error otherwise. */
  readonly send: (request: OutboundRequest) => Promise<OutboundResponse>;
  readonly close: () => Promise<void>;
}

/** A URL resolves to a forbidden address. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

/** The full response didn't arrive in time. */
export class EgressLate extends Error {
  override readonly name = 'EgressLate';
}

/** The response has more bytes than the request allows. */
export class EgressTooLarge extends Error {
  override readonly name = 'EgressTooLarge';
}

const MAX_ANSWER_BYTES = 64 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Limit per origin: an app's installs share its server, and waiting for a connection counts against the
 * request's time.
 */
const MAX_CONNECTIONS = 256;

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/** Ranges that `allowPrivate` opens for local work; link-local, where clouds serve credentials, is never open. */
const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal']);

/**
 * True if connecting to an IP address is allowed: a public unicast address, or a local one with
 * `allowPrivate`. Addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo) count as that address or
 * are forbidden.
 */
export function isReachable(address: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const range = ip.range();
  // Only 2000::/3 is assigned as global unicast; ::7f00:1 would be an IPv4 address in disguise.
  if (ip.kind() === 'ipv6' && range === 'unicast' && !ip.match(GLOBAL_UNICAST_V6)) return false;
  return range === 'unicast' || (allowPrivate && LOCAL_RANGES.has(range));
}

export interface OpenEgress {
  readonly allowPrivate: boolean;
  /** Response size limit in bytes; 64 KiB if omitted. */
  readonly maxAnswerBytes?: number;
  /** Name servers to query instead of the system's. */
  readonly dnsServers?: readonly string[];
  /** Finds a name's addresses; uses name servers and the hosts file if omitted. */
  readonly find?: HostAddresses['find'];
}

/**
 * Opens the egress. Every connection is checked three times: the literal address, the resolved addresses, and
 * the connected peer. A name is resolved once per connection and exactly that address is used, so DNS
 * rebinding has no effect.
 */
export function openEgress({
  allowPrivate,
  maxAnswerBytes = MAX_ANSWER_BYTES,
  dnsServers = [],
  find = openHostAddresses({ servers: dnsServers }).find,
}: OpenEgress): Egress {
  /** The share charged for the current connection. */
  const shares = new AsyncLocalStorage<string>();
  const refused = (address: string) => new EgressRefused(`Connections to ${address} are not allowed.`);

  const lookup: LookupFunction = (hostname, options, callback) => {
    find(hostname, shares.getStore() ?? '').then(
      (addresses) => {
        const forbidden = addresses.find(({ address }) => !isReachable(address, allowPrivate));
        if (forbidden) return callback(refused(forbidden.address), []);
        if (options.all) return callback(null, [...addresses]);
        const [first] = addresses;
        return first ? callback(null, first.address, first.family) : callback(refused(hostname), []);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
  const agent = lazily(async () => {
    const { Agent, buildConnector } = await import('undici'); // a hundred modules, loaded only for sending
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup });
    return new Agent({
      connect(options, callback) {
        const host = options.hostname.replace(/^\[|\]$/g, '');
        if (isIP(host) && !isReachable(host, allowPrivate)) return callback(refused(host), null);
        connect(options, (...[error, socket]) => {
          if (error) return callback(error, null);
          if (!isReachable(peerOf(socket), allowPrivate)) {
            socket.destroy();
            return callback(refused(peerOf(socket)), null);
          }
          callback(null, socket);
        });
      },
      maxResponseSize: maxAnswerBytes,
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      keepAliveTimeout: 10_000,
    });
  });

  return {
    async send({ url, method, headers, body, share, ...limits }) {
      const { protocol, origin, pathname, search } = new URL(url);
      if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) {
        throw new EgressRefused('Only https URLs are called.');
      }
      const path = `${pathname}${search}`;
      const options = { origin, path, method, headers, body: body ?? null };
      const made = await agent.get();
      return shares.run(share, () => exchange(made, options, { maxBytes: maxAnswerBytes, ...limits }));
    },
    close: async () => (await agent.made())?.close(),
  };
}

/**
 * Sends one request and reads its full response. `dispatch` underlies undici's other calls; without their
 * streams and signals a webhook costs a tenth less.
 */
function exchange(
  agent: Agent,
  options: Dispatcher.DispatchOptions,
  {
    timeoutMs,
    maxBytes,
    isHeadOnly = false,
  }: Required<Pick<OutboundRequest, 'timeoutMs' | 'maxBytes'>> & Pick<OutboundRequest, 'isHeadOnly'>,
): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const answer = { status: 0, headers: {}, chunks: [] as Buffer[], bytes: 0 };
    let request: Dispatcher.DispatchController | undefined;
    let late: Error | undefined;
    const timer = setTimeout(() => {
      late = new EgressLate(`No complete response arrived within ${timeoutMs} ms.`);
      reject(late);
      request?.abort(late);
    }, timeoutMs);
    agent.dispatch(options, {
      onRequestStart(controller) {
        request = controller;
        if (late) controller.abort(late);
      },
      onResponseStart(controller, status, headers) {
        Object.assign(answer, { status, headers });
        if (!isHeadOnly || status < 200) return; // an informational response precedes the real one
        clearTimeout(timer);
        resolve({ status, headers, bytes: Buffer.alloc(0), body: '' });
        controller.abort(new Error('Only the head was requested.'));
      },
      onResponseData(controller, chunk) {
        answer.chunks.push(chunk);
        answer.bytes += chunk.length;
        if (answer.bytes > maxBytes)
          controller.abort(new EgressTooLarge(`The response has more than ${maxBytes} bytes.`));
      },
      onResponseEnd() {
        clearTimeout(timer);
        const { status, headers, chunks } = answer;
        const bytes = Buffer.concat(chunks);
        resolve({ status, headers, bytes, body: bytes.toString() });
      },
      onResponseError(_controller, error) {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}

const peerOf = (socket: Socket): string => socket.remoteAddress ?? '';
