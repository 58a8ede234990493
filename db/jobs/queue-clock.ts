import { type RawBuilder, sql } from 'kysely';
import { openAlarm } from '#kit/alarm.ts';
import type { Logger } from '#kit/log.ts';
import { isUnavailable, Unavailable } from '#kit/unavailable.ts';
import type { Database } from '../database.ts';
import { statements } from '../transaction.ts';
import { LOOK_EVERY_MS } from './wake.ts';

/** Looks when jobs come due, for all queues of a process together. */
export interface QueueClock {
  /** The next look is this soon at the latest. */
  readonly lookWithin: (ms: number) => void;
  /** Throws when it has not been possible to look for a while. */
  readonly check: () => void;
  readonly stop: () => Promise<void>;
}

export interface OpenQueueClock {
  readonly db: Database;
  readonly queues: readonly string[];
  /** Jobs of a queue are due. */
  readonly onDue: (queue: string) => void;
  readonly log: Logger;
}

/** After a look that failed, or found jobs that were due, the next one is this soon. */
const AGAIN_MS = 1_000;
const LONGEST_WITHOUT_A_LOOK_MS = 30_000;

/** What a look finds. */
interface Look {
  /** Queues on which jobs wait, with the milliseconds until the first of them is due: 0 if one is. */
  readonly waiting: Readonly<Record<string, number>> | null;
  /** A worker died with jobs in progress. */
  readonly lost: boolean;
}

/**
 * Looks once, then when the next job comes due, and every `LOOK_EVERY_MS`: commits wake workers of their own accord
 * (db/jobs/wake.ts), so this finds what was booked for later, what is tried again, and what a lost NOTIFY left.
 */
export function openQueueClock({ db, queues, onDue, log }: OpenQueueClock): QueueClock {
  let lookedAt = performance.now();
  const alarm = openAlarm(async () => {
    try {
      const { waiting, lost } = await lookAt(db, queues);
      lookedAt = performance.now();
      for (const [queue, inMs] of Object.entries(waiting ?? {})) {
        if (inMs <= 0) onDue(queue);
        alarm.within(inMs > 0 ? inMs : AGAIN_MS); // behind what is due, the look sees nothing that comes due later
      }
      if (lost) await db.boss.supervise(); // they are given to others
      alarm.within(LOOK_EVERY_MS);
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: error }, 'it could not be looked for jobs');
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

/** For each queue it stops at the first job that is due, by the index that workers fetch by. */
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
