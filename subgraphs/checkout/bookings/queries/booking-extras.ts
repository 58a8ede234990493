import type { SubgraphContext } from '#db/context.ts';
import { dateIn } from '#kit/dates.ts';
import { isOngoing, type StayFields } from '../../domain/stay.ts';
import {
  extraStayOf,
  type GuestExtras,
  guestExtras,
  NO_EXTRAS,
  type OfferedExtra,
} from '../../folio/domain/extras.ts';
import { chargesOf, type FolioRow, withEntries } from '../../folio/queries/folio.ts';
import { stayExtrasDocument } from '../../operations/generated.ts';
import type { Booking } from '../../store/entities.ts';

/** Booking fields that determine its extras. */
export type ExtrasBooking = StayFields &
  Pick<
    Booking,
    | 'storefrontId'
    | 'propertyId'
    | 'status'
    | 'checkIn'
    | 'checkOut'
    | 'timeZone'
    | 'lines'
    | 'adults'
    | 'children'
  >;

/** True if a guest can add extras to a booking: until the end of its check-in day, unless it has ended before. */
export const takesExtras = (booking: ExtrasBooking, now: Date): boolean =>
  isOngoing(booking) && dateIn(booking.timeZone, now).toString() <= booking.checkIn;

/** Returns the extras that the property offers for a booking's stay. */
export async function offeredExtras(
  ctx: SubgraphContext,
  booking: ExtrasBooking,
): Promise<readonly OfferedExtra[]> {
  const variables = {
    storefrontId: String(booking.storefrontId),
    propertyId: String(booking.propertyId),
    stay: extraStayOf(booking),
  };
  const { stayExtras } = await ctx.execute(stayExtrasDocument, variables, ctx);
  return stayExtras;
}

/** Returns the extras that a booking's guest can add now. */
export async function extrasOfBooking(
  ctx: SubgraphContext,
  booking: FolioRow & ExtrasBooking,
): Promise<GuestExtras> {
  if (!takesExtras(booking, ctx.clock.now())) return NO_EXTRAS;
  const offered = await offeredExtras(ctx, booking);
  if (offered.length === 0) return NO_EXTRAS;
  return guestExtras(offered, await chargesOf(ctx, await withEntries(ctx, booking)));
}
