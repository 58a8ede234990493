import type { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import type { EventPayloads, EventTopic } from '#schema/events.ts';
import type { Resource } from '../domain/envelope.ts';
import type { TriggerCaller } from '../triggers/trigger-caller.ts';

/** How a developer sees a webhook of the topic: by causing its event with a team's own data, or as a sentence tells them. */
export type Trigger =
  | { readonly cause: (ctx: SubgraphContext, caller: TriggerCaller) => Promise<string> }
  | { readonly how: string };

/** A webhook topic as developers read about it, and how they see one. */
export interface Topic {
  /** When it is sent: a whole sentence. */
  readonly when: string;
  /** The resource as it is sent: the JSON Schema, the guide and the SDK's type are made from it. */
  readonly resource: z.ZodObject;
  readonly trigger: Trigger;
}

/** A topic that an event of the same name causes. */
export interface PublishedTopic<E> extends Topic {
  readonly describe: (event: E) => Resource;
  /** Slug of the one app that gets it; every subscriber if left out. */
  readonly onlyFor?: (event: E) => string;
}

/** The topic of an event. The compiler compares what `describe` returns with `resource`. */
export const defineTopic = <T extends EventTopic, R extends z.ZodObject>(
  _event: T,
  topic: PublishedTopic<EventPayloads[T]> & {
    readonly resource: R;
    readonly describe: (event: EventPayloads[T]) => NoInfer<z.output<R>>;
  },
): PublishedTopic<EventPayloads[T]> => topic;
