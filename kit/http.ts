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
  /** Team, app or other party that the request's look-up of a name counts for (kit/host-addresses.ts). */
  readonly share: string;
  /** From the first look-up to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Fewer than the way out allows. */
  readonly maxBytes?: number;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most what the way out, or the request, allows; more is an error. */
  readonly bytes: Buffer;
  /** The same as text. */
  readonly body: string;
}

/** The one way out: bounded in time and size, never redirected, never to an address that is not public. */
export interface Egress {
  /** Rejects with `EgressRefused` for a forbidden address and with the network's own error otherwise. */
  readonly send: (request: OutboundRequest) => Promise<OutboundResponse>;
  readonly close: () => Promise<void>;
}

/** The address a URL leads to is not one we connect to. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

/** The whole answer did not come in time. */
export class EgressLate extends Error {
  override readonly name = 'EgressLate';
}

/** The answer has more bytes than the request allows. */
export class EgressTooLarge extends Error {
  override readonly name = 'EgressTooLarge';
}

const MAX_ANSWER_BYTES = 64 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
/** To one origin: all installs of an app share its server, and a request that waits for a connection is on the clock. */
const MAX_CONNECTIONS = 256;

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/** Ranges that `allowPrivate` opens for local work; link-local, where clouds keep their credentials, is never open. */
const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal']);

/**
 * Whether an IP address may be connected to: a public unicast one, or a local one where `allowPrivate`. Addresses that
 * carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo) count as what they carry or as forbidden.
 */
export function isReachable(address: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const range = ip.range();
  // Outside 2000::/3 nothing is assigned as global unicast; ::7f00:1 would be an IPv4 address in disguise.
  if (ip.kind() === 'ipv6' && range === 'unicast' && !ip.match(GLOBAL_UNICAST_V6)) return false;
  return range === 'unicast' || (allowPrivate && LOCAL_RANGES.has(range));
}

export interface OpenEgress {
  readonly allowPrivate: boolean;
  /** Bytes of an answer; 64 KiB where not given. */
  readonly maxAnswerBytes?: number;
  /** Name servers to query instead of the system's. */
  readonly dnsServers?: readonly string[];
  /** Finds a name's addresses; by name servers and the hosts file where not given. */
  readonly find?: HostAddresses['find'];
}

/**
 * Opens the way out. Every connection is checked three times: the literal, what the name resolves to, the peer connected. A
 * name is resolved once per connection and exactly that answer is connected to, so a second answer finds no one asking.
 */
export function openEgress({
  allowPrivate,
  maxAnswerBytes = MAX_ANSWER_BYTES,
  dnsServers = [],
  find = openHostAddresses({ servers: dnsServers }).find,
}: OpenEgress): Egress {
  /** The share of the request that a connection is made for. */
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
    const { Agent, buildConnector } = await import('undici'); // a hundred modules, for those who send
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
    async send({ url, method, headers, body, share, timeoutMs, maxBytes = maxAnswerBytes }) {
      const { protocol, origin, pathname, search } = new URL(url);
      if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) {
        throw new EgressRefused('Only https URLs are called.');
      }
      const path = `${pathname}${search}`;
      const options = { origin, path, method, headers, body: body ?? null };
      const made = await agent.get();
      return shares.run(share, () => exchange(made, options, { timeoutMs, maxBytes }));
    },
    close: async () => (await agent.made())?.close(),
  };
}

/**
 * One request and its whole answer. `dispatch` is what undici's other calls are made of: without their streams and signals a
 * webhook costs a tenth less.
 */
function exchange(
  agent: Agent,
  options: Dispatcher.DispatchOptions,
  { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const answer = { status: 0, headers: {}, chunks: [] as Buffer[], bytes: 0 };
    let request: Dispatcher.DispatchController | undefined;
    let late: Error | undefined;
    const timer = setTimeout(() => {
      late = new EgressLate(`No whole answer came within ${timeoutMs} ms.`);
      reject(late);
      request?.abort(late);
    }, timeoutMs);
    agent.dispatch(options, {
      onRequestStart(controller) {
        request = controller;
        if (late) controller.abort(late);
      },
      onResponseStart(_controller, status, headers) {
        Object.assign(answer, { status, headers });
      },
      onResponseData(controller, chunk) {
        answer.chunks.push(chunk);
        answer.bytes += chunk.length;
        if (answer.bytes > maxBytes)
          controller.abort(new EgressTooLarge(`The answer has more than ${maxBytes} bytes.`));
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
