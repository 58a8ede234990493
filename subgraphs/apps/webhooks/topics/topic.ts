import type { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import type { EventPayloads, EventTopic } from '#schema/events.ts';
import type { Resource } from '../domain/envelope.ts';
import type { TriggerCaller } from '../triggers/trigger-caller.ts';

/**
 * Way for a developer to see a topic's webhook: by triggering its event with a team's data, or a sentence
 * with instructions.
 */
export type Trigger =
  | { readonly cause: (ctx: SubgraphContext, caller: TriggerCaller) => Promise<string> }
  | { readonly how: string };

/** A webhook topic as documented for developers, with a way to trigger it. */
export interface Topic {
  /** Complete sentence that explains when it's sent. */
  readonly when: string;
  /** The sent resource; source for the JSON Schema, the guide and the SDK's type. */
  readonly resource: z.ZodObject;
  readonly trigger: Trigger;
}

/** A topic caused by the event with the same name. */
export interface PublishedTopic<E> extends Topic {
  readonly describe: (event: E) => Resource;
  /** Slug of the only app that gets it; every subscriber if undefined. */
  readonly onlyFor?: (event: E) => string;
}

/** Defines an event's topic. The compiler checks that `describe` returns `resource`. */
export const defineTopic = <T extends EventTopic, R extends z.ZodObject>(
  _event: T,
  topic: PublishedTopic<EventPayloads[T]> & {
    readonly resource: R;
    readonly describe: (event: EventPayloads[T]) => NoInfer<z.output<R>>;
  },
): PublishedTopic<EventPayloads[T]> => topic;
