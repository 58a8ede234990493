import { type EventName, SUBSCRIBERS } from '#schema/events.ts';

/** Returns the queue that carries an event to a subgraph. */
export const eventQueue = (event: EventName, subgraph: string) => `${event}/${subgraph}`;

export const queuesOf = (event: EventName) =>
  SUBSCRIBERS[event].map((subgraph) => eventQueue(event, subgraph));

/** Every event queue. */
export const EVENT_QUEUES: readonly string[] = Object.keys(SUBSCRIBERS).flatMap(
  (event) => queuesOf(event as EventName), // keys of SUBSCRIBERS are event names
);
