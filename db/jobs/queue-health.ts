import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '../context.ts';
import { statements, type Transaction, wakeAfterCommit } from '../transaction.ts';

/** More jobs than this are not counted: a page of figures must not cost more the worse things are. */
export const MOST_COUNTED = 10_000;

/** How a queue is doing. */
export interface QueueHealth {
  readonly name: string;
  /** Due, and taken by no worker yet. */
  readonly waiting: number;
  /** Of those that wait for their next attempt, the ones that failed before. */
  readonly failing: number;
  /** Booked for later. */
  readonly scheduled: number;
  readonly active: number;
  /** Given up. */
  readonly failed: number;
  /** When the first of those that are due was booked. */
  readonly oldest: string | null;
}

/**
 * Every queue, by name. What waits is counted by the index that workers fetch by, as far as `MOST_COUNTED`; what is under way or given
 * up, which no index finds, is what the job queue itself counted within the last minute.
 */
export async function readQueues(ctx: Pick<SubgraphContext, 'db'>): Promise<readonly QueueHealth[]> {
  const statement: RawBuilder<QueueHealth> = sql`
    SELECT q.name, due.waiting, pending.failing, q.deferred_count AS scheduled, q.active_count AS active,
      q.failed_count AS failed, due.oldest
    FROM pgboss.queue q
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting, min(created_on) AS oldest FROM (
        SELECT j.created_on FROM pgboss.job j
        WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
        ORDER BY j.priority DESC, j.created_on LIMIT ${MOST_COUNTED}) waiting
    ) due
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE looked.state = 'retry')::int AS failing FROM (
        SELECT j.state FROM pgboss.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked
        ORDER BY j.priority DESC, j.created_on LIMIT ${MOST_COUNTED}) looked
    ) pending
    WHERE q.name NOT LIKE '\\_\\_%' ORDER BY q.name`;
  const { rows } = await statement.execute(statements(ctx));
  return rows;
}

/** A job that failed at least once. */
export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly state: 'retry' | 'failed';
  readonly attempts: number;
  /** What the last attempt ended with. */
  readonly error: string | null;
  readonly booked: string;
  /** When it is tried again; null if it was given up. */
  readonly due: string | null;
}

/** Failed jobs of one queue that are shown. */
const MOST_SHOWN = 50;
const LONGEST_ERROR = 500;

/** The jobs of a queue that failed and wait for another attempt, or were given up: the oldest of each. Never what they carry. */
export async function readFailedJobs(
  ctx: Pick<SubgraphContext, 'db'>,
  queue: string,
): Promise<readonly FailedJob[]> {
  const statement: RawBuilder<FailedJob> = sql`
    SELECT id, name AS queue, state, retry_count AS attempts, left(output->>'message', ${LONGEST_ERROR}) AS error,
      created_on AS booked, CASE WHEN state = 'retry' THEN start_after END AS due
    FROM (
      (SELECT * FROM pgboss.job WHERE name = ${queue} AND state < 'active' AND NOT blocked AND state = 'retry'
        ORDER BY priority DESC, created_on LIMIT ${MOST_SHOWN})
      UNION ALL
      (SELECT * FROM pgboss.job WHERE name = ${queue} AND state = 'failed' ORDER BY created_on LIMIT ${MOST_SHOWN})
    ) found ORDER BY created_on, id LIMIT ${MOST_SHOWN}`;
  const { rows } = await statement.execute(statements(ctx));
  return rows;
}

/** Runs a failed job again now, in the transaction that asks for it. False if it is not there, or did not fail. Jobs are safe to repeat. */
export async function retryJob(em: Transaction, queue: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
      retry_limit = greatest(retry_limit, retry_count + 1)
    WHERE name = ${queue} AND id = ${id}::uuid AND state IN ('retry', 'failed')`.execute(statements(em));
  if (numAffectedRows > 0n) wakeAfterCommit(em, queue);
  return numAffectedRows > 0n;
}

/** Deletes a failed job: what it was to do is not done. False if it is not there, or did not fail. */
export async function discardJob(em: Transaction, queue: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM pgboss.job WHERE name = ${queue} AND id = ${id}::uuid AND state IN ('retry', 'failed')`.execute(
    statements(em),
  );
  return numAffectedRows > 0n;
}
