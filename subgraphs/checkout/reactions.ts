import type { Reaction } from '#db/subgraph.ts';
import { failMessage } from './conversations/commands/fail-message.ts';
import { followRefund } from './folio/commands/follow-refund.ts';
import { followCleaning } from './housekeeping/commands/follow-cleaning.ts';

/**
 * If the email for a message fails, the message hasn't reached the guest. A folio follows its refund
 * sessions.
 */
export const reactions: readonly Reaction[] = [
  { on: 'message.mail_failed', run: failMessage },
  { on: 'refund_session.changed', run: followRefund },
  { on: 'task.status_changed', run: followCleaning },
];
