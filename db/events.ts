import { fromKysely } from 'pg-boss';
import { type EventName, type EventPayloads, SUBSCRIBERS } from '#schema/events.ts';
import type { IslandContext } from './context.ts';
import { type Transaction, wakeAfterCommit } from './transaction.ts';

/** The queue that carries one event to one island. */
export const eventQueue = (event: EventName, island: string) => `${event}/${island}`;

/** Every queue that events travel on. */
export const EVENT_QUEUES: readonly string[] = Object.entries(SUBSCRIBERS).flatMap(
  ([event, islands]) => islands.map((island) => eventQueue(event as EventName, island)), // keys of SUBSCRIBERS are event names
);

/**
 * Says that something happened, in the transaction that makes it so: rolled back with it, and delivered at least once
 * to every island listed in `schema/events.ts` after it commits.
 */
export async function publish<E extends EventName>(
  ctx: Pick<IslandContext, 'db'>,
  em: Transaction,
  event: E,
  payload: EventPayloads[E],
): Promise<void> {
  for (const island of SUBSCRIBERS[event]) {
    const queue = eventQueue(event, island);
    await ctx.db.boss.send(queue, payload, { db: fromKysely(em.getKysely<unknown>()) });
    wakeAfterCommit(em, queue);
  }
}
