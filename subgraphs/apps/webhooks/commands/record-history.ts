import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { readQueues } from '#db/jobs/queue-health.ts';
import { statements } from '#db/transaction.ts';
import { SAMPLE_MS, stepOf } from '../domain/platform-history.ts';

/**
 * Records all queues' figures, and the webhook attempts in this and the previous hour, for the operator's health page
 * (docs/interface/operations.md#history). Safe to repeat: a step keeps its worst figures.
 */
export async function recordHistory(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const queues = await readQueues(ctx);
  const sum = (field: 'waiting' | 'failing' | 'failed') =>
    queues.reduce((total, queue) => total + queue[field], 0);
  const ages = queues.flatMap(({ oldest }) => (oldest ? [now.getTime() - new Date(oldest).getTime()] : []));
  await sql`
    INSERT INTO apps.queue_samples AS s (at, oldest_seconds, waiting, failing, failed)
    VALUES (${stepOf(now, SAMPLE_MS)}, ${Math.round(Math.max(0, ...ages) / 1000)}::integer, ${sum('waiting')}::integer,
      ${sum('failing')}::integer, ${sum('failed')}::integer)
    ON CONFLICT (at) DO UPDATE SET oldest_seconds = greatest(s.oldest_seconds, excluded.oldest_seconds),
      waiting = greatest(s.waiting, excluded.waiting), failing = greatest(s.failing, excluded.failing),
      failed = greatest(s.failed, excluded.failed)`.execute(statements(ctx));
  await sql`
    INSERT INTO apps.webhook_hours (hour, delivered, failed)
    SELECT h.hour, sum(h.delivered), sum(h.failed) FROM apps.delivery_hours h
    WHERE h.hour >= date_trunc('hour', ${now}::timestamptz, 'UTC') - interval '1 hour' GROUP BY h.hour
    ON CONFLICT (hour) DO UPDATE SET delivered = excluded.delivered, failed = excluded.failed`.execute(
    statements(ctx),
  );
}
