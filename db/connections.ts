import type { Socket } from 'node:net';
import pg from 'pg';
import { isTraced, traced, type Work } from '#kit/tracing.ts';
import { Unavailable } from '#kit/unavailable.ts';
import { PreparingClient, StatementNames } from './prepared.ts';

/** This process's connections to one database, which can be dropped together. */
export interface Connections {
  /** Client class for pools. */
  readonly Client: typeof pg.Client;
  /** Bytes that each connection has received so far. */
  readonly received: () => ReadonlyMap<pg.Client, number>;
  /**
   * Ends connections that have received no bytes since these counts were taken. Their pending statements
   * fail; later statements get new connections.
   */
  readonly dropSilent: (since: ReadonlyMap<pg.Client, number>) => void;
  /**
   * Switches refusal on or off. While it's on, connection attempts fail immediately, including attempts in
   * progress.
   */
  readonly refuse: (refuse: boolean) => void;
}

/**
 * SQLSTATEs from a server that can't run a statement now: connection trouble; out of disk, memory or
 * connections; shutting down or starting; writes refused because it's a replica or its disk is failing.
 */
const STATES = /^(?:08...|53[0-3]00|57P0[1-4]|25006|58030)$/;
/** Driver messages for a lost connection. */
const DRIVER =
  /^(?:Query read timeout|Connection terminated|Client (?:has encountered|was closed)|timeout e)/;
const NETWORK = /^E[A-Z_]+$/;

/**
 * True if the database was unreachable or didn't respond in time; any other error was caused by the statement
 * itself.
 */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unavailable) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return STATES.test(code) || code === STATEMENT_TIMEOUT;
  return NETWORK.test(code) || DRIVER.test(error.message);
}

/** SQLSTATE after `statement_timeout` cancels a statement. */
const STATEMENT_TIMEOUT = '57014';

/** SQLSTATE for a write that a replica refuses. */
const READ_ONLY = '25006';

/** Returns the error unchanged, or `Unavailable` if the database was unreachable. */
export const asTrouble = (error: unknown): unknown =>
  isTrouble(error) && !(error instanceof Unavailable)
    ? new Unavailable("The database doesn't respond.", { cause: error })
    : error;

/** Creates an empty set, which pools fill. `prepares` is true to prepare frequent statements. */
export function openConnections({ prepares = true } = {}): Connections {
  const open = new Set<pg.Client>();
  const names = prepares ? new StatementNames() : null;
  let refusing = false;

  class BoundedClient extends PreparingClient {
    protected override readonly names = names;

    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
    override query(text: any, values?: any, done?: any): any {
      const query = () => super.query(text, values, done);
      const answer = isTraced() && !done ? traced(workOf(text), query) : query();
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#explain(error)) : answer;
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
    override connect(done?: any): any {
      const refusal = refusing ? new Unavailable("The database doesn't respond.") : null;
      if (!done) return refusal ? Promise.reject(refusal) : this.#connect();
      if (refusal) process.nextTick(done, refusal);
      else this.#connect().then(() => done(null, this), done);
    }

    async #connect(): Promise<this> {
      open.add(this);
      this.once('end', () => open.delete(this));
      // The pending statement fails and the pool drops the connection; without a listener, the loss would end
      // the process.
      this.on('error', () => {});
      try {
        await super.connect();
        return this;
      } catch (error) {
        open.delete(this);
        throw asTrouble(error);
      }
    }

    /**
     * Closes a connection that's useless to the next caller: with an unanswered statement, which the caller would wait
     * behind, or to a server that refuses writes because another one is the primary now.
     */
    async #explain(error: unknown): Promise<never> {
      const isSilent = error instanceof Error && error.message === 'Query read timeout';
      const isReplica = error instanceof pg.DatabaseError && error.code === READ_ONLY;
      if (isSilent || isReplica) await hangUp(this);
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

/** pg keeps its socket private, and only destroying the socket ends a connection to a silent peer. */
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

/** Makes a pool also throw `Unavailable` if no connection becomes free or can be opened in time. */
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

/** Describes a statement by its first word and its text without values, some of which the ORM writes inline. */
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

/** Doubled quotes are part of the string; an unterminated string extends to the end. */
const TEXT_VALUE = /'(?:[^']|'')*(?:'|$)/g;
/** Excludes parameters and digits within names. */
const NUMBER = /(?<![\w$.])\d+(?:\.\d+)?\b/g;
