import { describeMessage, Message } from './resources/message.ts';
import { defineTopic } from './topic.ts';

export const messageReceived = defineTopic('message.received', {
  when: 'A guest wrote.',
  resource: Message,
  describe: describeMessage,
  trigger: { how: "Write a message on a guest's booking page." },
});
