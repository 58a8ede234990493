import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server } from 'node:http';
import pg from 'pg';

const running = new AsyncLocalStorage<Counted>();
let watched = false;

/** What is counted for one piece of work, under the name by which requests to other services of this process carry it. */
interface Counted {
  readonly name: string;
  readonly statements: string[];
}
const counting = new Map<string, Counted>();
const HEADER = 'x-test-statements';

/**
 * Runs something and returns, beside its result, every statement that went to PostgreSQL on its behalf: from this part of the
 * process, and from subgraphs that are services in the same process and were reached over HTTP.
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

/** Notes what pg's client sends, and follows requests to servers of this process; all of them are the real ones. */
function watch(): void {
  if (watched) return;
  watched = true;
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown; // its overloads have no type in common
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
