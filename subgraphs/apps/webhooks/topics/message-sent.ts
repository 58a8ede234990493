import { describeMessage, Message } from './resources/message.ts';
import { defineTopic } from './topic.ts';

export const messageSent = defineTopic('message.sent', {
  when: "A message to a guest was handed to its provider; for `platform`, it can be read on the guest's page.",
  resource: Message,
  describe: describeMessage,
  trigger: { how: 'Answer a guest in the panel, or call conversationMessageSend.' },
});
