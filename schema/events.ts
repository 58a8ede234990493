import type { SubgraphName } from './views.ts';

/** A booking as it appears in events: webhooks send it as `resource` (docs/interface/bookings.md#events). */
export interface BookingEvent {
  readonly teamId: number;
  readonly bookingId: number;
  /** Increases with every change to the booking. */
  readonly version: number;
  readonly reference: string;
  readonly status: 'held' | 'confirmed' | 'released' | 'cancelled';
  readonly propertyId: number;
  /** The property's time zone, as an IANA name. */
  readonly timeZone: string;
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly lines: readonly BookedUnits[];
  /** The booking's origin. Undefined in events published by an earlier release. */
  readonly source?: {
    readonly kind: 'agent' | 'direct' | 'host' | 'request' | 'channel';
    readonly name: string | null;
    readonly externalId: string | null;
  };
  /** In minor units of `currency`, an ISO 4217 code. */
  readonly total: number;
  readonly currency: string;
  /** Next amount due from the guest; 0 if there is none. */
  readonly amountDue: number;
  /** Amount paid so far for a confirmed booking; null for any other. */
  readonly paidBefore: number | null;
  /** Only in `booking.updated`: the cause, if it has consequences. */
  readonly cause?: 'balance_paid' | 'guest_changed';
  /** Only if the guest changed the stay. */
  readonly changed?: ChangedStay;
  /** Only if an import added the booking. */
  readonly imported?: ImportedAs;
}

/** How an import announces what it adds. */
export interface ImportedAs {
  /** False if apps get no webhook. */
  readonly webhooks: boolean;
}

/** A stay that its guest changed, for emails. */
export interface ChangedStay {
  /** Dates before the change, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  /** The folio's total before the change, in minor units. */
  readonly total: number;
  /** Paid before the change, less refunds. Undefined in events from before it was recorded. */
  readonly paid?: number;
  /** Charge for the dropped nights. */
  readonly dropped: number;
  /** Names of assigned units that aren't free on the new dates. */
  readonly lostUnits: readonly string[];
  /** Name of the unit type whose line was cancelled. Undefined for any other change. */
  readonly cancelled?: string;
}

/** A guest requested a change to a booking, or the request was declined or expired. */
export interface ChangeRequestEvent extends BookingEvent {
  readonly request: {
    readonly id: number;
    /** Increases with every change to the request. */
    readonly version: number;
    readonly status: 'pending' | 'accepted' | 'declined' | 'expired' | 'withdrawn';
    /** The requested check-in date, `YYYY-MM-DD`. */
    readonly checkIn: string;
    readonly checkOut: string;
    readonly adults: number;
    readonly children: number;
    /** `HH:MM`. */
    readonly arrivalTime: string | null;
    /** The folio's total after the change, in minor units of `currency`. */
    readonly total: number;
    /** `total` minus the folio's total when the guest requested the change. */
    readonly difference: number;
    /** Charge for the dropped nights. */
    readonly dropped: number;
    /** The host's message to the guest. */
    readonly declineReason: string | null;
    /** ISO 8601 timestamp. */
    readonly expiresAt: string;
  };
}

/** Units sold in one booking line. */
export interface BookedUnits {
  /** Null if it's no longer known. */
  readonly unitTypeId: number | null;
  readonly quantity: number;
  /** Units assigned by the host. */
  readonly unitIds: readonly number[];
}

/** A property changed. */
export interface PropertyEvent {
  readonly teamId: number;
  readonly propertyId: number;
  /** Increases with every change to the property. */
  readonly version: number;
  readonly guestReady: boolean;
}

/** A storefront's settings, status or domains changed. */
export interface StorefrontEvent {
  readonly teamId: number;
  readonly storefrontId: number;
  /** Increases with every storefront event. */
  readonly version: number;
  readonly status: 'draft' | 'live' | 'paused' | 'closed';
  /** The platform's own domain first. */
  readonly domains: readonly string[];
}

