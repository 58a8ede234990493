import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisAddress } from '#kit/redis-address.ts';

/** A script and its one key, in the library's format. */
interface ScriptCall {
  readonly keys: string[];
  readonly arguments: string[];
}

/** Redis operations that we use, for one server or several. */
export interface RedisClient {
  /** True if it accepts commands now. */
  readonly isReady: () => boolean;
  readonly evalSha: (sha1: string, call: ScriptCall) => Promise<unknown>;
  readonly eval: (text: string, call: ScriptCall) => Promise<unknown>;
  /** Address of the cluster server for a key; null if it's unknown or there's no cluster. */
  readonly serverOf: (key: string) => string | null;
  /** Drops every connection immediately. */
  readonly destroy: () => void;
}

export interface ConnectRedis {
  /** Milliseconds to wait before connecting. */
  readonly afterMs: number;
  /** Called for each failure that ends or prevents a connection. */
  readonly onTrouble: (error: unknown) => void;
  readonly onReady: () => void;
}

/**
 * Generous, because no caller waits for it and a process busy with its start shouldn't report Redis as
 * absent.
 */
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_AFTER_MS = 500;
/** Maximum commands in flight; further commands are refused. */
const MOST_WAITING = 10_000;

const COMMON = {
  RESP: 2, // supported by every Redis
  disableOfflineQueue: true,
  commandsQueueMaxLength: MOST_WAITING,
} as const;
const SOCKET = { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: RECONNECT_AFTER_MS } as const;

/** With several servers, only a ping detects a hanging server, since commands may avoid it. */
const ONE_OF_SEVERAL = { ...COMMON, pingInterval: 1_000 };
const SOCKET_OF_SEVERAL = { ...SOCKET, socketTimeout: CONNECT_TIMEOUT_MS };

/** Interval at which the sentinels are polled for the primary, in addition to their announcements. */
const SENTINEL_SCAN_MS = 10_000;

/** Returns a function that connects to an address in the background and keeps retrying until `destroy`. */
export async function redisConnector(address: RedisAddress): Promise<(connect: ConnectRedis) => RedisClient> {
  const redis = await import('@redis/client'); // has a module per command, so it's loaded on use
  const slots = await import('@redis/client/dist/lib/utils/calculate-slot.js');
  const slotOf = slots.default.default; // a CommonJS module with its own default
  if (address.kind === 'server') {
    return (connect) =>
      keptConnecting(connect, () => {
        const client = redis.createClient({ ...COMMON, url: address.url, socket: SOCKET });
        return client.on('error', connect.onTrouble).on('ready', connect.onReady);
      });
  }
  const { nodes, username, password, tls } = address;
  const socket = tls ? { ...SOCKET_OF_SEVERAL, tls: true as const } : SOCKET_OF_SEVERAL;
  const login = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
  if (address.kind === 'cluster') {
    return (connect) =>
      keptConnecting(connect, () => {
        const client = redis.createCluster({
          RESP: COMMON.RESP,
          rootNodes: nodes.map(({ host, port }) => ({ socket: { ...socket, host, port } })),
          defaults: { ...ONE_OF_SEVERAL, ...login, socket },
          minimizeConnections: true, // an unavailable shard must not block the others
        });
        client.on('error', connect.onTrouble).on('node-error', connect.onTrouble);
        return Object.assign(client, {
          serverOf: (key: string) => client.slots[slotOf(key)]?.master.address ?? null,
        });
      });
  }
  const { primary, database, sentinelPassword } = address;
  return (connect) =>
    keptConnecting(connect, () => {
      const client = redis.createSentinel({
        RESP: COMMON.RESP,
        name: primary,
        sentinelRootNodes: [...nodes],
        nodeClientOptions: { ...ONE_OF_SEVERAL, ...login, database, socket },
        sentinelClientOptions: {
          ...ONE_OF_SEVERAL,
          ...(sentinelPassword !== undefined && { password: sentinelPassword }),
          socket,
        },
        scanInterval: SENTINEL_SCAN_MS,
        reserveClient: true, // otherwise each command waits for the previous reply
        passthroughClientErrorEvents: true,
      });
      return client.on('error', connect.onTrouble).on('ready', connect.onReady);
    });
}

/** A library client, reduced to the members we use. */
interface LibraryClient
  extends Pick<RedisClient, 'evalSha' | 'eval'>,
    Partial<Pick<RedisClient, 'serverOf'>> {
  readonly isReady: boolean;
  /** Rejects if the client gives up; once connected, the client reconnects automatically. */
  readonly connect: () => Promise<unknown>;
  readonly destroy: () => unknown;
}

/** Opens a client, and a replacement if it gives up before its first connection. */
function keptConnecting(
  { afterMs, onTrouble, onReady }: ConnectRedis,
  open: () => LibraryClient,
): RedisClient {
  let client: LibraryClient | null = null;
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

  async function connect(): Promise<void> {
    if (afterMs > 0) await pause(afterMs);
    while (!signal.aborted) {
      client = open();
      try {
        await client.connect();
        if (client.isReady) onReady();
        return;
      } catch (error) {
        onTrouble(error);
        await pause(RECONNECT_AFTER_MS);
      }
    }
  }
  void connect();

  const opened = () => {
    if (client === null) throw new Error('Redis is not connected yet.');
    return client;
  };
  return {
    isReady: () => client?.isReady ?? false,
    evalSha: async (sha1, call) => opened().evalSha(sha1, call),
    eval: async (text, call) => opened().eval(text, call),
    serverOf: (key) => client?.serverOf?.(key) ?? null,
    destroy() {
      closing.abort();
      void destroyed(client).catch(onTrouble);
    },
  };
}

/** Sentinel clients end in the background, others immediately. */
async function destroyed(client: LibraryClient | null): Promise<void> {
  await client?.destroy();
}
