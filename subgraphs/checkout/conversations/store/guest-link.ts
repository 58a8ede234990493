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

/** A link that a guest came by: a booking's permalink, or that of a request to book. */
export interface GuestLink {
  readonly storefrontId: string;
  readonly permalinkId?: string | null | undefined;
  readonly requestId?: string | null | undefined;
}

/** What is behind a link: the booking where there is one, the request where it was placed first. */
export interface LinkedStay {
  readonly booking: Booking | null;
  readonly request: BookingRequest | null;
  /** The one of them that counts by now. */
  readonly stay: Pick<
    Booking,
    'teamId' | 'checkOut' | 'timeZone' | 'guestFirstName' | 'guestLastName' | 'guestEmail' | 'guestPhone'
  >;
}

/** The stay behind a link of a storefront; null if there is none. A request is none until it is confirmed. */
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

/** What is written at a link is about its booking, or the request until it is one. */
export const stayOfLink = ({ booking, request }: LinkedStay): Pick<Message, 'bookingId' | 'requestId'> => ({
  bookingId: booking?.id ?? null,
  requestId: booking ? null : (request?.id ?? null),
});
