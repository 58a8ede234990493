import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisAddress } from '#kit/redis-address.ts';

/** A script and its one key, as the library takes them. */
interface ScriptCall {
  readonly keys: string[];
  readonly arguments: string[];
}

/** What we ask of Redis, however many servers it has. */
export interface RedisClient {
  /** Whether it can be asked just now. */
  readonly isReady: () => boolean;
  readonly evalSha: (sha1: string, call: ScriptCall) => Promise<unknown>;
  readonly eval: (text: string, call: ScriptCall) => Promise<unknown>;
  /** The server of a cluster that keeps a key; null: not a cluster, or not known. */
  readonly serverOf: (key: string) => string | null;
  /** Gives up every connection at once. */
  readonly destroy: () => void;
}

export interface ConnectRedis {
  /** It begins after so many milliseconds. */
  readonly afterMs: number;
  /** Called with each trouble that ends a connection or keeps it from being made. */
  readonly onTrouble: (error: unknown) => void;
  readonly onReady: () => void;
}

/** No one waits for this: a start that is busy for a second is no reason to call Redis absent. */
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_AFTER_MS = 500;
/** Questions on their way at once; more are refused here. */
const MOST_WAITING = 10_000;

const COMMON = {
  RESP: 2, // what every Redis speaks
  disableOfflineQueue: true,
  commandsQueueMaxLength: MOST_WAITING,
} as const;
const SOCKET = { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: RECONNECT_AFTER_MS } as const;

/** Several servers: one that hangs is found out by a ping, since no one may ask it otherwise. */
const ONE_OF_SEVERAL = { ...COMMON, pingInterval: 1_000 };
const SOCKET_OF_SEVERAL = { ...SOCKET, socketTimeout: CONNECT_TIMEOUT_MS };

/** How often the sentinels are asked who is primary, beside the changes that they announce. */
const SENTINEL_SCAN_MS = 10_000;

/**
 * What connects to an address: in the background and for good, so that what is away is tried again until it is back, or until
 * `destroy`.
 */
export async function redisConnector(address: RedisAddress): Promise<(connect: ConnectRedis) => RedisClient> {
  const redis = await import('@redis/client'); // it has a module for each command: loaded where it is used
  const slots = await import('@redis/client/dist/lib/utils/calculate-slot.js');
  const slotOf = slots.default.default; // a CommonJS module with a default of its own
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
          minimizeConnections: true, // a shard that is away must not keep the others from being asked
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
        reserveClient: true, // else each question waits until the one before is answered
        passthroughClientErrorEvents: true,
      });
      return client.on('error', connect.onTrouble).on('ready', connect.onReady);
    });
}

/** A client of the library, and the part of it that we use. */
interface LibraryClient
  extends Pick<RedisClient, 'evalSha' | 'eval'>,
    Partial<Pick<RedisClient, 'serverOf'>> {
  readonly isReady: boolean;
  /** Rejects where it gives up; one that succeeded looks after its connections itself. */
  readonly connect: () => Promise<unknown>;
  readonly destroy: () => unknown;
}

/** Opens a client, and another one where that gives up before its first connection. */
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

/** The clients of sentinels end in the background, the others at once. */
async function destroyed(client: LibraryClient | null): Promise<void> {
  await client?.destroy();
}
