import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '../context.ts';
import { statements, type Transaction, wakeAfterCommit } from '../transaction.ts';

/** Counting stops here, so that the health page doesn't cost more when things get worse. */
export const MOST_COUNTED = 10_000;

/** A queue's health. */
export interface QueueHealth {
  readonly name: string;
  /** Due jobs that no worker has taken. */
  readonly waiting: number;
  /** Waiting jobs that failed before. */
  readonly failing: number;
  /** Jobs scheduled for later. */
  readonly scheduled: number;
  readonly active: number;
  /** Jobs that were given up on. */
  readonly failed: number;
  /** Time at which the oldest due job was created. */
  readonly oldest: string | null;
}

/**
 * Returns every queue, by name. Waiting jobs are counted with the workers' fetch index, up to `MOST_COUNTED`;
 * no index finds running and abandoned jobs, so those counts are the job queue's own from the last minute.
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
  /** The last attempt's error. */
  readonly error: string | null;
  readonly booked: string;
  /** Next attempt; null if the job was given up on. */
  readonly due: string | null;
}

/** Failed jobs shown per queue. */
const MOST_SHOWN = 50;
const LONGEST_ERROR = 500;

/**
 * Returns a queue's failed jobs, oldest first: jobs waiting for another attempt and jobs given up on. Never
 * includes their data.
 */
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

/**
 * Runs a failed job again now, in the caller's transaction. False if the job doesn't exist or didn't fail.
 * Jobs are safe to repeat.
 */
export async function retryJob(em: Transaction, queue: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
      retry_limit = greatest(retry_limit, retry_count + 1)
    WHERE name = ${queue} AND id = ${id}::uuid AND state IN ('retry', 'failed')`.execute(statements(em));
  if (numAffectedRows > 0n) wakeAfterCommit(em, queue);
  return numAffectedRows > 0n;
}

/** Deletes a failed job, so its work isn't done. False if the job doesn't exist or didn't fail. */
export async function discardJob(em: Transaction, queue: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM pgboss.job WHERE name = ${queue} AND id = ${id}::uuid AND state IN ('retry', 'failed')`.execute(
    statements(em),
  );
  return numAffectedRows > 0n;
}
