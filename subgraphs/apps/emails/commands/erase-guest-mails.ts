import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { Mail } from '../store/entities.ts';

/** An erased guest's records. */
export interface ErasedGuest {
  readonly bookingIds?: readonly number[];
  /** Ids of the guest's booking requests. */
  readonly requestIds?: readonly string[];
  readonly conversationIds?: readonly number[];
}

/**
 * Deletes every email about an erased guest's bookings, requests and conversations: waiting emails aren't
 * sent, and sent ones leave no name or address behind. See docs/interface/mails.md#redaction.
 */
export async function eraseGuestMails(
  ctx: SubgraphContext,
  { bookingIds = [], requestIds = [], conversationIds = [] }: ErasedGuest,
): Promise<void> {
  await reader(ctx).nativeDelete(Mail, {
    $or: [
      { bookingId: { $in: [...bookingIds] } },
      { requestId: { $in: [...requestIds] } },
      { conversationId: { $in: [...conversationIds] } },
    ],
  });
}
