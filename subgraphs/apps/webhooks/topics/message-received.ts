import { describeMessage, Message } from './resources/message.ts';
import { defineTopic } from './topic.ts';

export const messageReceived = defineTopic('message.received', {
  when: 'A guest wrote.',
  resource: Message,
  describe: describeMessage,
  trigger: { how: "Write on the page of a guest's booking." },
});
