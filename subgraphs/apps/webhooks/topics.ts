import type {
  BookingEvent,
  ContactEvent,
  EventPayloads,
  NightsEvent,
  PaymentSessionEvent,
  PropertyEvent,
  TaskEvent,
  UnitTypeEvent,
} from '#schema/events.ts';
import type { Resource } from './domain/envelope.ts';

/** Events that apps can subscribe to; the event's name is the topic (docs/interface/webhooks.md#delivery). */
export type EventTopic = Exclude<keyof EventPayloads, 'property.guest_ready_changed' | 'install.changed'>;

/** What apps receive of an event. */
export interface Announcement {
  readonly teamId: number;
  readonly resource: Resource;
  /** ISO 8601 instant; null if it is when the event was published. */
  readonly occurredAt: string | null;
  /** Slug of the only app it is sent to; null for every subscriber. */
  readonly onlyApp: string | null;
}

/** Each topic's announcement: the keys of `resource` as they are on the wire. */
export const ANNOUNCE: { readonly [T in EventTopic]: (event: EventPayloads[T]) => Announcement } = {
  'task.created': (event) => aboutTask(event),
  'task.updated': (event) => aboutTask(event),
  'task.assignment_requested': (event) => ({ ...aboutTask(event), onlyApp: event.providerApp }),
  'task.status_changed': (event) =>
    aboutTask(event, {
      previous_status: event.previousStatus.toLowerCase(),
      changed_by: event.changedBy,
    }),
  'booking.created': aboutBooking,
  'booking.confirmed': aboutBooking,
  'booking.updated': aboutBooking,
  'booking.cancelled': aboutBooking,
  'booking.expired': aboutBooking,
  'booking.checked_in': aboutBooking,
  'booking.checked_out': aboutBooking,
  'contact.updated': aboutContact,
  'contact.redacted': aboutContact,
  'property.updated': aboutProperty,
  'unit_type.updated': aboutUnitType,
  'rates.updated': (event) => aboutNights('rates', event),
  'availability.updated': (event) => aboutNights('availability', event),
  'payment_session.expired': aboutExpiredPayment,
};

function aboutTask(event: TaskEvent, more: Readonly<Record<string, string>> = {}): Announcement {
  return {
    teamId: event.teamId,
    occurredAt: event.occurredAt,
    onlyApp: null,
    resource: {
      type: 'task',
      id: event.taskId,
      version: event.version,
      task_type: event.taskType,
      canonical_status: event.status.toLowerCase(),
      property_id: event.propertyId,
      booking_id: event.bookingId,
      due_at: event.dueAt,
      ...more,
    },
  };
}

function aboutBooking(event: BookingEvent): Announcement {
  return {
    teamId: event.teamId,
    occurredAt: null,
    onlyApp: null,
    resource: {
      type: 'booking',
      id: event.bookingId,
      version: event.version,
      reference: event.reference,
      status: event.status,
      property_id: event.propertyId,
      check_in: event.checkIn,
      check_out: event.checkOut,
      party: { adults: event.adults, children: event.children },
      lines: event.lines.map(({ unitTypeId, quantity }) => ({ unit_type_id: unitTypeId, quantity })),
    },
  };
}

function aboutContact({ teamId, contactId, version }: ContactEvent): Announcement {
  return { teamId, occurredAt: null, onlyApp: null, resource: { type: 'contact', id: contactId, version } };
}

function aboutProperty({ teamId, propertyId, version, guestReady }: PropertyEvent): Announcement {
  return {
    teamId,
    occurredAt: null,
    onlyApp: null,
    resource: { type: 'property', id: propertyId, version, guest_ready: guestReady },
  };
}

function aboutUnitType({ teamId, unitTypeId, propertyId, version, active }: UnitTypeEvent): Announcement {
  return {
    teamId,
    occurredAt: null,
    onlyApp: null,
    resource: { type: 'unit_type', id: unitTypeId, version, property_id: propertyId, active },
  };
}

function aboutNights(type: 'rates' | 'availability', event: NightsEvent): Announcement {
  return {
    teamId: event.teamId,
    occurredAt: null,
    onlyApp: null,
    resource: {
      type,
      id: event.unitTypeId,
      version: event.version,
      unit_type_id: event.unitTypeId,
      property_id: event.propertyId,
      from: event.from,
      until: event.until,
    },
  };
}

function aboutExpiredPayment(event: PaymentSessionEvent): Announcement {
  return {
    teamId: event.teamId,
    occurredAt: event.occurredAt,
    onlyApp: event.appSlug,
    resource: {
      type: 'payment_session',
      id: event.paymentSessionId,
      version: event.version,
      status: 'expired',
      booking_id: event.bookingId,
    },
  };
}
