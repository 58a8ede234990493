import type { Reaction } from '#db/subgraph.ts';
import { failMessage } from './conversations/commands/fail-message.ts';

/** A message whose mail did not go reached no one. */
export const reactions: readonly Reaction[] = [{ on: 'message.mail_failed', run: failMessage }];
