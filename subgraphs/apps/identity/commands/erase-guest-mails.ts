import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { Mail } from '../store/entities.ts';

/** What an erased guest had. */
export interface ErasedGuest {
  readonly bookingIds?: readonly number[];
  /** Requests to book. */
  readonly requestIds?: readonly string[];
}

/**
 * Deletes every mail about bookings and requests whose guest was erased: those that wait are not sent any more, and no name or address
 * is left of those that were. See docs/interface/mails.md#redaction.
 */
export async function eraseGuestMails(
  ctx: SubgraphContext,
  { bookingIds = [], requestIds = [] }: ErasedGuest,
): Promise<void> {
  await reader(ctx).nativeDelete(Mail, {
    $or: [{ bookingId: { $in: [...bookingIds] } }, { requestId: { $in: [...requestIds] } }],
  });
}
