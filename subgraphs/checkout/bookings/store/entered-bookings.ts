import type { SubgraphContext } from '#db/context.ts';
import { idInReach } from '#db/reach.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { Author } from '../../access.ts';
import type { Maybe } from '../../generated.ts';
import { contactOf } from '../../store/contacts.ts';
import { type BookedGuest, type Booking, BookingEntity } from '../../store/entities.ts';

/** Finds an author's entered booking by external id; null if there isn't one. */
export const findEntered = (
  ctx: SubgraphContext,
  { teamId, installId }: Author,
  externalId: string,
): Promise<Booking | null> =>
  reader(ctx).findOne(BookingEntity, {
    teamId,
    enteredBy: installId,
    sourceExternalId: externalId,
    enteredRevision: { $ne: null },
  });

/** Converts an entered guest to a contact. */
export const guestContact = (teamId: number, { phone, ...guest }: BookedGuest, at: Date) =>
  contactOf(teamId, { ...guest, phoneNumber: phone }, at);

/** Returns the booking id for an input; null if it identifies zero or two bookings. */
export async function findNamed(
  ctx: SubgraphContext,
  author: Author,
  { id, externalId }: { readonly id?: Maybe<string>; readonly externalId?: Maybe<string> },
): Promise<number | null> {
  const own = externalId == null ? null : await findEntered(ctx, author, externalId);
  const named = id == null ? (own?.id ?? null) : parseWideId(id);
  if (id != null && externalId != null && own?.id !== named) return null;
  return named !== null && (await reachesBooking(ctx, named)) ? named : null;
}

/** True if the viewer's membership covers the team's booking; an unlimited membership covers all. */
export async function reachesBooking(ctx: SubgraphContext, id: number): Promise<boolean> {
  const propertyId = idInReach(ctx.viewer);
  return propertyId === null || (await reader(ctx).count(BookingEntity, { id, propertyId })) > 0;
}
