import { z } from 'zod';
import type { MessageEvent } from '#schema/events.ts';
import { id, version } from './fields.ts';

export const Message = z.object({
  type: z.literal('message'),
  id: id.describe('Same as `Message.id` in GraphQL.'),
  version: version.describe("The conversation's version, which increases with every change to its messages."),
  conversation_id: id,
  provider: z.string().describe("Provider of the message: `platform`, or `app:` and an app's slug."),
  direction: z.enum(['in', 'out']),
  author: z.enum(['guest', 'host', 'app', 'automation']).describe('What wrote it.'),
  status: z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed']),
  booking_id: id.nullable().describe('The booking that the message is about; null if unknown.'),
  request_id: z.uuid().nullable().describe('The request to book that the message is about; null if unknown.'),
});

export const describeMessage = (event: MessageEvent): z.output<typeof Message> => ({
  type: 'message',
  id: event.messageId,
  version: event.version,
  conversation_id: event.conversationId,
  provider: event.provider,
  direction: event.direction,
  author: event.author,
  status: event.status,
  booking_id: event.bookingId,
  request_id: event.requestId,
});
