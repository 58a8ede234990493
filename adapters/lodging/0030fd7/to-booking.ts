import type { Message } from '../../mcp/ucp/messages.ts';
import { policyLinks } from '../../mcp/ucp/policies.ts';
import { pathFor } from '../../storefront-pages/stay-query.ts';
import type { Shown } from '../codec.ts';
import type { LodgingPersonFragment } from '../generated.ts';
import { messagesOf } from './messages.ts';
import { paymentOf } from './payment.ts';
import { policiesOf } from './policies.ts';
import { type Lodging, lodgingOf, statusOf } from './status.ts';
import { toStay } from './to-stay.ts';
import { totalsOf } from './totals.ts';

/** Converts a session to the draft's format (docs/interface/lodging.md#session-status). */
export function toBooking(shown: Shown, further: readonly Message[]) {
  const { session, storefront } = shown;
  const lodging = lodgingOf(session);
  const status = statusOf(shown);
  const isOver = status === 'completed' || status === 'canceled';
  const { booker, guests, travelPurpose } = lodging;
  return {
    id: session.id,
    status,
    property: propertyOf(shown, lodging),
    stays: session.lines.map((line, index) => toStay(shown, line, lodging.stays[index])),
    ...(booker && hasAny(booker) ? { booker: toPerson(booker) } : {}),
    ...(guests.length > 0 ? { guests: guests.map(toGuest) } : {}),
    ...(travelPurpose === null ? {} : { travel_purpose: travelPurpose }),
    currency: session.currency,
    totals: totalsOf(session, lodging),
    payment: paymentOf(session, lodging),
    messages: [...messagesOf(shown, lodging, status), ...further],
    links: policyLinks(storefront),
    policies: policiesOf(lodging, storefront),
    expires_at: session.expiresAt,
    ...(isOver ? {} : { continue_url: continueUrl(shown, lodging) }),
    ...(status === 'completed' ? confirmationOf(shown) : {}),
  };
}

/**
 * Returns the URL where the guest continues: to pay for a held booking, to request a stay from a host who
 * confirms manually, or to view the booking.
 */
function continueUrl({ session: { order }, storefront }: Shown, { stays }: Lodging): string {
  const { baseUrl, instantBooking } = storefront;
  if (order) return `${baseUrl}/bookings/${order.permalinkId}`;
  const [stay] = stays;
  if (!stay?.unitTypeId || !stay.checkIn || !stay.checkOut) return baseUrl;
  const { unitTypeId, checkIn, checkOut, adults, children } = stay;
  const wish = { checkIn, checkOut, adults: adults ?? 1, children: children ?? 0, units: 1 };
  return `${baseUrl}${pathFor(`/stays/${unitTypeId}${instantBooking ? '' : '/request'}`, wish)}`;
}

function confirmationOf({ session: { order }, storefront }: Shown) {
  if (!order) return {};
  const { reference, label, pincode, permalinkId } = order;
  return {
    confirmation: {
      id: reference,
      label,
      ...(pincode === null ? {} : { pincode }),
      permalink_url: `${storefront.baseUrl}/bookings/${permalinkId}`,
    },
  };
}

/** Returns the requested property; if the storefront doesn't have it, only the id is known. */
function propertyOf({ offers, storefront }: Shown, { propertyId }: Lodging) {
  const place = [...offers.values()].find(({ content }) => content.place.id === propertyId)?.content.place;
  if (!place) return { id: propertyId, name: storefront.name };
  const address = {
    ...(place.street === null ? {} : { street_address: place.street }),
    ...(place.locality === null ? {} : { address_locality: place.locality }),
    ...(place.region === null ? {} : { address_region: place.region }),
    ...(place.country === null ? {} : { address_country: place.country }),
    ...(place.postalCode === null ? {} : { postal_code: place.postalCode }),
  };
  return { id: place.id, name: place.name, ...(Object.keys(address).length > 0 ? { address } : {}) };
}

function toPerson({ firstName, lastName, email, phoneNumber }: LodgingPersonFragment) {
  return {
    ...(firstName === null ? {} : { first_name: firstName }),
    ...(lastName === null ? {} : { last_name: lastName }),
    ...(email === null ? {} : { email }),
    ...(phoneNumber === null ? {} : { phone_number: phoneNumber }),
  };
}

const hasAny = (person: LodgingPersonFragment): boolean => Object.keys(toPerson(person)).length > 0;

const toGuest = ({ id, age, ...person }: Lodging['guests'][number]) => ({
  id,
  ...toPerson(person),
  ...(age === null ? {} : { age }),
});
