import { writeToGuest } from '../triggers/write-to-guest.ts';
import { describeMessage, Message } from './resources/message.ts';
import { defineTopic } from './topic.ts';

export const messageSent = defineTopic('message.sent', {
  when: "A message to a guest was sent to its provider; with `platform`, it's on the guest's page.",
  resource: Message,
  describe: describeMessage,
  trigger: { cause: writeToGuest },
});
