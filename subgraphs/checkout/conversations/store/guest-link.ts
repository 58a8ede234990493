import { isUuid, parseId } from '#kit/ids.ts';
import { isLinkOver } from '../../requests/domain/request-times.ts';
import {
  type Booking,
  BookingEntity,
  type BookingRequest,
  BookingRequestEntity,
  type Message,
} from '../../store/entities.ts';
import { managerOf, type Where } from './conversation-stays.ts';

/** A guest's link: a booking's permalink, or a booking request's link. */
export interface GuestLink {
  readonly storefrontId: string;
  readonly permalinkId?: string | null | undefined;
  readonly requestId?: string | null | undefined;
}

/** The stay on a link: its booking, if any, and its request, if placed as one. */
export interface LinkedStay {
  readonly booking: Booking | null;
  readonly request: BookingRequest | null;
  /** The booking if there is one, else the request. */
  readonly stay: Pick<
    Booking,
    'teamId' | 'checkOut' | 'timeZone' | 'guestFirstName' | 'guestLastName' | 'guestEmail' | 'guestPhone'
  >;
}

/** Finds the stay for a storefront link; null if there isn't one. An unconfirmed request doesn't count. */
export async function findLinked(
  where: Where,
  { storefrontId, permalinkId, requestId }: GuestLink,
  now: Date,
): Promise<LinkedStay | null> {
  const em = managerOf(where);
  const storefront = parseId(storefrontId) ?? 0;
  if ((permalinkId == null) === (requestId == null)) return null;
  if (permalinkId != null) {
    const booking = isUuid(permalinkId)
      ? await em.findOne(BookingEntity, { permalinkId, storefrontId: storefront })
      : null;
    const request = booking && (await em.findOne(BookingRequestEntity, { bookingId: booking.id }));
    return booking && { booking, request, stay: booking };
  }
  const request =
    requestId != null && isUuid(requestId)
      ? await em.findOne(BookingRequestEntity, { id: requestId, storefrontId: storefront })
      : null;
  if (!request || request.status === 'unverified' || isLinkOver(request, now)) return null;
  const booking =
    request.bookingId === null ? null : await em.findOne(BookingEntity, { id: request.bookingId });
  return { booking, request, stay: booking ?? request };
}

/** Returns the stay for a message on a link: the booking, or the request until it has one. */
export const stayOfLink = ({ booking, request }: LinkedStay): Pick<Message, 'bookingId' | 'requestId'> => ({
  bookingId: booking?.id ?? null,
  requestId: booking ? null : (request?.id ?? null),
});
