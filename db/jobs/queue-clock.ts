import { type RawBuilder, sql } from 'kysely';
import { openAlarm } from '#kit/alarm.ts';
import type { Logger } from '#kit/log.ts';
import { isUnavailable, Unavailable } from '#kit/unavailable.ts';
import type { Database } from '../database.ts';
import { statements } from '../transaction.ts';
import { LOOK_EVERY_MS } from './wake.ts';

/** Looks for due jobs on all queues in a process. */
export interface QueueClock {
  /** Makes the next look for due jobs happen within this time. */
  readonly lookWithin: (ms: number) => void;
  /** Throws if looks have failed for a while. */
  readonly check: () => void;
  readonly stop: () => Promise<void>;
}

export interface OpenQueueClock {
  readonly db: Database;
  readonly queues: readonly string[];
  /** Jobs on a queue are due. */
  readonly onDue: (queue: string) => void;
  readonly log: Logger;
}

/** Delay until the next look after a failed one, or after one that found due jobs. */
const AGAIN_MS = 1_000;
const LONGEST_WITHOUT_A_LOOK_MS = 30_000;

/** Result of one look for due jobs. */
interface Look {
  /** Milliseconds until the first job is due, by queue with waiting jobs; 0 if one is due. */
  readonly waiting: Readonly<Record<string, number>> | null;
  /** A worker died with jobs in progress. */
  readonly lost: boolean;
}

/**
 * Looks once, again when the next job comes due, and every `LOOK_EVERY_MS`. Commits already wake workers
 * (db/jobs/wake.ts), so this finds jobs scheduled for later, retries, and jobs whose NOTIFY was lost.
 */
export function openQueueClock({ db, queues, onDue, log }: OpenQueueClock): QueueClock {
  let lookedAt = performance.now();
  const alarm = openAlarm(async () => {
    try {
      const { waiting, lost } = await lookAt(db, queues);
      lookedAt = performance.now();
      for (const [queue, inMs] of Object.entries(waiting ?? {})) {
        if (inMs <= 0) onDue(queue);
        // with due jobs in front, the look doesn't see jobs that come due later
        alarm.within(inMs > 0 ? inMs : AGAIN_MS);
      }
      if (lost) await db.boss.supervise(); // other workers get these jobs
      alarm.within(LOOK_EVERY_MS);
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: error }, 'Failed to scan for due jobs');
      alarm.within(AGAIN_MS);
    }
  });
  alarm.within(0);
  return {
    lookWithin: alarm.within,
    check() {
      if (performance.now() - lookedAt <= LONGEST_WITHOUT_A_LOOK_MS) return;
      throw new Unavailable('No jobs are fetched.');
    },
    stop: alarm.stop,
  };
}

/** Stops at each queue's first due job, using the workers' fetch index. */
async function lookAt(db: Database, queues: readonly string[]): Promise<Look> {
  const look: RawBuilder<Look> = sql`
    SELECT
      EXISTS (SELECT FROM pgboss.job
        WHERE state = 'active' AND heartbeat_on < now() - heartbeat_seconds * interval '1 second') AS lost,
      (SELECT jsonb_object_agg(name, in_ms) FROM (
        SELECT name, CASE
          WHEN EXISTS (SELECT FROM pgboss.job j
            WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())
          THEN 0
          ELSE (SELECT 1 + ceil(extract(epoch FROM min(j.start_after) - now()) * 1000)
            FROM pgboss.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked)
        END AS in_ms
        FROM unnest(${[...queues]}::text[]) q (name)) found
        WHERE in_ms IS NOT NULL) AS waiting`;
  const { rows } = await look.execute(statements({ db }));
  return rows[0] ?? { waiting: null, lost: false };
}
