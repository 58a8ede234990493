import { Conversation, describeConversation } from './resources/conversation.ts';
import { defineTopic } from './topic.ts';

export const conversationUpdated = defineTopic('conversation.updated', {
  when: 'Someone wrote in a conversation, or its status, assignee, draft or contact changed.',
  resource: Conversation,
  describe: describeConversation,
  trigger: { how: 'Close a conversation in the panel, or call conversationDraftSet.' },
});
