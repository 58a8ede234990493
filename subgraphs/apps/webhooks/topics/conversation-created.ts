import { Conversation, describeConversation } from './resources/conversation.ts';
import { defineTopic } from './topic.ts';

export const conversationCreated = defineTopic('conversation.created', {
  when: 'A conversation with a guest was opened: one of them wrote for the first time.',
  resource: Conversation,
  describe: describeConversation,
  trigger: { how: "Write on the page of a guest's booking." },
});
