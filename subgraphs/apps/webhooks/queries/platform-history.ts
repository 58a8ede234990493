import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { HISTORY_DAYS, stepMs, stepOf, stepsUntil } from '../domain/platform-history.ts';

/** All queues in a step of time; null if no worker recorded it. */
interface QueuesAt {
  readonly at: Date;
  readonly oldestSeconds: number | null;
  readonly waiting: number | null;
  readonly failing: number | null;
  readonly failed: number | null;
}

/** Webhook delivery attempts in an hour. */
interface WebhooksAt {
  readonly at: Date;
  readonly delivered: number;
  readonly failed: number;
}

/** History of the job queues and of webhook deliveries. */
export interface PlatformHistory {
  readonly queues: readonly QueuesAt[];
  readonly webhooks: readonly WebhooksAt[];
}

const HOUR_MS = 3_600_000;

/** Reads the history of some days: at most a row per step. Throws `BAD_USER_INPUT` for too many days. */
export async function platformHistory(ctx: SubgraphContext, days: number): Promise<PlatformHistory> {
  if (days < 1 || days > HISTORY_DAYS) throw badInput(`\`days\` must be 1 to ${HISTORY_DAYS}.`);
  const now = ctx.clock.now();
  const lengthMs = stepMs(days);
  const steps = stepsUntil(now, days, lengthMs);
  const hours = stepsUntil(now, days, HOUR_MS);
  const { rows: samples } = await sql<QueuesAt>`
    SELECT at, oldest_seconds AS "oldestSeconds", waiting, failing, failed FROM apps.queue_samples
    WHERE at >= ${steps[0]} ORDER BY at`.execute(statements(ctx));
  const { rows: attempts } = await sql<WebhooksAt>`
    SELECT hour AS at, delivered, failed FROM apps.webhook_hours WHERE hour >= ${hours[0]} ORDER BY hour`.execute(
    statements(ctx),
  );
  const byStep = Map.groupBy(samples, ({ at }) => stepOf(new Date(at), lengthMs).getTime());
  const byHour = new Map(attempts.map((one) => [new Date(one.at).getTime(), one]));
  return {
    queues: steps.map((at) => worstOf(at, byStep.get(at.getTime()) ?? [])),
    webhooks: hours.map((at) => ({ delivered: 0, failed: 0, ...byHour.get(at.getTime()), at })),
  };
}

/** Returns a step's worst figures. */
function worstOf(at: Date, samples: readonly QueuesAt[]): QueuesAt {
  const worst = (field: Exclude<keyof QueuesAt, 'at'>) =>
    samples.length === 0 ? null : Math.max(...samples.map((sample) => sample[field] ?? 0));
  return {
    at,
    oldestSeconds: worst('oldestSeconds'),
    waiting: worst('waiting'),
    failing: worst('failing'),
    failed: worst('failed'),
  };
}
