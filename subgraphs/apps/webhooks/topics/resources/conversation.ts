import { z } from 'zod';
import type { ConversationEvent } from '#schema/events.ts';
import { id, version } from './fields.ts';

export const Conversation = z.object({
  type: z.literal('conversation'),
  id: id.describe('Same as `Conversation.id` in GraphQL.'),
  version,
  status: z.enum(['open', 'answered', 'closed', 'spam']),
  provider: z.string().describe("Provider of its messages: `platform`, or `app:` and an app's slug."),
  contact_id: id,
});

export const describeConversation = (event: ConversationEvent): z.output<typeof Conversation> => ({
  type: 'conversation',
  id: event.conversationId,
  version: event.version,
  status: event.status,
  provider: event.provider,
  contact_id: event.contactId,
});
