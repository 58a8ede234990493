import type { SubgraphName } from './views.ts';

/** A booking as events carry it: what webhooks show as `resource` (docs/interface/bookings.md#events). */
export interface BookingEvent {
  readonly teamId: number;
  readonly bookingId: number;
  /** Increases with every change of the booking. */
  readonly version: number;
  readonly reference: string;
  readonly status: 'held' | 'confirmed' | 'released' | 'cancelled';
  readonly propertyId: number;
  /** Of its property, as an IANA name. */
  readonly timeZone: string;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly lines: readonly BookedUnits[];
  /** Origin of the booking. Undefined in an event that an earlier release published. */
  readonly source?: {
    readonly kind: 'agent' | 'direct' | 'host' | 'request' | 'channel';
    readonly name: string | null;
    readonly externalId: string | null;
  };
  /** In minor units of `currency`, an ISO 4217 code. */
  readonly total: number;
  readonly currency: string;
  /** What the guest is asked for next; 0 where nothing is due. */
  readonly amountDue: number;
  /** What was paid of a confirmed booking; null for any other. */
  readonly paidBefore: number | null;
  /** Of `booking.updated`: why, where something follows from it. */
  readonly cause?: 'balance_paid';
}

/** What a booking's line sold. */
export interface BookedUnits {
  /** Null if it is no longer known. */
  readonly unitTypeId: number | null;
  readonly quantity: number;
  /** Units that the host assigned. */
  readonly unitIds: readonly number[];
}

/** Something about a property changed. */
export interface PropertyEvent {
  readonly teamId: number;
  readonly propertyId: number;
  /** Increases with every change of the property. */
  readonly version: number;
  readonly guestReady: boolean;
}

/** A storefront's settings or status changed, or the domains under which it answers. */
export interface StorefrontEvent {
  readonly teamId: number;
  readonly storefrontId: number;
  /** Increases with every event of the storefront. */
  readonly version: number;
  readonly status: 'draft' | 'live' | 'paused' | 'closed';
  /** The platform's own first. */
  readonly domains: readonly string[];
}

/** Something about a unit type changed, except its nights. */
export interface UnitTypeEvent {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
  /** Increases with every change of the unit type. */
  readonly version: number;
  /** Whether it is on sale. */
  readonly active: boolean;
}

/** Rates or availability of a range of nights changed. */
export interface NightsEvent {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
  /** First and last night, `YYYY-MM-DD`. */
  readonly from: string;
  readonly until: string;
  readonly version: number;
}

/** A task as events carry it: what webhooks show as `resource`. */
export interface TaskEvent {
  readonly teamId: number;
  readonly taskId: number;
  /** Increases with every change of the task. */
  readonly version: number;
  readonly taskType: string;
  readonly status: 'OPEN' | 'ASSIGNED' | 'IN_PROGRESS' | 'COMPLETED' | 'VERIFIED' | 'CANCELLED';
  readonly propertyId: number;
  readonly bookingId: number | null;
  /** ISO 8601 instant. */
  readonly dueAt: string | null;
  /** When the task changed: ISO 8601 instant. */
  readonly occurredAt: string;
}

/** A task is created whose type has an assignment provider: only that app is asked. */
export interface AssignmentRequestedEvent extends TaskEvent {
  readonly providerApp: string;
}

/** A task's status changed. `changedBy` is `app:` and a slug, `host` or `platform`. */
export interface TaskStatusChangedEvent extends TaskEvent {
  readonly previousStatus: TaskEvent['status'];
  readonly changedBy: string;
}

/** Whether a property is ready for its next guest changed. */
export interface GuestReadyEvent {
  readonly teamId: number;
  readonly propertyId: number;
  readonly guestReady: boolean;
  /** ISO 8601 instant, later for every event of a team: the latest one counts, whichever arrives last. */
  readonly at: string;
}

