import { type RawBuilder, sql } from 'kysely';
import { inReach } from '#db/reach.ts';
import { propertyLimits } from '#kit/reach.ts';
import type { Viewer } from '#kit/viewer.ts';

/**
 * Condition for contacts within a limited membership's reach: those with a booking at one of its properties.
 * The row is `contacts`.
 */
export const contactInReach = (viewer: Viewer): RawBuilder<boolean> =>
  propertyLimits(viewer) === null
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM checkout.bookings b
        WHERE b.contact_id = contacts.id AND ${inReach(viewer, sql.ref('b.property_id'))})`;
