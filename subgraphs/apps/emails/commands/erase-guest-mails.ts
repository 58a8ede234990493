import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { Mail } from '../store/entities.ts';

/** What an erased guest had. */
export interface ErasedGuest {
  readonly bookingIds?: readonly number[];
  /** Requests to book. */
  readonly requestIds?: readonly string[];
  readonly conversationIds?: readonly number[];
}

/**
 * Deletes every mail about bookings, requests and conversations whose guest was erased: those that wait are not sent any more, and no name or address
 * is left of those that were. See docs/interface/mails.md#redaction.
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
