import { type RawBuilder, sql } from 'kysely';
import { inReach } from '#db/reach.ts';
import { propertyLimits } from '#kit/reach.ts';
import type { Viewer } from '#kit/viewer.ts';

/**
 * Condition for conversations within a limited membership's reach: those about a stay at one of its
 * properties. The row is `conversations`.
 */
export const conversationInReach = (viewer: Viewer): RawBuilder<boolean> =>
  propertyLimits(viewer) === null
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM checkout.conversation_stays s
        LEFT JOIN checkout.bookings b ON b.id = s.booking_id LEFT JOIN checkout.booking_requests r ON r.id = s.request_id
        WHERE s.conversation_id = conversations.id AND ${inReach(viewer, sql`coalesce(b.property_id, r.property_id)`)})`;
