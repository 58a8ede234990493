import type { SubgraphContext } from '#db/context.ts';
import { guestTotals } from '../../folio/domain/guest-totals.ts';
import { chargesOf, type FolioRow, withEntries } from '../../folio/queries/folio.ts';
import type { BookedTotal, Booking } from '../../store/entities.ts';

/** Returns a booking's price as its guest sees it: an ended booking's, and one that no one has changed, as it was sold. */
export async function totalsForGuest(
  ctx: SubgraphContext,
  booking: FolioRow & Pick<Booking, 'totals'>,
): Promise<BookedTotal[]> {
  const { status, charged, totals } = booking;
  if (charged === null || (status !== 'held' && status !== 'confirmed')) return [...totals];
  return [...guestTotals(await chargesOf(ctx, await withEntries(ctx, booking)))];
}