/** A payment session ended without a report of its app: only that app receives it. */
export interface PaymentSessionEvent {
  readonly teamId: number;
  /** UUID. */
  readonly paymentSessionId: string;
  /** Increases with every change of the session. */
  readonly version: number;
  readonly bookingId: number;
  readonly appSlug: string;
  /** When it ended: ISO 8601 instant. */
  readonly occurredAt: string;
}

/** A guest's record changed. Ids only: subscribers read the rest, if they may. */
export interface ContactEvent {
  readonly teamId: number;
  readonly contactId: number;
  /** Increases with every change of the contact. */
  readonly version: number;
}

/** A guest was erased, along with their data in these bookings. */
export interface ContactRedactedEvent extends ContactEvent {
  readonly bookingIds: readonly number[];
  /** Requests to book of the guest: UUIDs. */
  readonly requestIds: readonly string[];
  readonly conversationIds: readonly number[];
}

/** A request to book as events carry it: what webhooks show as `resource` (docs/interface/requests.md#events). */
export interface BookingRequestEvent {
  readonly teamId: number;
  /** UUID. */
  readonly requestId: string;
  /** Increases with every change of the request. */
  readonly version: number;
  readonly reference: string;
  readonly status:
    | 'pending'
    | 'accepted'
    | 'booked'
    | 'lapsed'
    | 'declined'
    | 'withdrawn'
    | 'expired'
    | 'failed';
  readonly propertyId: number;
  readonly unitTypeId: number;
  readonly units: number;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  /** The booking it became; null before it is accepted. */
  readonly bookingId: number | null;
}

/** A conversation with a guest was opened or changed. */
export interface ConversationEvent {
  readonly teamId: number;
  readonly conversationId: number;
  /** Increases with every change of the conversation. */
  readonly version: number;
  readonly status: 'open' | 'answered' | 'closed' | 'spam';
  /** `platform`, or `app:` and a slug. */
  readonly provider: string;
  readonly contactId: number;
}

/** A guest wrote, or a message to one was sent or could not be delivered. Nothing of what it says. */
export interface MessageEvent {
  readonly teamId: number;
  readonly messageId: number;
  readonly conversationId: number;
  /** The conversation's: it increases with every change of its messages. */
  readonly version: number;
  readonly provider: string;
  readonly direction: 'in' | 'out';
  readonly author: 'guest' | 'host' | 'app' | 'automation';
  readonly status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
  readonly bookingId: number | null;
  /** UUID. */
  readonly requestId: string | null;
}

/** A guest placed a request, and is asked to confirm it by mail. */
export interface RequestPlacedEvent {
  readonly teamId: number;
  /** UUID. */
  readonly requestId: string;
}

/** The mail that carried a message to its guest was given up, or could not be written. */
export interface MessageMailFailedEvent {
  readonly messageId: number;
  /** For programs: `NO_ADDRESS` or `MAIL_FAILED`. */
  readonly code: string;
}

/** A feed took nights for which no unit was free. */
export interface FeedOverbookedEvent {
  readonly teamId: number;
  readonly propertyId: number;
  readonly property: string;
  readonly unitTypeId: number;
  readonly unitType: string;
  readonly feedId: number;
  readonly feed: string;
  /** `YYYY-MM-DD`, in order. */
  readonly nights: readonly string[];
  readonly version: number;
}

/** A feed lost more than half of its upcoming events. */
export interface FeedShrankEvent {
  readonly teamId: number;
  readonly propertyId: number;
  readonly property: string;
  readonly unitTypeId: number;
  readonly unitType: string;
  readonly feedId: number;
  readonly feed: string;
  readonly version: number;
}

/** Nights were sold by a channel for which no unit was free. */
export interface ChannelOverbookedEvent {
  readonly teamId: number;
  readonly propertyId: number;
  readonly property: string;
  readonly unitTypeId: number;
  readonly unitType: string;
  /** What the channel is called. */
  readonly channel: string;
  /** `YYYY-MM-DD`, in order. */
  readonly nights: readonly string[];
  readonly version: number;
}

