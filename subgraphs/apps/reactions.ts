import type { SubgraphContext } from '#db/context.ts';
import type { Reaction } from '#db/subgraph.ts';
import type { EventPayloads, EventTopic } from '#schema/events.ts';
import { fanOut } from './webhooks/commands/fan-out.ts';
import { PUBLISHED } from './webhooks/topics/topics.ts';

/** They wait together for one turn of the dispatcher, not each for a connection. */
const DELIVERED_AT_ONCE = 100;

const deliverToApps = <T extends EventTopic>(on: T) => ({
  on,
  concurrency: DELIVERED_AT_ONCE,
  run: (ctx: SubgraphContext, event: EventPayloads[T], at: Date) => {
    const { describe, onlyFor } = PUBLISHED[on];
    return fanOut(ctx, {
      topic: on,
      teamId: event.teamId,
      resource: describe(event),
      occurredAt: 'occurredAt' in event ? new Date(event.occurredAt) : at,
      onlyApp: onlyFor ? onlyFor(event) : null,
    });
  },
});

/** Each subscribed app gets a webhook. */
export const reactions: readonly Reaction[] = Object.keys(PUBLISHED).map(
  (topic) => deliverToApps(topic as EventTopic) as Reaction, // topic and payload come from one entry of the same table
);
