import type { SubgraphContext } from '#db/context.ts';
import { authorOf } from '../../access.ts';
import type { BookingUpdateInput } from '../../generated.ts';
import { enteredChange, toGuest } from '../domain/entered-booking.ts';
import { faultsOf } from '../domain/entry-faults.ts';
import { type Entry, NO_SUCH_BOOKING, refuseEntry } from '../domain/entry-refusal.ts';
import { changeBooking } from '../operations/change-booking.ts';
import { changeSoldStay } from '../operations/change-sold-stay.ts';
import { findNamed } from '../store/entered-bookings.ts';

/**
 * Changes a booking in the author's team, found by its id or external id. See
 * docs/interface/bookings.md#changes.
 */
export async function updateBooking(ctx: SubgraphContext, input: BookingUpdateInput): Promise<Entry> {
  const author = authorOf(ctx);
  const faults = faultsOf(input);
  if (faults.length > 0) return refuseEntry(...faults);
  const id = author && (await findNamed(ctx, author, input));
  if (!author || id === null) return refuseEntry(NO_SUCH_BOOKING);
  const { guest, revision } = input;
  const stay = enteredChange(input);
  const wanted = { stay, guest: guest ? toGuest(guest) : null, revision: revision ?? null };
  const sold = keepsPrices(ctx)
    ? await changeSoldStay(ctx, author, id, {
        ...wanted,
        lineId: input.lineId ?? null,
        waiveFee: input.waiveFee ?? false,
      })
    : null;
  return sold ?? changeBooking(ctx, author, id, wanted);
}

/** Last version in which an app's change prices the whole stay again. Alphabetically, `unstable` comes after every date. */
const LAST_PRICED_AGAIN = '2026-10';

/** True for callers whose changes keep the price of kept nights: hosts, and apps on a later version. */
const keepsPrices = ({ viewer, apiVersion }: SubgraphContext): boolean =>
  viewer.kind === 'hostUser' || (apiVersion !== null && apiVersion > LAST_PRICED_AGAIN);
