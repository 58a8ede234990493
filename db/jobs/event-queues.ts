import { type EventName, SUBSCRIBERS } from '#schema/events.ts';

/** The queue that carries one event to one subgraph. */
export const eventQueue = (event: EventName, subgraph: string) => `${event}/${subgraph}`;

export const queuesOf = (event: EventName) =>
  SUBSCRIBERS[event].map((subgraph) => eventQueue(event, subgraph));

/** Every queue that events travel on. */
export const EVENT_QUEUES: readonly string[] = Object.keys(SUBSCRIBERS).flatMap(
  (event) => queuesOf(event as EventName), // keys of SUBSCRIBERS are event names
);
