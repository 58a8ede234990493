import type { FastifyRequest } from 'fastify';
import { isUuid } from '#kit/ids.ts';
import { ask, type StorefrontPages } from './ask.ts';
import { type BookingPageQuery, bookingPageDocument } from './generated.ts';
import { PageNotFound } from './problems.ts';
import { inGuestsLanguage, type Visit, visitOf } from './visit.ts';

/** A request for a page behind a booking's permalink. */
export type AtPermalink = FastifyRequest<{ Params: { readonly permalinkId: string } }>;

/** A booking as its page shows it. */
export type BookedStay = NonNullable<BookingPageQuery['bookingByPermalink']>;

/** A guest's visit to their booking, in the booking's language unless they ask for another. */
export interface FoundBooking {
  readonly visit: Visit;
  readonly booking: BookedStay;
}

/** Returns the visit and the permalink; throws a 404 if the address has none. */
export async function openPermalink({ storefronts }: StorefrontPages, request: AtPermalink) {
  const visit = visitOf(request, await storefronts.of(request));
  const { permalinkId } = request.params;
  if (!isUuid(permalinkId)) throw new PageNotFound(visit.storefront);
  return { visit, permalink: { storefrontId: visit.storefront.id, permalinkId } };
}

/** Finds the booking behind a permalink; throws a 404 if there is none. */
export async function findBooked(pages: StorefrontPages, request: AtPermalink): Promise<FoundBooking> {
  const { visit, permalink } = await openPermalink(pages, request);
  const read = async ({ language }: Visit) => {
    const found = await ask(pages, request, bookingPageDocument, { ...permalink, language });
    if (!found.bookingByPermalink) throw new PageNotFound(visit.storefront);
    return found.bookingByPermalink;
  };
  const booking = await read(visit);
  const guests = inGuestsLanguage(visit, booking.guestLocale);
  if (guests.language === visit.language) return { visit, booking };
  return { visit: guests, booking: await read(guests) };
}
