import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import { isLinkOver } from '../../requests/domain/request-times.ts';
import { contactOf } from '../../store/contacts.ts';
import {
  type Booking,
  BookingEntity,
  type BookingRequest,
  BookingRequestEntity,
  type Conversation,
  type Message,
} from '../../store/entities.ts';
import { managerOf, type Where } from './conversation-stays.ts';
import { joinStay, platformThread } from './conversations.ts';

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

/** The guest of a stay as the team knows them: found or made, as a booking does. */
export async function contactOfStay(
  ctx: SubgraphContext,
  em: Transaction,
  { booking, stay }: LinkedStay,
): Promise<number> {
  if (booking?.contactId != null) return booking.contactId;
  const {
    guestFirstName: firstName,
    guestLastName: lastName,
    guestEmail: email,
    guestPhone: phoneNumber,
  } = stay;
  const guest = { firstName, lastName, email, phoneNumber };
  const finding: RawBuilder<{ readonly id: number }> = sql`
    SELECT ${contactOf(stay.teamId, guest, ctx.clock.now())}::float8 AS id`;
  const [found] = (await finding.execute(statements(em))).rows;
  if (!found) throw new Error('PostgreSQL did not say who the guest is.');
  return found.id;
}

/** The conversation of a stay's guest on the platform's own pages, locked; a new one if there is none. The stay joins it. */
export async function threadOfStay(
  ctx: SubgraphContext,
  em: Transaction,
  linked: LinkedStay,
  subject: string | null = null,
): Promise<Conversation> {
  const { booking, request, stay } = linked;
  const contactId = await contactOfStay(ctx, em, linked);
  const unitTypeId = booking?.lines[0]?.unitTypeId ?? request?.unitTypeId ?? null;
  const thread = await platformThread(ctx, em, { teamId: stay.teamId, contactId, subject, unitTypeId });
  if (request) await joinStay(em, thread, { bookingId: null, requestId: request.id });
  if (booking) await joinStay(em, thread, { bookingId: booking.id, requestId: null });
  return { ...thread, unitTypeId };
}

/** What is written at a link is about its booking, or the request until it is one. */
export const stayOfLink = ({ booking, request }: LinkedStay): Pick<Message, 'bookingId' | 'requestId'> => ({
  bookingId: booking?.id ?? null,
  requestId: booking ? null : (request?.id ?? null),
});
