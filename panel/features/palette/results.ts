import { t } from '@lingui/core/macro';
import type { TeamRole } from '../../api/client.ts';
import { day } from '../../format/dates.ts';
import type { PaletteSearchQuery } from './generated.ts';

/** A page to open, and the navigation entry above it. */
export interface PageChoice {
  readonly href: string;
  readonly title: string;
  readonly note?: string;
}

/** Results of one kind. */
export interface Found {
  readonly label: string;
  readonly results: readonly PageChoice[];
}

/** Most pages listed for a text. */
const MOST_PAGES = 8;

/** Returns the pages whose title or entry contains a text; for an empty text, the first pages. */
export function pagesFor(pages: readonly PageChoice[], text: string): readonly PageChoice[] {
  const part = text.toLowerCase();
  const matching = pages.filter(({ title, note = '' }) => `${title} ${note}`.toLowerCase().includes(part));
  return matching.slice(0, MOST_PAGES);
}

/** Returns the found bookings, guests and units with their pages, as far as a role can open these. */
export function foundOf(
  { hostBookings, contacts, unitSearch }: PaletteSearchQuery,
  role: TeamRole,
): readonly Found[] {
  const bookings = hostBookings?.nodes.map(
    ({ id, reference, guestFirstName, guestLastName, checkIn, checkOut }) => ({
      href: `/bookings/${id}`,
      title: reference,
      note: `${guestFirstName} ${guestLastName}, ${day(checkIn)} – ${day(checkOut)}`,
    }),
  );
  const guests = contacts?.nodes.map(({ id, firstName, lastName, emails }) => ({
    href: `/guests/${id}`,
    title: `${firstName} ${lastName}`.trim() || t`Redacted guest`,
    note: emails[0] ?? '',
  }));
  const units = unitSearch?.map(({ id, name, unitTypeId, unitTypeName, propertyId, propertyName }) => ({
    href:
      role === 'housekeeping'
        ? `/tasks/housekeeping?property=${propertyId}#unit-${id}`
        : `/properties/${propertyId}/unit-types/${unitTypeId}#unit-${id}`,
    title: name,
    note: `${unitTypeName}, ${propertyName}`,
  }));
  return [
    { label: t`Bookings`, results: bookings ?? [] },
    { label: t`Guests`, results: guests ?? [] },
    { label: t`Units`, results: units ?? [] },
  ];
}
