import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const running = new AsyncLocalStorage<string[]>();
let watched = false;

/** Runs something in this process and returns, beside its result, every statement that went to PostgreSQL on its behalf. */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
  watch();
  const statements: string[] = [];
  const result = await running.run(statements, work);
  return { result, statements };
}

/** Notes what pg's client sends; the client itself is the real one. */
function watch(): void {
  if (watched) return;
  watched = true;
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown; // its overloads have no type in common
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [text] = args as [string | { readonly text: string }];
    running.getStore()?.push(typeof text === 'string' ? text : text.text);
    return send.apply(this, args);
  } as typeof pg.Client.prototype.query;
}
