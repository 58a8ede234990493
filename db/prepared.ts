import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Number of uses before a statement is prepared: a statement that runs once or twice isn't worth a stored
 * plan.
 */
const PREPARE_AFTER = 5;
/**
 * Maximum number of statement texts counted, and of texts prepared: lists with varying lengths produce an
 * unlimited number of texts.
 */
const MAX_COUNTED = 2_000;
const MAX_PREPARED = 500;

/** Counts how often each statement text runs on one database, and names the texts that are prepared there. */
export class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  /** Number of times each statement text was prepared again. */
  readonly #renewed = new Map<string, number>();

  /** Counts a use of a text and returns its prepared name; null while preparing isn't worth it. */
  use(text: string): string | null {
    const known = this.#names.get(text);
    if (known) return known;
    if (this.#names.size >= MAX_PREPARED) return null;
    const used = (this.#uses.get(text) ?? 0) + 1;
    if (used < PREPARE_AFTER) {
      if (this.#uses.size >= MAX_COUNTED) this.#uses.clear();
      this.#uses.set(text, used);
      return null;
    }
    this.#uses.delete(text);
    const name = nameFor(text, this.#renewed.get(text) ?? 0);
    this.#names.set(text, name);
    return name;
  }

  /** Replaces a stale plan with one under another name. */
  renew(text: string): void {
    this.#names.delete(text);
    this.#renewed.set(text, (this.#renewed.get(text) ?? 0) + 1);
  }
}

/** The same text has the same unique name in every process. */
const nameFor = (text: string, times: number): string =>
  `platform_${createHash('sha256').update(`${times} ${text}`).digest('base64url')}`;

/**
 * A connection that has PostgreSQL parse and plan a statement once instead of every time, which is half the
 * work for a booking's statements. Only statements with parameters are prepared. The name is a hash of the
 * text, because processes share connections behind a pooler and a name must mean the same statement to all.
 * It reads bigints as numbers.
 */
export abstract class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.setTypeParser(pg.types.builtins.INT8, 'text', readNumber);
  }

  /** Names of the statements to prepare; null behind a pooler that keeps no prepared statements. */
  protected abstract readonly names: StatementNames | null;

  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
  override query(text: any, values?: any, done?: any): any {
    const mayPrepare = typeof text === 'string' && values?.length > 0 && !done;
    const name = mayPrepare ? this.names?.use(text) : null;
    if (!name) return super.query(text, values, done);
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      this.names?.renew(text);
      if (this.getTransactionStatus() !== 'I') throw error;
      return super.query(text, values);
    });
  }
}

/**
 * Bigints are numbers, like ids, amounts and counts everywhere; pg returns them as text. Statements then
 * behave the same on a column that used to be `integer`.
 */
function readNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${text} exceeds the safe integers of JavaScript.`);
}

/**
 * True if a statement failed only because it was prepared: a process that started later changed a table's
 * columns, or a pooler in front of PostgreSQL lost the plan.
 */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))
  );
}
