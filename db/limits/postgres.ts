import { type Kysely, sql } from 'kysely';
import { within } from '#kit/deadline.ts';
import type { RateLimiter, RateLimitSize, Take } from '#kit/rate-limit.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import type { Database } from '../database.ts';
import { statements } from '../transaction.ts';
import { localRateLimiter } from './local.ts';

export interface RateLimit extends RateLimitSize {
  readonly db: Database;
  /** Separates this budget's keys from other budgets' keys. */
  readonly name: string;
}

export interface SharedRateLimiter extends RateLimiter {
  /** Rejects if PostgreSQL can't count; `take` then counts in this process only. */
  readonly check: () => Promise<void>;
}

/** A batch's keys, each with its waiting callers. */
type Batch = Map<string, { cost: number; readonly waiting: Waiting[] }>;

interface Waiting {
  /** Total cost so far for the key in this batch, including this caller. */
  readonly position: number;
  readonly resolve: (take: Take) => void;
  readonly reject: (error: unknown) => void;
}

/** A key's spending after its batch, and the rest of its window. */
interface Spent {
  readonly key: string;
  readonly used: string;
  readonly ms_left: number;
}

/** Interval between deletions of ended windows. */
const CLEAN_EVERY_MS = 60_000;
/** Longest wait for a count. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Pause after a PostgreSQL failure. */
const AWAY_MS = 1_000;

/**
 * Opens a rate limiter on PostgreSQL, exact across any number of processes. A key's window starts with its
 * first request and is fixed. Requests that arrive while a statement runs go into the next statement, and a
 * key that has spent its budget is refused here, without the database, until its window ends. While
 * PostgreSQL doesn't respond, each process counts separately, so an outage never causes refusals.
 */
export function openRateLimiter({ db, name, limit, windowMs }: RateLimit): SharedRateLimiter {
  const local = localRateLimiter({ limit, windowMs });
  let awayUntil = Number.NEGATIVE_INFINITY;
  const spentUntil = new Map<string, number>();
  const connection = statements({ db });
  let collecting: Batch = new Map();
  let flushing = false;
  let cleanedAt = performance.now();

  function refusalOf(key: string): Take | null {
    const until = spentUntil.get(key);
    if (until === undefined) return null;
    const msLeft = until - performance.now();
    if (msLeft > 0) return refused(msLeft);
    spentUntil.delete(key);
    return null;
  }

  async function flush(): Promise<void> {
    flushing = true;
    while (collecting.size > 0) {
      const batch = collecting;
      collecting = new Map();
      await resolveBatch(batch);
      if (performance.now() - cleanedAt > CLEAN_EVERY_MS) void clean();
    }
    flushing = false;
  }

  async function resolveBatch(batch: Batch): Promise<void> {
    try {
      const spent = await within(ANSWER_TIMEOUT_MS, 'Counting', spend(connection, name, windowMs, batch));
      for (const row of spent) {
        const { cost, waiting } = batch.get(row.key) ?? { cost: 0, waiting: [] };
        const usedBefore = Number(row.used) - cost;
        if (usedBefore + cost >= limit) spentUntil.set(row.key, performance.now() + row.ms_left);
        for (const { position, resolve } of waiting) {
          const left = limit - usedBefore - position;
          resolve(left < 0 ? refused(row.ms_left) : allowed(left, row.ms_left));
        }
      }
    } catch (error) {
      awayUntil = performance.now() + AWAY_MS;
      for (const { waiting } of batch.values()) for (const { reject } of waiting) reject(error);
    }
  }

  /** Cleaning is optional: the next round retries a failure, and the next statement reports the problem. */
  async function clean(): Promise<void> {
    cleanedAt = performance.now();
    for (const [key, until] of spentUntil) if (until <= cleanedAt) spentUntil.delete(key);
    await sql`DELETE FROM rate_limits WHERE key IN (
        SELECT key FROM rate_limits WHERE ends_at < now() LIMIT 10000 FOR UPDATE SKIP LOCKED
      )`
      .execute(connection)
      .catch(() => undefined);
  }

  function ask(key: string, cost: number): Promise<Take> {
    return new Promise((resolve, reject) => {
      const entry = collecting.get(key) ?? { cost: 0, waiting: [] };
      entry.cost += cost;
      entry.waiting.push({ position: entry.cost, resolve, reject });
      collecting.set(key, entry);
      if (!flushing) void flush();
    });
  }

  return {
    take(key, cost = 1) {
      const refusal = refusalOf(key);
      if (refusal) return Promise.resolve(refusal);
      if (performance.now() < awayUntil) return local.take(key, cost);
      return ask(key, cost).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
        return local.take(key, cost);
      });
    },
    async check() {
      await ask(CHECK_KEY, 0);
    },
  };
}

/** Reserved key without cost; checks that counting works. */
const CHECK_KEY = 'check';

const secondsOf = (msLeft: number) => Math.max(1, Math.ceil(msLeft / 1000));
const refused = (msLeft: number): Take => ({
  allowed: false,
  retryAfterSeconds: secondsOf(msLeft),
  remaining: 0,
});
const allowed = (remaining: number, msLeft: number): Take => ({
  allowed: true,
  retryAfterSeconds: secondsOf(msLeft),
  remaining,
});

/**
 * Runs one statement for the whole batch. A window that ends well after a new window would end was opened by
 * a fast clock, so a new window replaces it. `now()` is the transaction's start, so after waiting for a lock
 * a transaction may see windows that end slightly later than its own. Keys are in order, so that two
 * processes can't deadlock.
 */
async function spend(
  connection: Kysely<unknown>,
  name: string,
  windowMs: number,
  batch: Batch,
): Promise<readonly Spent[]> {
  const keys = [...batch.keys()];
  const costs = [...batch.values()].map(({ cost }) => cost);
  const { rows } = await sql<Spent>`
    INSERT INTO rate_limits AS held (key, used, ends_at)
    SELECT ${name} || ':' || key, cost, now() + ${windowMs} * interval '1 millisecond'
    FROM unnest(${keys}::text[], ${costs}::bigint[]) AS batch (key, cost) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      used = CASE WHEN held.ends_at > now() AND held.ends_at <= excluded.ends_at + interval '30 s'
        THEN held.used + excluded.used ELSE excluded.used END,
      ends_at = CASE WHEN held.ends_at > now() AND held.ends_at <= excluded.ends_at + interval '30 s'
        THEN held.ends_at ELSE excluded.ends_at END
    RETURNING substr(key, length(${name}) + 2) AS key, used,
      greatest(0, extract(epoch FROM ends_at - now()) * 1000)::float8 AS ms_left`.execute(connection);
  return rows;
}
