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

const uses = new Map<string, number>();
const names = new Map<string, string>();
/** Number of times each statement text was prepared again. */
const renewed = new Map<string, number>();

/**
 * A connection that has PostgreSQL parse and plan a statement once instead of every time, which is half the
 * work for a booking's statements. Only statements with parameters are prepared. The name is a hash of the
 * text, because processes share connections behind a pooler and a name must mean the same statement to all.
 * It reads bigints as numbers.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.setTypeParser(pg.types.builtins.INT8, 'text', readNumber);
  }

  /** False behind a pooler that keeps no prepared statements. */
  protected readonly prepares: boolean = true;

  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
  override query(text: any, values?: any, done?: any): any {
    const mayPrepare = this.prepares && typeof text === 'string' && values?.length > 0 && !done;
    const name = mayPrepare ? nameOf(text) : null;
    if (name === null) return super.query(text, values, done);
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      forget(text);
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

/** Replaces a stale plan with one under another name. */
function forget(text: string): void {
  names.delete(text);
  renewed.set(text, (renewed.get(text) ?? 0) + 1);
}

/** Returns a text's prepared name; null while preparing isn't worth it. */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_PREPARED) return null;
  const used = (uses.get(text) ?? 0) + 1;
  if (used < PREPARE_AFTER) {
    if (uses.size >= MAX_COUNTED) uses.clear();
    uses.set(text, used);
    return null;
  }
  uses.delete(text);
  const name = nameFor(text, renewed.get(text) ?? 0);
  names.set(text, name);
  return name;
}

/** The same text has the same unique name in every process. */
const nameFor = (text: string, times: number): string =>
  `platform_${createHash('sha256').update(`${times} ${text}`).digest('base64url')}`;
