import type { SubgraphContext } from '#db/context.ts';
import { acceptedRefunds } from '../../folio/domain/due-refunds.ts';
import { claimed } from '../../folio/domain/folio-sums.ts';
import { chargesOf, type FolioRow, withEntries } from '../../folio/queries/folio.ts';
import type { Booking } from '../../store/entities.ts';
import { type GuestCancelQuote, guestCancelQuote } from '../domain/guest-cancel.ts';
import type { Terminable } from '../domain/refund.ts';
import { feeTaxesOf } from '../operations/fee-taxes.ts';

/** Returns the cost for a guest who cancels a booking now; null if they have to contact the host. */
export async function quoteGuestCancel(
  ctx: SubgraphContext,
  booking: FolioRow & Terminable & Pick<Booking, 'propertyId' | 'channelConnectionId' | 'stayState'>,
): Promise<GuestCancelQuote | null> {
  const folio = await withEntries(ctx, booking);
  const charges = await chargesOf(ctx, folio);
  const refunded = claimed(acceptedRefunds(folio.entries));
  const taxes = await feeTaxesOf(ctx, folio);
  return guestCancelQuote({ ...folio, charges }, { refunded, taxes, now: ctx.clock.now() });
}
