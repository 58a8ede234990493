import type { Socket } from 'node:net';
import pg from 'pg';
import { isTraced, traced, type Work } from '#kit/tracing.ts';
import { Unavailable } from '#kit/unavailable.ts';
import { PreparingClient } from './prepared.ts';

/** Every connection that this process holds to one database, so that they can be given up together. */
export interface Connections {
  /** The class pools make connections of. */
  readonly Client: typeof pg.Client;
  /** What each connection has received so far. */
  readonly received: () => ReadonlyMap<pg.Client, number>;
  /** Ends the connections that have received nothing since: what waits on them is refused, what comes next gets new ones. */
  readonly dropSilent: (since: ReadonlyMap<pg.Client, number>) => void;
  /** Whether attempts to connect are refused at once, those under way included. */
  readonly refuse: (refuse: boolean) => void;
}

/**
 * SQLSTATEs of a server that can't serve a statement now: connection trouble, out of disk, memory or connections, shutting down or
 * starting, and writes refused because it's a replica or its disk fails.
 */
const STATES = /^(?:08...|53[0-3]00|57P0[1-4]|25006|58030)$/;
/** How the driver states that a connection is not there. */
const DRIVER =
  /^(?:Query read timeout|Connection terminated|Client (?:has encountered|was closed)|timeout e)/;
const NETWORK = /^E[A-Z_]+$/;

/** Whether the database was not there, or did not answer in time; anything else is an error of a statement. */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unavailable) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return STATES.test(code) || code === STATEMENT_TIMEOUT;
  return NETWORK.test(code) || DRIVER.test(error.message);
}

/** A statement that PostgreSQL gave up after `statement_timeout`. */
const STATEMENT_TIMEOUT = '57014';

/** The same error, or `Unavailable` where the database was not there. */
export const asTrouble = (error: unknown): unknown =>
  isTrouble(error) && !(error instanceof Unavailable)
    ? new Unavailable('The database does not answer.', { cause: error })
    : error;

/** No connections yet: pools make them. `prepares` is whether they prepare what runs often. */
export function openConnections({ prepares = true } = {}): Connections {
  const open = new Set<pg.Client>();
  let refusing = false;

  class BoundedClient extends PreparingClient {
    protected override readonly prepares = prepares;

    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
    override query(text: any, values?: any, done?: any): any {
      const query = () => super.query(text, values, done);
      const answer = isTraced() && !done ? traced(workOf(text), query) : query();
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#explain(error)) : answer;
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
    override connect(done?: any): any {
      const refusal = refusing ? new Unavailable('The database does not answer.') : null;
      if (!done) return refusal ? Promise.reject(refusal) : this.#connect();
      if (refusal) process.nextTick(done, refusal);
      else this.#connect().then(() => done(null, this), done);
    }

    async #connect(): Promise<this> {
      open.add(this);
      this.once('end', () => open.delete(this));
      // Who waits on it is refused, and the pool lets go of it; without a listener the loss would end the process.
      this.on('error', () => {});
      try {
        await super.connect();
        return this;
      } catch (error) {
        open.delete(this);
        throw asTrouble(error);
      }
    }

    /** A connection that owes an answer is of no more use: anyone who gets it next would wait behind the statement. */
    async #explain(error: unknown): Promise<never> {
      if (error instanceof Error && error.message === 'Query read timeout') await hangUp(this);
      throw asTrouble(error);
    }
  }

  return {
    Client: BoundedClient,
    received: () => new Map([...open].map((client) => [client, streamOf(client).bytesRead])),
    dropSilent(since) {
      for (const client of open) {
        const before = since.get(client);
        if (before !== undefined && streamOf(client).bytesRead === before) void hangUp(client);
      }
    },
    refuse(refuse) {
      refusing = refuse;
    },
  };
}

/** pg keeps its socket to itself; nothing else ends a connection whose peer is silent. */
const streamOf = (client: pg.Client) =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;

function hangUp(client: pg.Client): Promise<void> {
  const stream = streamOf(client);
  if (stream.destroyed) return Promise.resolve();
  return new Promise((ended) => {
    client.once('end', () => ended());
    stream.destroy();
  });
}

/** Has a pool say `Unavailable` too when no connection came free or could be made in time. */
export function explainPool(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
  const explained = (done?: any): any => {
    if (done) {
      return connect((error, client, release) => done(asTrouble(error), client, release));
    }
    return connect().catch((error: unknown) => {
      throw asTrouble(error);
    });
  };
  pool.connect = explained;
}

/** A statement by its first word, and its text without values: the ORM writes some into it. */
function workOf(text: string | { readonly text?: string }): Work {
  const statement = (typeof text === 'string' ? text : (text.text ?? '')).trim();
  const shown = statement.replaceAll(TEXT_VALUE, '?').replaceAll(NUMBER, '?').slice(0, 2_000);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': shown };
  return {
    name: `statement ${/^\w+/.exec(statement)?.[0]?.toUpperCase() ?? ''}`,
    kind: 'client',
    attributes,
  };
}

/** With a quote in it doubled; one that does not end goes to the end. */
const TEXT_VALUE = /'(?:[^']|'')*(?:'|$)/g;
/** Neither a parameter nor part of a name. */
const NUMBER = /(?<![\w$.])\d+(?:\.\d+)?\b/g;
