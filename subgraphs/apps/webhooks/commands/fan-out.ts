import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { traceparent } from '#kit/tracing.ts';
import { wakeDispatchers } from '../dispatcher/wake-dispatchers.ts';
import type { Announced } from '../domain/envelope.ts';
import { findSubscribers } from '../store/subscribers.ts';
import { writeDeliveries } from '../store/write-deliveries.ts';

/**
 * Sees to it that every active install of the team whose app subscribed to the topic has its delivery. The dispatcher of this
 * process writes it in its next turn and sends it at once; where none runs it is written here, and any dispatcher finds it.
 * See docs/interface/webhooks.md#delivery, docs/interface/webhooks.md#topics.
 */
export async function fanOut(ctx: SubgraphContext, announced: Announced): Promise<void> {
  const event = { ...announced, traceparent: traceparent() };
  const { running } = ctx.services.apps.dispatcher;
  if (running) return running.announce(event);
  const db = statements(ctx);
  const addressed = await findSubscribers(db, [event]);
  await writeDeliveries(ctx, db, addressed);
  const installs = addressed.flatMap(({ subscribers }) => subscribers);
  await wakeDispatchers(db, installs); // after the commit: commits that carry a NOTIFY wait for one another
}
