import type { Quote, StayGuests } from '../store/entities.ts';

/** An error in a lodging session's guests: its JSON path and how to fix it. */
export interface GuestFault {
  readonly path: string;
  readonly reason: string;
}

/**
 * Returns everything that prevents accepting the guests (docs/interface/lodging.md#guests): a stay at a
 * different property, a duplicate id, a stay with an unknown guest. Catalog checks ages.
 */
export function guestFaults({ propertyId, guests, stays }: StayGuests, quote: Quote): readonly GuestFault[] {
  const ids = guests.map(({ id }) => id);
  const known = new Set(ids);
  return [
    ...quote.lines.flatMap(({ propertyId: sold }, index) =>
      sold === null || sold === propertyId ? [] : [elsewhere(index, propertyId, sold)],
    ),
    ...ids.flatMap((id, index) => (ids.indexOf(id) === index ? [] : [twice(index, id)])),
    ...stays.flatMap(({ assignments }, stay) =>
      assignments.flatMap(({ guestId }, place) =>
        known.has(guestId) ? [] : [stranger(stay, place, guestId)],
      ),
    ),
  ];
}

const elsewhere = (stay: number, asked: string, sold: string): GuestFault => ({
  path: `$.stays[${stay}]`,
  reason: `This stay is at property ${sold}, not ${asked}: book each property's stays in a separate session.`,
});

const twice = (place: number, id: string): GuestFault => ({
  path: `$.guests[${place}].id`,
  reason: `Two guests have the id "${id}": give each guest a unique id.`,
});

const stranger = (stay: number, place: number, id: string): GuestFault => ({
  path: `$.stays[${stay}].guest_assignments[${place}].guest_id`,
  reason: `There is no guest with the id "${id}" in guests: add the guest or give another id.`,
});
