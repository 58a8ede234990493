import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { traceparent } from '#kit/tracing.ts';
import { wakeDispatchers } from '../dispatcher/wake-dispatchers.ts';
import type { Announced } from '../domain/envelope.ts';
import { findSubscribers } from '../store/subscribers.ts';
import { writeDeliveries } from '../store/write-deliveries.ts';

/**
 * Ensures that each active install on the team whose app subscribes to the topic gets its delivery. This
 * process's dispatcher writes it in its next turn and sends it immediately; without one, it's written here,
 * and any dispatcher can send it. See docs/interface/webhooks.md#delivery, docs/interface/webhooks.md#topics.
 */
export async function fanOut(ctx: SubgraphContext, announced: Announced): Promise<void> {
  const event = { ...announced, traceparent: traceparent() };
  const { running } = ctx.services.apps.dispatcher;
  if (running) return running.announce(event);
  const db = statements(ctx);
  const addressed = await findSubscribers(db, [event]);
  await writeDeliveries(ctx, db, addressed);
  const installs = addressed.flatMap(({ subscribers }) => subscribers);
  await wakeDispatchers(db, installs); // after the commit: commits with a NOTIFY wait for each other
}
