import { type RawBuilder, sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { recordMetric } from '#kit/metrics.ts';
import { withTrace } from '#kit/tracing.ts';
import type { EventName, EventPayloads } from '#schema/events.ts';
import { asTrouble } from './connections.ts';
import type { SubgraphContext } from './context.ts';
import { queuesOf } from './jobs/event-queues.ts';
import { countAfterCommit, type Transaction, wakeAfterCommit } from './transaction.ts';

/**
 * Publishes an event in the transaction that causes it. A rollback discards the event; after a commit, every
 * subgraph listed in `schema/events.ts` receives it at least once.
 */
export async function publish<E extends EventName>(
  ctx: Pick<SubgraphContext, 'db'>,
  em: Transaction,
  event: E,
  payload: EventPayloads[E],
): Promise<void> {
  countAfterCommit(em, 'event', { event });
  for (const queue of queuesOf(event)) {
    await ctx.db.boss.send(queue, withTrace(payload), { db: fromKysely(em.getKysely<unknown>()) });
    wakeAfterCommit(em, queue);
  }
}

/** An event published by part of a WITH statement. */
export interface Publishing {
  /** More parts for the statement, beginning with a comma. */
  readonly parts: RawBuilder<unknown>;
  /** Call this once the statement has committed, if it published the event. */
  readonly wake: () => void;
}

/**
 * `publish` for a statement that is its own transaction: publishes the event once per row in `payloads`, a
 * query over the statement's other parts whose only column is the JSON payload. It saves every booking three
 * round trips.
 */
export async function publishing<E extends EventName>(
  { db }: Pick<SubgraphContext, 'db'>,
  event: E,
  payloads: RawBuilder<EventPayloads[E]>,
  name = 'told',
): Promise<Publishing> {
  const queues = queuesOf(event);
  const inserts = await Promise.all(queues.map((queue) => insertOf(db.boss, queue)));
  const trace = JSON.stringify(withTrace({}));
  const payload = trace === '{}' ? sql`told.payload` : sql`told.payload::jsonb || ${trace}::jsonb`;
  const parts = inserts.map(
    ({ before, after, job }, index) => sql`, ${sql.raw(`${name}_${index}`)} AS (${sql.raw(before)}
      (SELECT json_agg(${job}::jsonb || jsonb_build_object('data', ${payload})) FROM (${payloads}) told (payload))
      ${sql.raw(after)})`,
  );
  const wake = () => {
    recordMetric('event', { event });
    db.wakeup.wake(queues);
  };
  return { parts: sql.join(parts, sql``), wake };
}

/** pg-boss's statement for inserting jobs, cut at its only parameter: a list of jobs as JSON. */
interface InsertOfJobs {
  readonly before: string;
  readonly after: string;
  /** A job as JSON, without its data. */
  readonly job: string;
}

const inserts = new WeakMap<PgBoss, Map<string, Promise<InsertOfJobs>>>();

function insertOf(boss: PgBoss, queue: string): Promise<InsertOfJobs> {
  const known = inserts.get(boss) ?? new Map<string, Promise<InsertOfJobs>>();
  inserts.set(boss, known);
  const insert =
    known.get(queue) ??
    askForInsert(boss, queue).catch((error: unknown) => {
      known.delete(queue); // the next caller retries
      throw asTrouble(error);
    });
  known.set(queue, insert);
  return insert;
}

/** Makes pg-boss insert a job into a fake database that only records the statement. */
async function askForInsert(boss: PgBoss, queue: string): Promise<InsertOfJobs> {
  const asked: { text: string; values: unknown[] }[] = [];
  const executeSql = async (text: string, values: unknown[] = []) => {
    asked.push({ text, values });
    return { rows: [{ id: '' }] };
  };
  await boss.send(queue, {}, { db: { executeSql } });
  const [insert] = asked;
  const [before, after, more] = insert?.text.split('$1') ?? [];
  const job = insert && JSON.stringify(JSON.parse(String(insert.values[0]))[0]);
  if (!before || !after || !job || more !== undefined || asked.length > 1) {
    throw new Error('This version of pg-boss inserts jobs differently. Update askForInsert in db/events.ts.');
  }
  return { before, after, job };
}
