import { z } from 'zod';
import type { WebhookTopic } from '#schema/events.ts';
import { OF_INSTALL, PUBLISHED } from './generated.ts';
import type { Topic } from './topic.ts';

/** Every topic, in documentation order (docs/interface/webhooks.md#topics). */
export const TOPICS: Readonly<Record<WebhookTopic, Topic>> = { ...PUBLISHED, ...OF_INSTALL };

/** Returns the schema for a topic's whole envelope (docs/interface/webhooks.md#envelope). */
export function envelopeSchema(topic: string, { resource }: Pick<Topic, 'resource'>): z.ZodObject {
  return z.object({
    event_id: z.uuid().describe('The same for every attempt. Use it to de-duplicate.'),
    topic: z.literal(topic),
    occurred_at: z.iso.datetime(),
    api_version: z.string().describe('Dated version of the shape of `resource`.'),
    team: z.string().describe('Slug of the team. Use it to find the install and its secret.'),
    resource,
  });
}