/** A unit type changed, apart from its nights. */
export interface UnitTypeEvent {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
  /** Increases with every change to the unit type. */
  readonly version: number;
  /** True if it's on sale. */
  readonly active: boolean;
}

/** Rates or availability changed for a range of nights. */
export interface NightsEvent {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
  /** First and last night, `YYYY-MM-DD`. */
  readonly from: string;
  readonly until: string;
  readonly version: number;
}

/** A task as it appears in events: webhooks send it as `resource`. */
export interface TaskEvent {
  readonly teamId: number;
  readonly taskId: number;
  /** Increases with every change to the task. */
  readonly version: number;
  readonly taskType: string;
  readonly status: 'OPEN' | 'ASSIGNED' | 'IN_PROGRESS' | 'COMPLETED' | 'VERIFIED' | 'CANCELLED';
  readonly propertyId: number;
  readonly bookingId: number | null;
  /** Undefined in events published by an earlier release. */
  readonly unitId?: number | null;
  /** ISO 8601 timestamp. Undefined in events published by an earlier release. */
  readonly createdAt?: string;
  /** ISO 8601 timestamp. */
  readonly dueAt: string | null;
  /** Time of the task's change: ISO 8601 timestamp. */
  readonly occurredAt: string;
  /** Only in `task.created`, if the task belongs to a booking that an import adds. */
  readonly imported?: ImportedAs;
}

/** A task with an assignment provider was created; only that app receives it. */
export interface AssignmentRequestedEvent extends TaskEvent {
  readonly providerApp: string;
}

/** A task's status changed. `changedBy` is `app:` and a slug, `host` or `platform`. */
export interface TaskStatusChangedEvent extends TaskEvent {
  readonly previousStatus: TaskEvent['status'];
  readonly changedBy: string;
}

/** A property became ready for its next guest, or stopped being ready. */
export interface GuestReadyEvent {
  readonly teamId: number;
  readonly propertyId: number;
  readonly guestReady: boolean;
  /**
   * ISO 8601 timestamp, later than in any of the team's earlier events: the event with the latest timestamp
   * applies, even if it isn't the last to arrive.
   */
  readonly at: string;
}

/** A unit's housekeeping status changed. */
export interface UnitHousekeepingEvent {
  readonly teamId: number;
  readonly unitId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
  /** Increases with every change to the unit's housekeeping. */
  readonly version: number;
  readonly status: 'clean' | 'dirty' | 'inspected' | 'out_of_order';
  /** First and last night out of order, `YYYY-MM-DD`; null for other statuses. */
  readonly from: string | null;
  readonly until: string | null;
}

/** A booking's folio changed. */
export interface FolioEvent {
  readonly teamId: number;
  readonly bookingId: number;
  /** Increases with every change to the folio. */
  readonly version: number;
  /** In minor units of `currency`; negative if the guest is owed money. */
  readonly balance: number;
  /** ISO 4217 code. */
  readonly currency: string;
}

/** A refund became due because a booking was cancelled or its guest changed it. */
export interface RefundDueEvent {
  readonly teamId: number;
  readonly bookingId: number;
  readonly storefrontId: number;
  /** The folio's entry, which keeps its id once it's requested. */
  readonly entryId: string;
  /** UUID of the payment to refund. */
  readonly paymentSessionId: string;
  readonly cause: RefundCause;
}

export type RefundCause = 'cancellation' | 'change';

/** A refund that an app had recorded in a folio failed at the provider. */
export interface FolioRefundFailedEvent {
  readonly teamId: number;
  readonly bookingId: number;
  /** The folio's entry. */
  readonly entryId: string;
  /** In minor units of the booking's currency. */
  readonly amount: number;
}

