import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { within } from '#kit/deadline.ts';
import type { Logger } from '#kit/log.ts';
import { type Connections, isTrouble } from '../connections.ts';

/** Hears NOTIFYs of one channel. */
export interface ChannelHandler {
  readonly onPayload: (payload: string) => void;
  /** Notifications may have been missed (the connection was lost): discard what they kept fresh. */
  readonly onGap: () => void;
}

/** One connection that listens on any number of channels, sends to them, and comes back when it is lost. */
export interface Listener {
  /** Resolves once the channel is heard. A connection that is lost meanwhile is waited for, some seconds long. */
  readonly listen: (channel: string, handler: ChannelHandler) => Promise<void>;
  /** Runs a short statement on the same connection: it waits for no other of a busy pool. Rejects while the connection is down. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<void>;
  /** Milliseconds since PostgreSQL last answered on it. */
  readonly silentMs: () => number;
  /**
   * Resolves once handlers were called for everything committed before: PostgreSQL sends notifications ahead of an answer. At once
   * while the connection is down, for then every handler has met its gap.
   */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenListener {
  readonly url: string;
  /** What PostgreSQL calls the connection. */
  readonly name?: string;
  readonly log: Logger;
  /** The other connections to the same database: what happens to this one shows how they are doing. */
  readonly connections?: Connections;
}

const ignore = () => undefined;

/** A connection that sends one statement after another: pg's own queue of statements is deprecated. */
class QueuingClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a statement after those before it. A connection whose statement gets no answer in time is closed, so that the statements
   * behind it fail immediately instead of waiting for a timeout each.
   */
  ask(text: string, values: readonly unknown[] = []): Promise<void> {
    const run = async () => {
      try {
        await this.query(text, [...values]);
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
/** Once lost, an attempt to come back is given this long: then the database counts as away. */
const CONNECT_TIMEOUT_MS = 1_000;
const FIRST_CONNECT_TIMEOUT_MS = 5_000;
/** A connection that was cut without a word looks like one on which nothing happens, so it is asked this often. */
const HEARTBEAT_MS = 2_000;
/** And this often while the other connections are in use: callers wait. */
const BUSY_HEARTBEAT_MS = 1_000;
/** LISTEN, NOTIFY and a heartbeat take no time; who owes an answer for longer is replaced. */
const QUERY_TIMEOUT_MS = 2_000;
/** Who wants to hear a channel waits for this long: several attempts to come back. */
const LISTEN_TIMEOUT_MS = 10_000;

/**
 * Opens the listening connection. While it is down every handler's `onGap` has been called. It is also how the process knows
 * that the database does not answer: other connections that are as silent are given up with it, and while it cannot come back
 * new ones are refused at once.
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
  /** Resolves with the next reconnection. */
  let reopened = Promise.withResolvers<void>();
  let lost = false;
  let client = await connect(FIRST_CONNECT_TIMEOUT_MS);
  /** What the other connections had received when it was asked last. */
  let lastBeat: ReturnType<Connections['received']> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  beatWithin(HEARTBEAT_MS);

  /** Sets the one heartbeat timer. */
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
    next.on('error', (error) => log.warn({ err: error }, 'the listening connection failed'));
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.ask(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => undefined); // the first error explains why
      throw error;
    }
    heardAt = performance.now();
    // Only an established connection can be lost: an attempt that fails is tried again by its caller.
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
      void asked.end().catch(() => undefined); // ends at once, for it owes an answer; then it is replaced
    }
    // A lost connection gets its heartbeat back from `reconnect`.
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
        log.warn(
          { err: error },
          'the database does not answer: the listening connection cannot be reopened yet',
        );
        if (before && isTrouble(error)) {
          connections?.refuse(true);
          connections?.dropSilent(before);
        }
        await sleep(RECONNECT_MS);
      }
    }
  }

  /** Resolves once a connection listens to the channel: this one, or the next if this one is lost meanwhile. */
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
        throw error; // who asked tries again
      }
    },
    async query(text, values) {
      await client.ask(text, values);
    },
    silentMs: () => performance.now() - heardAt,
    catchUp: () => client.ask('SELECT 1').then(ignore, ignore),
    async close() {
      closed = true;
      clearTimeout(heartbeat);
      await Promise.race([client.end(), sleep(CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