/** A connection of a channel app was made or changed. */
export interface ChannelConnectionEvent {
  readonly teamId: number;
  readonly connectionId: number;
  /** Increases with every change of the connection. */
  readonly version: number;
  readonly propertyId: number;
  readonly status: 'testing' | 'mapped' | 'active' | 'degraded' | 'paused' | 'disconnected';
  /** Slug of its app: only that app receives it. */
  readonly app: string;
}

/** Something an app adds to pages of a storefront was placed, published, removed or suspended. */
export interface InjectionEvent {
  readonly teamId: number;
  readonly placementId: number;
  readonly version: number;
  readonly storefrontId: number;
  /** Slug of the app whose it is. */
  readonly app: string;
  readonly handle: string;
  readonly target: string;
  readonly status: 'draft' | 'published' | 'suspended' | 'gone';
}

/** What an install may add to its team's tasks or pages changed: it was created or ended, or it runs another version of its app. */
export interface InstallEvent {
  readonly teamId: number;
  /** Slug of the app. */
  readonly app: string;
  readonly appName: string;
  /** Increases with every event of the install: the highest one counts, whichever arrives last. */
  readonly version: number;
  readonly isActive: boolean;
  /** What the host granted. */
  readonly capabilities: readonly string[];
  /** What its running version declares. */
  readonly taskTypes: readonly AppTaskType[];
  /** Keys of those shown to the host at installation. */
  readonly seen: readonly string[];
  /** Whether it was just created; events from before there were injections do not say. */
  readonly isNew?: boolean;
}

/** A kind of task as an app declares it. */
export interface AppTaskType {
  /** Within the app. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  /** Null: the platform's own. */
  readonly slaMs: number | null;
  readonly provider: 'self' | 'host';
  readonly blocksGuestReady: boolean;
  readonly fields: readonly {
    readonly key: string;
    readonly type: string;
    readonly label: string;
    readonly required: boolean;
  }[];
  readonly rules: readonly {
    readonly trigger: string;
    readonly offsetMs: number;
    readonly due: number | 'check_in' | 'check_out' | null;
    readonly enabledByDefault: boolean;
  }[];
}

/** Payload of every event between subgraphs. */
export interface EventPayloads {
  'booking.created': BookingEvent;
  'booking.confirmed': BookingEvent;
  'booking.updated': BookingEvent;
  'booking.cancelled': BookingEvent;
  'booking.expired': BookingEvent;
  'booking.checked_in': BookingEvent;
  'booking.checked_out': BookingEvent;
  'booking_request.placed': RequestPlacedEvent;
  'booking_request.created': BookingRequestEvent;
  'booking_request.accepted': BookingRequestEvent;
  'booking_request.declined': BookingRequestEvent;
  'booking_request.withdrawn': BookingRequestEvent;
  'booking_request.expired': BookingRequestEvent;
  'booking_request.failed': BookingRequestEvent;
  'booking_request.booked': BookingRequestEvent;
  'ical_feed.overbooked': FeedOverbookedEvent;
  'ical_feed.shrank': FeedShrankEvent;
  'channel_connection.overbooked': ChannelOverbookedEvent;
  'channel_connection.updated': ChannelConnectionEvent;
  'injection.placed': InjectionEvent;
  'injection.published': InjectionEvent;
  'injection.removed': InjectionEvent;
  'injection.suspended': InjectionEvent;
  'contact.updated': ContactEvent;
  'contact.redacted': ContactRedactedEvent;
  'conversation.created': ConversationEvent;
  'conversation.updated': ConversationEvent;
  'message.received': MessageEvent;
  'message.sent': MessageEvent;
  'message.failed': MessageEvent;
  'message.mail_failed': MessageMailFailedEvent;
  'storefront.updated': StorefrontEvent;
  'property.updated': PropertyEvent;
  'unit_type.updated': UnitTypeEvent;
  'rates.updated': NightsEvent;
  'availability.updated': NightsEvent;
  'task.created': TaskEvent;
  'task.updated': TaskEvent;
  'task.assignment_requested': AssignmentRequestedEvent;
  'task.status_changed': TaskStatusChangedEvent;
  'property.guest_ready_changed': GuestReadyEvent;
  'payment_session.expired': PaymentSessionEvent;
  'install.changed': InstallEvent;
}

