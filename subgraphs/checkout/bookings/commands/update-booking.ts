import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { authorOf } from '../../access.ts';
import type { BookingUpdateInput } from '../../generated.ts';
import { toGuest } from '../domain/entered-booking.ts';
import { faultsOf } from '../domain/entry-faults.ts';
import { type Entry, NO_SUCH_BOOKING, refuseEntry } from '../domain/entry-refusal.ts';
import { changeBooking } from '../operations/change-booking.ts';
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
  const { unitTypeId, checkIn, checkOut, adults, children, quantity, guest, revision } = input;
  const stay = {
    ...(unitTypeId == null ? {} : { unitTypeId: parseId(unitTypeId) ?? 0 }),
    ...(checkIn ? { checkIn: checkIn.toString() } : {}),
    ...(checkOut ? { checkOut: checkOut.toString() } : {}),
    ...(adults == null ? {} : { adults }),
    ...(children == null ? {} : { children }),
    ...(quantity == null ? {} : { quantity }),
  };
  const wanted = { stay, guest: guest ? toGuest(guest) : null, revision: revision ?? null };
  return changeBooking(ctx, author, id, wanted);
}
