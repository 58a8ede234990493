import pg from 'pg';

/** A statement is prepared from this many uses on: what runs once or twice is not worth a plan that is kept. */
const PREPARE_AFTER = 5;
/** So many texts are counted, and so many prepared: lists of changing length make texts without end. */
const MAX_COUNTED = 2_000;
const MAX_PREPARED = 500;

const uses = new Map<string, number>();
const names = new Map<string, string>();
let prepared = 0;

/**
 * A connection that has PostgreSQL parse and plan a statement once instead of every time: on the statements of a booking
 * that is half of the work. Only statements with parameters; a text has the same name on every connection.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads have no type in common
  override query(text: any, values?: any, done?: any): any {
    const name = typeof text === 'string' && values?.length > 0 && !done ? nameOf(text) : null;
    if (name === null) return super.query(text, values, done);
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      names.delete(text);
      if (this.getTransactionStatus() !== 'I') throw error;
      return super.query(text, values);
    });
  }
}

/**
 * Whether a statement failed only because it was prepared: a process that started later changed a table's columns, or a
 * pooler in front of PostgreSQL lost the plan. It is then prepared again under another name.
 */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))
  );
}

/** The name a text is prepared under; null while it is not worth it. */
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
  prepared += 1;
  const name = `platform_${prepared}`;
  names.set(text, name);
  return name;
}
