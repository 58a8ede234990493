import { z } from 'zod';
import type { EventPayloads, EventTopic, InstallTopic } from '#schema/events.ts';
import { appInstalled } from './app-installed.ts';
import { appScopesChanged } from './app-scopes-changed.ts';
import { appUninstalled } from './app-uninstalled.ts';
import { availabilityUpdated } from './availability-updated.ts';
import { bookingCancelled } from './booking-cancelled.ts';
import { bookingCheckedIn } from './booking-checked-in.ts';
import { bookingCheckedOut } from './booking-checked-out.ts';
import { bookingConfirmed } from './booking-confirmed.ts';
import { bookingCreated } from './booking-created.ts';
import { bookingExpired } from './booking-expired.ts';
import { bookingRequestAccepted } from './booking-request-accepted.ts';
import { bookingRequestBooked } from './booking-request-booked.ts';
import { bookingRequestCreated } from './booking-request-created.ts';
import { bookingRequestDeclined } from './booking-request-declined.ts';
import { bookingRequestExpired } from './booking-request-expired.ts';
import { bookingRequestFailed } from './booking-request-failed.ts';
import { bookingRequestWithdrawn } from './booking-request-withdrawn.ts';
import { bookingUpdated } from './booking-updated.ts';
import { channelConnectionUpdated } from './channel-connection-updated.ts';
import { contactRedacted } from './contact-redacted.ts';
import { contactUpdated } from './contact-updated.ts';
import { paymentSessionExpired } from './payment-session-expired.ts';
import { propertyUpdated } from './property-updated.ts';
import { ratesUpdated } from './rates-updated.ts';
import { storefrontUpdated } from './storefront-updated.ts';
import { taskAssignmentRequested } from './task-assignment-requested.ts';
import { taskCreated } from './task-created.ts';
import { taskStatusChanged } from './task-status-changed.ts';
import { taskUpdated } from './task-updated.ts';
import type { PublishedTopic, Topic } from './topic.ts';
import { unitTypeUpdated } from './unit-type-updated.ts';

/** Topics of events: an event of schema/events.ts that apps react to and that is missing here does not compile. */
export const PUBLISHED: { readonly [T in EventTopic]: PublishedTopic<EventPayloads[T]> } = {
  'task.created': taskCreated,
  'task.updated': taskUpdated,
  'task.assignment_requested': taskAssignmentRequested,
  'task.status_changed': taskStatusChanged,
  'booking.created': bookingCreated,
  'booking.confirmed': bookingConfirmed,
  'booking.updated': bookingUpdated,
  'booking.cancelled': bookingCancelled,
  'booking.expired': bookingExpired,
  'booking.checked_in': bookingCheckedIn,
  'booking.checked_out': bookingCheckedOut,
  'booking_request.created': bookingRequestCreated,
  'booking_request.accepted': bookingRequestAccepted,
  'booking_request.declined': bookingRequestDeclined,
  'booking_request.withdrawn': bookingRequestWithdrawn,
  'booking_request.expired': bookingRequestExpired,
  'booking_request.failed': bookingRequestFailed,
  'booking_request.booked': bookingRequestBooked,
  'channel_connection.updated': channelConnectionUpdated,
  'contact.updated': contactUpdated,
  'contact.redacted': contactRedacted,
  'storefront.updated': storefrontUpdated,
  'property.updated': propertyUpdated,
  'unit_type.updated': unitTypeUpdated,
  'rates.updated': ratesUpdated,
  'availability.updated': availabilityUpdated,
  'payment_session.expired': paymentSessionExpired,
};

/** Every topic that is sent, in the order the documentation lists them (docs/interface/webhooks.md#topics). */
export const TOPICS: Readonly<Record<EventTopic | InstallTopic, Topic>> = {
  ...PUBLISHED,
  'app.installed': appInstalled,
  'app.uninstalled': appUninstalled,
  'app.scopes_changed': appScopesChanged,
};

/** The schema of a topic's whole envelope (docs/interface/webhooks.md#envelope). */
export function envelopeSchema(topic: string, { resource }: Pick<Topic, 'resource'>): z.ZodObject {
  return z.object({
    event_id: z.uuid().describe('The same for every attempt: use it to de-duplicate.'),
    topic: z.literal(topic),
    occurred_at: z.iso.datetime(),
    api_version: z.string().describe('Dated version of the shape of `resource`.'),
    team: z.string().describe('Slug of the team: use it to find the install and its secret.'),
    resource,
  });
}
