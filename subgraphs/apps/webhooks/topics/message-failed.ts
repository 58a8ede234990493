import { describeMessage, Message } from './resources/message.ts';
import { defineTopic } from './topic.ts';

export const messageFailed = defineTopic('message.failed', {
  when: 'A message to a guest could not be delivered. `Message.failure` has the reason.',
  resource: Message,
  describe: describeMessage,
  trigger: { how: 'Reply in a conversation whose provider refuses the message.' },
});
