import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#kit/log.ts';

/** Hears NOTIFYs of one channel. */
export interface ChannelHandler {
  readonly onPayload: (payload: string) => void;
  /** Notifications may have been missed (the connection was lost): forget what they kept fresh. */
  readonly onGap: () => void;
}

/** One connection that listens on any number of channels, sends to them, and comes back by itself. */
export interface Listener {
  /** Resolves once the channel is heard. */
  readonly listen: (channel: string, handler: ChannelHandler) => Promise<void>;
  /** Sends a NOTIFY over the same connection: it waits for no other of a busy pool. Rejects while the connection is down. */
  readonly notify: (channel: string, payload: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** LISTEN and NOTIFY take no time; on a wire that is stuck they are given up on. */
const QUERY_TIMEOUT_MS = 5_000;

/** Opens the listening connection. While it is down every handler's `onGap` has been called. */
export async function openListener(connectionString: string, log: Logger): Promise<Listener> {
  const handlers = new Map<string, ChannelHandler[]>();
  let closed = false;
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'platform-listener',
    });
    next.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler.onPayload(payload ?? '');
    });
    next.on('error', (error) => log.warn({ err: error }, 'the listening connection failed'));
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => undefined); // the first error says why
      throw error;
    }
    // Only a connection that stood can be lost: an attempt that fails is tried again by whoever made it.
    next.once('end', () => {
      if (!closed) void reconnect();
    });
    return next;
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      for (const handler of [...handlers.values()].flat()) handler.onGap();
      try {
        client = await connect();
        if (closed) await client.end();
        for (const handler of [...handlers.values()].flat()) handler.onGap();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the listening connection cannot be reopened yet');
        await sleep(RECONNECT_MS);
      }
    }
  }

  return {
    async listen(channel, handler) {
      const others = handlers.get(channel);
      handlers.set(channel, [...(others ?? []), handler]);
      if (!others) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    },
    async notify(channel, payload) {
      await client.query('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}