/** A refund session was opened or its status changed. */
export interface RefundSessionEvent {
  readonly teamId: number;
  readonly bookingId: number;
  /** UUIDs. */
  readonly refundSessionId: string;
  readonly paymentSessionId: string;
  readonly status: 'INITIATED' | 'REQUESTED' | 'MANUAL' | 'RESOLVED' | 'REJECTED';
  /** Time of the change: ISO 8601 timestamp. The previous release leaves it out. */
  readonly at?: string;
  /** In minor units of the booking's currency. */
  readonly amount: number;
  /** `app:` and a slug, or `other`. */
  readonly method: string;
  readonly reference: string | null;
  /** True if the booking couldn't accept the payment, which therefore goes back in full. */
  readonly isReturned?: boolean;
  /** True for a refund that failed after it had been reported as made. */
  readonly wasRefunded?: boolean;
}

/** A payment session expired or was canceled without a report from its app; only that app receives it. */
export interface PaymentSessionEvent {
  readonly teamId: number;
  /** UUID. */
  readonly paymentSessionId: string;
  /** Increases with every change to the session. */
  readonly version: number;
  /** Null for a statement's session. */
  readonly bookingId: number | null;
  /** The statement being paid; null or undefined for a booking's session. The previous release leaves it out. */
  readonly statement?: { readonly id: number; readonly number: string } | null;
  readonly appSlug: string;
  /** Time the session ended: ISO 8601 timestamp. */
  readonly occurredAt: string;
}

/** A statement for paid apps was paid, or credited in full or in part. */
export interface AppInvoiceEvent {
  readonly teamId: number;
  readonly invoiceId: number;
  /** Amount left to pay, in minor units. */
  readonly amountDue: number;
}

/** A payment's dispute, a refund at the provider, or a failed refund changed the payment's remaining amount. */
export interface StatementReversalEvent {
  /** The operator's team, which received the payment. */
  readonly teamId: number;
  readonly invoiceId: number;
  readonly number: string;
  readonly paymentSessionId: string;
  /** Sum taken back, in minor units. */
  readonly reversed: number;
  /** Increases with the payment's events; an older one changes nothing. */
  readonly version: number;
  readonly currency: string;
  /** The payment app's name. */
  readonly app: string;
  /** The report about a dispute or refund that caused it; null if something else did. */
  readonly report: {
    readonly reference: string;
    readonly status: 'disputed' | 'dispute_won' | 'dispute_lost' | 'refunded' | 'refund_failed';
    readonly amount: number;
  } | null;
}

/** A guest's record changed. Contains only ids: subscribers read the rest if they're allowed to. */
export interface ContactEvent {
  readonly teamId: number;
  readonly contactId: number;
  /** Increases with every change to the contact. */
  readonly version: number;
}

/** A guest was erased, along with their data in these bookings. */
export interface ContactRedactedEvent extends ContactEvent {
  readonly bookingIds: readonly number[];
  /** The guest's requests to book, as UUIDs. */
  readonly requestIds: readonly string[];
  readonly conversationIds: readonly number[];
}

/**
 * A request to book as it appears in events: webhooks send it as `resource`
 * (docs/interface/requests.md#events).
 */
export interface BookingRequestEvent {
  readonly teamId: number;
  /** UUID. */
  readonly requestId: string;
  /** Increases with every change to the request. */
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
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  /** The resulting booking; null before the request is accepted. */
  readonly bookingId: number | null;
}

/** A conversation with a guest was opened or changed. */
export interface ConversationEvent {
  readonly teamId: number;
  readonly conversationId: number;
  /** Increases with every change to the conversation. */
  readonly version: number;
  readonly status: 'open' | 'answered' | 'closed' | 'spam';
  /** `platform`, or `app:` followed by a slug. */
  readonly provider: string;
  readonly contactId: number;
}

/** A guest wrote a message, or a message to a guest was sent or failed. Contains no message text. */
export interface MessageEvent {
  readonly teamId: number;
  readonly messageId: number;
  readonly conversationId: number;
  /** The conversation's version: increases with every change to its messages. */
  readonly version: number;
  readonly provider: string;
  readonly direction: 'in' | 'out';
  readonly author: 'guest' | 'host' | 'app' | 'automation';
  readonly status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
  readonly bookingId: number | null;
  /** UUID. */
  readonly requestId: string | null;
}

/** A guest placed a request and receives an email to confirm it. */
export interface RequestPlacedEvent {
  readonly teamId: number;
  /** UUID. */
  readonly requestId: string;
}

