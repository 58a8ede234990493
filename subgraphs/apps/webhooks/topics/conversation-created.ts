import { writeToGuest } from '../triggers/write-to-guest.ts';
import { Conversation, describeConversation } from './resources/conversation.ts';
import { defineTopic } from './topic.ts';

export const conversationCreated = defineTopic('conversation.created', {
  when: 'A conversation with a guest was opened by its first message.',
  resource: Conversation,
  describe: describeConversation,
  trigger: { cause: writeToGuest },
});
