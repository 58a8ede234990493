import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server } from 'node:http';
import pg from 'pg';

const running = new AsyncLocalStorage<Counted>();
let watched = false;

/** Counts for one piece of work, under the name that its requests to other services in this process carry. */
interface Counted {
  readonly name: string;
  readonly statements: string[];
}
const counting = new Map<string, Counted>();
const HEADER = 'x-test-statements';

/**
 * Runs a function and returns its result and every PostgreSQL statement on its behalf: from this part of the
 * process, and from subgraph services in the same process reached over HTTP.
 */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
  watch();
  const counted = { name: crypto.randomUUID(), statements: [] };
  counting.set(counted.name, counted);
  try {
    const result = await running.run(counted, work);
    return { result, statements: counted.statements };
  } finally {
    counting.delete(counted.name);
  }
}

/**
 * Records statements sent by pg's client, and follows requests to servers in this process; all of them are
 * real.
 */
function watch(): void {
  if (watched) return;
  watched = true;
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown; // its overloads share no type
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [text] = args as [string | { readonly text: string }];
    running.getStore()?.statements.push(typeof text === 'string' ? text : text.text);
    return send.apply(this, args);
  } as typeof pg.Client.prototype.query;

  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: { addHeader: (name: string, value: string) => void } };
    const counted = running.getStore();
    if (counted) request.addHeader(HEADER, counted.name);
  });
  const emit = Server.prototype.emit as (...args: unknown[]) => boolean;
  Server.prototype.emit = function (this: Server, ...args: unknown[]) {
    const [event, request] = args as [string, IncomingMessage];
    const counted = event === 'request' ? counting.get(String(request.headers[HEADER])) : undefined;
    return counted ? running.run(counted, () => emit.apply(this, args)) : emit.apply(this, args);
  } as typeof Server.prototype.emit;
}
