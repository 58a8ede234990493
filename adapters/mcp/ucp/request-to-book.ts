import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import { info, type Message } from './messages.ts';

/** An available stay with known dates. */
type Requestable = PricedFragment & { readonly checkIn: string; readonly checkOut: string };

export const isRequestable = (offer: PricedFragment): offer is Requestable =>
  offer.checkIn !== null && offer.available !== false;

/** Returns the path to the guest's request page for a stay (docs/interface/requests.md#for-agents). */
export function requestPath({ unitTypeId, checkIn, checkOut, adults, children, units }: Requestable): string {
  const stay = { check_in: checkIn, check_out: checkOut, adults, children, units };
  const asked = Object.entries(stay).map(([name, value]) => [name, String(value)]);
  return `/stays/${unitTypeId}/request?${new URLSearchParams(asked)}`;
}

/**
 * Returns instructions for agents if there's no checkout because the host confirms manually; empty if there
 * is a checkout or the stay can't be requested.
 */
export function requestToBook(
  { instantBooking }: Storefront,
  offers: readonly PricedFragment[],
  path: string,
): readonly Message[] {
  if (instantBooking || !offers.some(isRequestable)) return [];
  return [info('request_to_book', GIVE_THE_LINK, path)];
}

const GIVE_THE_LINK =
  'The host reviews every booking request personally, so there is no checkout here: give the guest the `url` of the stay they choose. They can request it there, and pay once the host accepts.';
