import type { SubgraphContext } from '#db/context.ts';
import type { Reaction } from '#db/subgraph.ts';
import type { EventPayloads } from '#schema/events.ts';
import { fanOut } from './webhooks/commands/fan-out.ts';
import { ANNOUNCE, type EventTopic } from './webhooks/topics.ts';

/** They wait together for one turn of the dispatcher, not each for a connection. */
const DELIVERED_AT_ONCE = 100;

const deliverToApps = <T extends EventTopic>(on: T) => ({
  on,
  concurrency: DELIVERED_AT_ONCE,
  run: (ctx: SubgraphContext, event: EventPayloads[T], at: Date) => {
    const { occurredAt, ...announcement } = ANNOUNCE[on](event);
    return fanOut(ctx, { ...announcement, topic: on, occurredAt: occurredAt ? new Date(occurredAt) : at });
  },
});

/** Apps receive what they subscribed to. */
export const reactions: readonly Reaction[] = Object.keys(ANNOUNCE).map(
  (topic) => deliverToApps(topic as EventTopic) as Reaction, // topic and payload come from one entry of the same table
);
