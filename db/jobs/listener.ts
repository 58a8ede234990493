import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { within } from '#kit/deadline.ts';
import type { Logger } from '#kit/log.ts';
import { type Connections, isTrouble } from '../connections.ts';

/** Receives one channel's NOTIFYs. */
export interface ChannelHandler {
  readonly onPayload: (payload: string) => void;
  /** The connection was lost and notifications may be missing: discard the state they kept fresh. */
  readonly onGap: () => void;
}

/** One connection that listens on any number of channels, sends to them, and reconnects when lost. */
export interface Listener {
  /** Resolves once the channel is subscribed. If the connection is lost, waits a few seconds for a new one. */
  readonly listen: (channel: string, handler: ChannelHandler) => Promise<void>;
  /**
   * Runs a short statement on the same connection, without waiting behind a busy pool, and returns its number of rows.
   * Rejects while the connection is down.
   */
  readonly query: (text: string, values: readonly unknown[]) => Promise<number>;
  /** Milliseconds since PostgreSQL last responded on this connection. */
  readonly silentMs: () => number;
  /**
   * Resolves once the handlers have run for all earlier commits: PostgreSQL sends notifications ahead of a
   * response. Resolves immediately while the connection is down, because every handler's `onGap` has run.
   */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenListener {
  readonly url: string;
  /** Connection name in PostgreSQL. */
  readonly name?: string;
  readonly log: Logger;
  /** Other connections to the same database; this one's health indicates theirs. */
  readonly connections?: Connections;
}

const ignore = () => undefined;

/** A connection that sends statements one after another, because pg's statement queue is deprecated. */
class QueuingClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a statement after earlier ones. If it times out, closes the connection, so that the statements
   * behind it fail immediately instead of each waiting for a timeout.
   */
  ask(text: string, values: readonly unknown[] = []): Promise<number> {
    const run = async () => {
      try {
        const { rowCount } = await this.query(text, [...values]);
        return rowCount ?? 0;
      } catch (error) {
        if (isTrouble(error)) void this.end().catch(ignore);
        throw error;
      }
    };
    const answer = this.#last.then(run, run);
    this.#last = answer.catch(ignore);
    return answer;
  }
}

const RECONNECT_MS = 500;
/** Limit for a reconnection attempt; after that the database counts as down. */
const CONNECT_TIMEOUT_MS = 1_000;
const FIRST_CONNECT_TIMEOUT_MS = 5_000;
/** A silently cut connection looks idle, so a heartbeat checks it this often. */
const HEARTBEAT_MS = 2_000;
/** Heartbeat interval while the other connections are in use, because callers are waiting. */
const BUSY_HEARTBEAT_MS = 1_000;
/** LISTEN, NOTIFY and heartbeats are nearly instant; a connection that needs longer than this is replaced. */
const QUERY_TIMEOUT_MS = 2_000;
/** Limit for subscribing to a channel, enough for several reconnection attempts. */
const LISTEN_TIMEOUT_MS = 10_000;

/**
 * Opens the listening connection. While it's down, every handler's `onGap` has run. The connection also
 * detects an outage: when it times out, other connections that are equally silent are dropped too, and new
 * ones are refused immediately until it reconnects.
 */
export async function openListener({
  url,
  log,
  connections,
  name = 'platform-listener',
}: OpenListener): Promise<Listener> {
  const handlers = new Map<string, ChannelHandler[]>();
  let closed = false;
  let heardAt = performance.now();
  /** Resolves on the next reconnection. */
  let reopened = Promise.withResolvers<void>();
  let lost = false;
  let client = await connect(FIRST_CONNECT_TIMEOUT_MS);
  /** Bytes the other connections had received at the last heartbeat. */
  let lastBeat: ReturnType<Connections['received']> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  beatWithin(HEARTBEAT_MS);

  /** Sets the only heartbeat timer. */
  function beatWithin(ms: number): void {
    clearTimeout(heartbeat);
    if (!closed) heartbeat = setTimeout(beat, ms);
  }

  async function connect(connectionTimeoutMillis: number): Promise<QueuingClient> {
    const next = new QueuingClient({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: name,
    });
    next.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler.onPayload(payload ?? '');
    });
    next.on('error', (error) => log.warn({ err: error }, 'The listening connection failed'));
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.ask(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => undefined); // the first error explains why
      throw error;
    }
    heardAt = performance.now();
    // Only an established connection can be lost; the caller retries a failed attempt.
    next.once('end', () => {
      lost = true;
      if (!closed) void reconnect();
    });
    lost = false;
    return next;
  }

  async function beat(): Promise<void> {
    const asked = client;
    const before = connections?.received();
    const isBusy = before !== undefined && [...before].some(([one, bytes]) => lastBeat?.get(one) !== bytes);
    lastBeat = before;
    try {
      await asked.ask('SELECT 1');
      heardAt = performance.now();
    } catch {
      if (before) connections?.dropSilent(before);
      void asked.end().catch(() => undefined); // ends immediately because of its unanswered statement, then is replaced
    }
    // `reconnect` restarts the heartbeat for a lost connection.
    if (asked === client && !lost) beatWithin(isBusy ? BUSY_HEARTBEAT_MS : HEARTBEAT_MS);
  }

  async function reconnect(): Promise<void> {
    clearTimeout(heartbeat);
    while (!closed) {
      announceGap();
      const before = connections?.received();
      try {
        client = await connect(CONNECT_TIMEOUT_MS);
        reopened.resolve();
        reopened = Promise.withResolvers();
        connections?.refuse(false);
        if (closed) await client.end();
        else beatWithin(HEARTBEAT_MS);
        announceGap();
        return;
      } catch (error) {
        log.warn({ err: error }, "The database doesn't respond; retrying to reopen the listening connection");
        if (before && isTrouble(error)) {
          connections?.refuse(true);
          connections?.dropSilent(before);
        }
        await sleep(RECONNECT_MS);
      }
    }
  }

  /** Resolves once a connection listens to the channel: this one, or the next if this one is lost first. */
  async function hear(channel: string, handler: ChannelHandler): Promise<void> {
    while (!closed && handlers.get(channel)?.includes(handler)) {
      const asked = client;
      try {
        await asked.ask(`LISTEN ${pg.escapeIdentifier(channel)}`);
        return;
      } catch (error) {
        if (!isTrouble(error)) throw error;
        void asked.end().catch(() => undefined); // then it is replaced
        if (asked === client) await reopened.promise;
      }
    }
  }

  function announceGap(): void {
    for (const handler of [...handlers.values()].flat()) handler.onGap();
  }

  return {
    async listen(channel, handler) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler]);
      try {
        await within(LISTEN_TIMEOUT_MS, `Listening to ${channel}`, hear(channel, handler));
      } catch (error) {
        handlers.set(channel, handlers.get(channel)?.filter((other) => other !== handler) ?? []);
        throw error; // the caller retries
      }
    },
    query: (text, values) => client.ask(text, values),
    silentMs: () => performance.now() - heardAt,
    catchUp: () => client.ask('SELECT 1').then(ignore, ignore),
    async close() {
      closed = true;
      clearTimeout(heartbeat);
      await Promise.race([client.end(), sleep(CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