/** The platform gave up on the email with a message to a guest, or couldn't write it. */
export interface MessageMailFailedEvent {
  readonly messageId: number;
  /** For programs: `NO_ADDRESS` or `MAIL_FAILED`. */
  readonly code: string;
}

/** An automatic message is due by email. Only the platform receives it. */
export interface RuleMessageEvent {
  readonly teamId: number;
  readonly ruleMessageId: number;
}

/** A feed blocked nights that had no free unit. */
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

/** A channel sold nights that had no free unit. */
export interface ChannelOverbookedEvent {
  readonly teamId: number;
  readonly propertyId: number;
  readonly property: string;
  readonly unitTypeId: number;
  readonly unitType: string;
  /** The channel's name. */
  readonly channel: string;
  /** `YYYY-MM-DD`, in order. */
  readonly nights: readonly string[];
  readonly version: number;
}

/** A channel app's connection was created or changed. */
export interface ChannelConnectionEvent {
  readonly teamId: number;
  readonly connectionId: number;
  /** Increases with every change to the connection. */
  readonly version: number;
  readonly propertyId: number;
  readonly status: 'testing' | 'mapped' | 'active' | 'degraded' | 'paused' | 'disconnected';
  /** Slug of the connection's app; only that app receives it. */
  readonly app: string;
}

/** An app's addition to a storefront's pages was placed, published, removed or suspended. */
export interface InjectionEvent {
  readonly teamId: number;
  readonly placementId: number;
  readonly version: number;
  readonly storefrontId: number;
  /** Slug of the app that owns the injection. */
  readonly app: string;
  readonly handle: string;
  readonly target: string;
  readonly status: 'draft' | 'published' | 'suspended' | 'gone';
}

/** A member left a team, or was removed from it. */
export interface MemberRemovedEvent {
  readonly teamId: number;
  readonly accountId: number;
}

/** Another version of a theme went live. */
export interface ThemeEvent {
  readonly slug: string;
}

/** A theme was removed from a team's storefront, or its subscription ended. */
export interface ThemeRemovedEvent {
  readonly teamId: number;
  readonly slug: string;
}

/**
 * An install's possible additions to its team's tasks or pages changed: it was created or ended, or runs
 * another version of its app.
 */
export interface InstallEvent {
  readonly teamId: number;
  /** The app's slug. */
  readonly app: string;
  readonly appName: string;
  /**
   * Increases with every install event: the event with the highest version applies, even if it isn't the last
   * to arrive.
   */
  readonly version: number;
  readonly isActive: boolean;
  /** Capabilities granted by the host. */
  readonly capabilities: readonly string[];
  /** Task types declared by its running version. */
  readonly taskTypes: readonly AppTaskType[];
  /** Keys of the task types shown to the host at installation. */
  readonly seen: readonly string[];
  /** True if the install was just created; undefined in events from before injections existed. */
  readonly isNew?: boolean;
}

