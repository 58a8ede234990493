import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import { info, type Message } from './messages.ts';

/** A stay whose dates are known and free. */
type Requestable = PricedFragment & { readonly checkIn: string; readonly checkOut: string };

export const isRequestable = (offer: PricedFragment): offer is Requestable =>
  offer.checkIn !== null && offer.available !== false;

/** Where a guest requests a stay (docs/interface/requests.md#for-agents). */
export function requestPath({ unitTypeId, checkIn, checkOut, adults, children, units }: Requestable): string {
  const stay = { check_in: checkIn, check_out: checkOut, adults, children, units };
  const asked = Object.entries(stay).map(([name, value]) => [name, String(value)]);
  return `/stays/${unitTypeId}/request?${new URLSearchParams(asked)}`;
}

/** What an agent does where there is no checkout because the host answers by hand; nothing where there is one, or no such stay. */
export function requestToBook(
  { instantBooking }: Storefront,
  offers: readonly PricedFragment[],
  path: string,
): readonly Message[] {
  if (instantBooking || !offers.some(isRequestable)) return [];
  return [info('request_to_book', GIVE_THE_LINK, path)];
}

const GIVE_THE_LINK =
  'The host answers every booking request personally, so there is no checkout here: give the guest the `url` of the stay they choose. They request it there, and pay once the host accepts.';
