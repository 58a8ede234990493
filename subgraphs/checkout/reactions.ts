import type { Reaction } from '#db/subgraph.ts';
import { failMessage } from './conversations/commands/fail-message.ts';

/** If a message's email fails, the message hasn't reached the guest. */
export const reactions: readonly Reaction[] = [{ on: 'message.mail_failed', run: failMessage }];