/** A task type as declared by an app. */
export interface AppTaskType {
  /** Name, unique within the app. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  /** Null for the platform's default. */
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

/** Payloads of all events between subgraphs. */
export interface EventPayloads {
  'booking.created': BookingEvent;
  'booking.confirmed': BookingEvent;
  'booking.updated': BookingEvent;
  'booking.cancelled': BookingEvent;
  'booking.expired': BookingEvent;
  'booking.checked_in': BookingEvent;
  'booking.checked_out': BookingEvent;
  'booking.no_show': BookingEvent;
  'booking.change_requested': ChangeRequestEvent;
  'booking.change_ended': ChangeRequestEvent;
  'unit.housekeeping_changed': UnitHousekeepingEvent;
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
  'rule_message.due': RuleMessageEvent;
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
  'payment_session.canceled': PaymentSessionEvent;
  'app_invoice.settled': AppInvoiceEvent;
  'statement_payment.reversed': StatementReversalEvent;
  'folio.updated': FolioEvent;
  'folio.refund_failed': FolioRefundFailedEvent;
  'refund.due': RefundDueEvent;
  'refund_session.changed': RefundSessionEvent;
  'install.changed': InstallEvent;
  'member.removed': MemberRemovedEvent;
  'theme.released': ThemeEvent;
  'theme.removed': ThemeRemovedEvent;
  'theme.subscription_ended': ThemeRemovedEvent;
}

export type EventName = keyof EventPayloads;

/**
 * Subgraphs that react to each event. Publishing writes one job per subgraph listed here, in the transaction
 * that causes the event, whether or not this process runs the subgraph.
 */
export const SUBSCRIBERS = {
  'booking.created': ['apps'],
  'booking.confirmed': ['apps', 'checkout', 'payments', 'tasks'],
  'booking.updated': ['apps', 'checkout', 'payments', 'tasks'],
  'booking.cancelled': ['apps', 'checkout', 'payments', 'tasks'],
  'booking.expired': ['apps', 'tasks'],
  'booking.checked_in': ['apps'],
  'booking.checked_out': ['apps', 'tasks'],
  'booking.no_show': ['apps', 'payments', 'tasks'],
  'booking.change_requested': ['apps'],
  'booking.change_ended': ['apps'],
  'unit.housekeeping_changed': ['apps'],
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
  'contact.redacted': ['apps', 'payments', 'tasks'],
  'conversation.created': ['apps'],
  'conversation.updated': ['apps'],
  'message.received': ['apps'],
  'message.sent': ['apps'],
  'message.failed': ['apps'],
  'message.mail_failed': ['checkout'],
  'rule_message.due': ['apps'],
  'storefront.updated': ['apps'],
  'property.updated': ['apps'],
  'unit_type.updated': ['apps'],
  'rates.updated': ['apps'],
  'availability.updated': ['apps'],
  'task.created': ['apps'],
  'task.updated': ['apps'],
  'task.assignment_requested': ['apps'],
  'task.status_changed': ['apps', 'checkout'],
  'property.guest_ready_changed': ['catalog'],
  'payment_session.expired': ['apps'],
  'payment_session.canceled': ['apps'],
  'app_invoice.settled': ['payments'],
  'statement_payment.reversed': ['apps'],
  'folio.updated': ['apps', 'checkout'],
  'folio.refund_failed': ['apps'],
  'refund.due': ['payments'],
  'refund_session.changed': ['apps', 'checkout'],
  'install.changed': ['catalog', 'tasks'],
  'member.removed': ['checkout', 'tasks'],
  'theme.released': ['catalog'],
  'theme.removed': ['apps'],
  'theme.subscription_ended': ['catalog'],
} as const satisfies Readonly<Record<EventName, readonly SubgraphName[]>>;

/**
 * Events that the `apps` subgraph reacts to but that apps don't receive: the guest hasn't confirmed the request yet;
 * an ended change request left the booking as it was; feeds belong to the host; the channel's app sees overbooked nights
 * in the booking; automatic messages by email are in the booking's log; refunds are in the folio; statements' payments
 * are the operator's; and themes have no server.
 */
export const UNPUBLISHED = [
  'booking.change_ended',
  'booking_request.placed',
  'ical_feed.overbooked',
  'ical_feed.shrank',
  'channel_connection.overbooked',
  'rule_message.due',
  'folio.refund_failed',
  'refund_session.changed',
  'statement_payment.reversed',
  'theme.removed',
] as const satisfies readonly EventName[];

/** Events available to apps: the event's name is the topic (docs/interface/webhooks.md#delivery). */
export type EventTopic = Exclude<
  {
    readonly [E in EventName]: 'apps' extends (typeof SUBSCRIBERS)[E][number] ? E : never;
  }[EventName],
  (typeof UNPUBLISHED)[number]
>;

/** Topics about an app's own install; no other subgraph receives them. */
export const INSTALL_TOPICS = [
  'app.installed',
  'app.uninstalled',
  'app.scopes_changed',
  'app.settings_changed',
  'app.subscription_changed',
  'app.usage_near_cap',
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
