import type { BookingResolvers } from '../generated.ts';

/** Fields selected by most booking references and lists. A query for only these reads `BRIEF_COLUMNS`. */
export const BRIEF_FIELDS: ReadonlySet<string> = new Set<keyof BookingResolvers>([
  ...([
    'id',
    'teamId',
    'storefrontId',
    'storefront',
    'propertyId',
    'property',
    'reference',
    'status',
  ] as const),
  ...(['paymentStatus', 'version', 'checkIn', 'checkOut', 'timeZone', 'currency', 'total', 'party'] as const),
  ...(['guestFirstName', 'guestLastName', 'guestEmail', 'createdAt', 'updatedAt'] as const),
]);

/** Fields selected by the panel's lists. A query for only these reads `LISTED_COLUMNS`. */
export const LISTED_FIELDS: ReadonlySet<string> = new Set<string>([
  ...BRIEF_FIELDS,
  ...([
    'test',
    'lines',
    'payment',
    'folio',
    'source',
    'holdExpiresAt',
    'stay',
  ] satisfies (keyof BookingResolvers)[]),
]);