export type EventName = keyof EventPayloads;

/**
 * Which subgraphs react to which event. Publishing writes one job per name listed here, in the transaction that causes
 * the event, whether or not this process runs the subgraph.
 */
export const SUBSCRIBERS = {
  'booking.created': ['apps'],
  'booking.confirmed': ['apps', 'payments', 'tasks'],
  'booking.updated': ['apps', 'payments', 'tasks'],
  'booking.cancelled': ['apps', 'payments', 'tasks'],
  'booking.expired': ['apps', 'tasks'],
  'booking.checked_in': ['apps'],
  'booking.checked_out': ['apps', 'tasks'],
  'booking_request.placed': ['apps'],
  'booking_request.created': ['apps'],
  'booking_request.accepted': ['apps'],
  'booking_request.declined': ['apps'],
  'booking_request.withdrawn': ['apps'],
  'booking_request.expired': ['apps'],
  'booking_request.failed': ['apps'],
  'booking_request.booked': ['apps'],
  'ical_feed.overbooked': ['apps'],
  'ical_feed.shrank': ['apps'],
  'channel_connection.overbooked': ['apps', 'tasks'],
  'channel_connection.updated': ['apps'],
  'injection.placed': ['apps'],
  'injection.published': ['apps'],
  'injection.removed': ['apps'],
  'injection.suspended': ['apps'],
  'contact.updated': ['apps'],
  'contact.redacted': ['apps', 'payments'],
  'conversation.created': ['apps'],
  'conversation.updated': ['apps'],
  'message.received': ['apps'],
  'message.sent': ['apps'],
  'message.failed': ['apps'],
  'message.mail_failed': ['checkout'],
  'storefront.updated': ['apps'],
  'property.updated': ['apps'],
  'unit_type.updated': ['apps'],
  'rates.updated': ['apps'],
  'availability.updated': ['apps'],
  'task.created': ['apps'],
  'task.updated': ['apps'],
  'task.assignment_requested': ['apps'],
  'task.status_changed': ['apps'],
  'property.guest_ready_changed': ['catalog'],
  'payment_session.expired': ['apps'],
  'install.changed': ['catalog', 'tasks'],
} as const satisfies Readonly<Record<EventName, readonly SubgraphName[]>>;

/**
 * Events that the subgraph apps mails, and no app hears of: the guest has not confirmed the request yet; feeds are the host's own; what a
 * channel oversold its app reads from the booking.
 */
export const UNPUBLISHED = [
  'booking_request.placed',
  'ical_feed.overbooked',
  'ical_feed.shrank',
  'channel_connection.overbooked',
] as const satisfies readonly EventName[];

/** Events that apps subscribe to: the event's name is the topic (docs/interface/webhooks.md#delivery). */
export type EventTopic = Exclude<
  {
    readonly [E in EventName]: 'apps' extends (typeof SUBSCRIBERS)[E][number] ? E : never;
  }[EventName],
  (typeof UNPUBLISHED)[number]
>;

/** What apps hear of their own install; no other subgraph does. */
export const INSTALL_TOPICS = [
  'app.installed',
  'app.uninstalled',
  'app.scopes_changed',
  'app.settings_changed',
] as const;
export type InstallTopic = (typeof INSTALL_TOPICS)[number];

/** Every webhook topic. */
export type WebhookTopic = EventTopic | InstallTopic;

const heardByApps = (name: EventName): name is EventTopic =>
  SUBSCRIBERS[name].some((subgraph: SubgraphName) => subgraph === 'apps') &&
  !UNPUBLISHED.some((unpublished) => unpublished === name);
export const WEBHOOK_TOPICS: readonly WebhookTopic[] = [
  ...(Object.keys(SUBSCRIBERS) as EventName[]).filter(heardByApps), // the table has exactly these keys
  ...INSTALL_TOPICS,
];
