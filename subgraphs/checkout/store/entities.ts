import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { CancellationTerms } from '#kit/cancellation.ts';
import type { StoredCustomField } from '#kit/custom-fields.ts';
import type { Surface } from '#kit/viewer.ts';
import type {
  BookingSourceKind,
  BookingStatus,
  ChannelCollector,
  CheckoutStatus,
  PaymentMode,
} from '../bookings/domain/statuses.ts';
import type { AttachmentStatus } from '../conversations/domain/attachment-status.ts';
import type { ConversationStatus, MessageStatus } from '../conversations/domain/conversation-status.ts';
import type { MessageAuthor, MessageDirection } from '../conversations/domain/message.ts';
import type { DeclineReason, RequestStatus } from '../domain/request-status.ts';
import type { QuoteFragment } from '../operations/generated.ts';

/** What catalog said the lines cost and what prevents it. */
export type Quote = QuoteFragment;

/** What the agent asked for: a stay item and how many units of it. */
export interface Line {
  readonly itemId: string;
  readonly quantity: number;
}

/** The guest as the agent sent it; nothing here is validated yet. */
export interface Buyer {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** A guest by the id that the agent gave them; nothing here is validated yet. */
export interface SessionGuest extends Buyer {
  readonly id: string;
  /** In whole years on the day of check-in. */
  readonly age: number | null;
}

/** Who comes to a stay. */
export interface StayParty {
  /** The dates that were asked for, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly childAges: readonly number[];
  /** Rate plan that the stay is sold with; null for the default one of its unit type. */
  readonly ratePlanId: string | null;
  readonly assignments: readonly { readonly guestId: string; readonly role: string | null }[];
}

/** Who comes to the stays of a lodging session, as the agent sent it. */
export interface StayGuests {
  readonly propertyId: string;
  /** The person who books; null if only guests were named. */
  readonly booker: Buyer | null;
  readonly guests: readonly SessionGuest[];
  readonly travelPurpose: string | null;
  /** One for each line, in order. */
  readonly stays: readonly StayParty[];
}

/** Something the next answer must say that neither lines nor buyer tell: the price moved while the booking was placed. */
export interface Notice {
  readonly kind: 'price_changed';
  /** The total that was shown before, in minor units. */
  readonly from: number;
}

/** A booked line as it was called and priced then. */
export interface BookedLine {
  /** Null if it's no longer known. */
  readonly unitTypeId: number | null;
  readonly title: string;
  readonly quantity: number;
  readonly subtotal: number;
  /** What each night cost, in order, before discount; empty where it was not kept. */
  readonly nightly: readonly number[];
  /** First night, `YYYY-MM-DD`, where it is not the booking's. */
  readonly checkIn?: string;
  /** The rate plan it was sold with; left out where it was the default one of its unit type. */
  readonly ratePlanId?: string;
  /** The terms it was sold with; left out where there were none. */
  readonly cancellation?: CancellationTerms;
}

/** A unit that the host assigned to a line of a booking, as it was called then. */
export interface AssignedUnit {
  readonly id: number;
  /** Place of the line in the booking, from 0 on. */
  readonly line: number;
  readonly name: string;
}

/** One entry of a booked total; the total itself is the last. */
export interface BookedTotal {
  /** What it is; left out where it is due at the property, and for bookings of before it was recorded. */
  readonly kind?: QuoteFragment['entries'][number]['kind'] | 'total';
  readonly label: string;
  readonly amount: number;
}

export const SessionEntity = defineEntity({
  name: 'CheckoutSession',
  tableName: 'sessions',
  schema: 'checkout',
  properties: {
    id: p.uuid().primary(),
    storefrontId: p.integer(),
    teamId: p.integer(),
    surface: p.text().$type<Surface>(),
    agentProfile: p.text().strictNullable(),
    /** Network of anyone who completes it, while that is under way. */
    agentAddress: p.text().strictNullable(),
    status: p.text().$type<CheckoutStatus>(),
    lines: p.json<readonly Line[]>(),
    buyer: p.json<Buyer>().strictNullable(),
    /** Of a lodging session; null once they are not needed any more. */
    guests: p.json<StayGuests>().strictNullable(),
    /** Language the guest reads, as BCP 47; null if it is not known. */
    locale: p.text().strictNullable(),
    quote: p.json<Quote>(),
    notice: p.json<Notice>().strictNullable(),
    /** Grows with every change: who changes a session names the revision it read. */
    revision: p.integer(),
    /** Names one attempt to complete: catalog's key for the nights that it takes. */
    holdId: p.uuid().strictNullable(),
    completingSince: p.datetime().strictNullable(),
    /** When the recovery job last took the attempt over; null while only its first runner drives it. */
    recoveringSince: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});
export type Session = Readonly<Omit<InferEntity<typeof SessionEntity>, symbol>>;

/** A stay as hosts and apps enter it: some units of one unit type. */
export interface EnteredStay {
  readonly unitTypeId: number;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly quantity: number;
  /** Left out for the default one of the unit type. */
  readonly ratePlanId?: string;
}

/** A guest of a booking. */
export interface BookedGuest {
  readonly firstName: string;
  readonly lastName: string;
  /** Null if it is not known. */
  readonly email: string | null;
  readonly phone: string | null;
}

/** A stay of a channel's reservation: one unit. */
export interface ChannelStay {
  /** Its id on the channel; left out in changes that were begun before it was recorded. */
  readonly externalId?: string;
  readonly unitTypeId: string | null;
  readonly channelRoomId: string | null;
  /** The rate plan it was sold under, or the channel's id of its rate; left out where the channel named none. */
  readonly ratePlanId?: string;
  readonly channelRateId?: string;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  /** Left out where the channel told none. */
  readonly childAges?: readonly number[];
  /** What each night costs. */
  readonly nightly: readonly number[];
}

/** What a channel said of a guest that not every booking has. */
export interface ChannelGuest {
  readonly country: string | null;
  readonly locale: string | null;
}

/** A tax or a fee of a reservation. */
export interface ChannelCharge {
  readonly label: string;
  readonly amount: number;
}

/** A reservation as its channel has it, but for its guest and its ids. */
export interface Reservation {
  readonly cancelled: boolean;
  /** ISO 8601 instant. */
  readonly bookedAt: string | null;
  readonly stays: readonly ChannelStay[];
  readonly currency: string;
  readonly total: number;
  readonly taxes: readonly ChannelCharge[];
  readonly fees: readonly ChannelCharge[];
  readonly commission: number | null;
  /** Null: as its connection says. */
  readonly collectedBy: ChannelCollector | null;
  readonly notes: string | null;
  /** Null if the channel said nothing, or once the guest was redacted. */
  readonly guest?: ChannelGuest | null;
}

/** What a booking keeps of the reservation it is, beside what every booking has. */
export interface KeptChannel {
  readonly bookedAt: string | null;
  readonly collectedBy: ChannelCollector;
  readonly commission: number | null;
  /** What was itemized, where that is not the total. */
  readonly itemizedTotal: number | null;
  /** Ids of its stays on the channel, in order; left out on bookings of before they were recorded. */
  readonly lineIds?: readonly string[];
  /** Ages of the children of each stay, in order; left out where none was told. */
  readonly childAges?: readonly (readonly number[])[];
  /** Null once the guest was redacted. */
  readonly notes: string | null;
  /** The same. */
  readonly guest?: ChannelGuest | null;
}

/** A change of a booking's stay from when it was asked for until its nights are taken. */
export interface StayChange {
  /** Catalog's key for the new nights. */
  readonly holdId: string;
  /** The same for those that are given back. */
  readonly replaces: string;
  readonly stay: EnteredStay;
  readonly guest: BookedGuest;
  readonly revision: number | null;
}

/** The same of a booking that a channel sold: it becomes another reservation. */
export interface ReservationChange {
  readonly holdId: string;
  /** Null where the booking was cancelled, and has no nights to give back. */
  readonly replaces: string | null;
  readonly guest: BookedGuest;
  readonly revision: number;
  readonly reservation: Reservation;
}

export const BookingEntity = defineEntity({
  name: 'Booking',
  tableName: 'bookings',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null if a host or an app entered it. */
    checkoutId: p.uuid().strictNullable(),
    /** Catalog's key for its nights. */
    holdId: p.uuid(),
    storefrontId: p.integer(),
    teamId: p.integer(),
    /** Property of the first line. */
    propertyId: p.integer(),
    reference: p.text(),
    permalinkId: p.uuid(),
    /** Proves the booking beside its reference; null for bookings that agents get no code for. */
    pincode: p.text().strictNullable(),
    status: p.text().$type<BookingStatus>(),
    /** Made at a sandbox storefront. */
    test: p.boolean(),
    version: p.integer(),
    checkIn: p.date(),
    checkOut: p.date(),
    /** The property's time zone, as an IANA name. */
    timeZone: p.text(),
    checkedInAt: p.datetime().strictNullable(),
    checkedOutAt: p.datetime().strictNullable(),
    currency: p.text(),
    total: p.bigint('number'),
    lines: p.json<readonly BookedLine[]>(),
    adults: p.integer(),
    children: p.integer(),
    assignedUnits: p.json<readonly AssignedUnit[]>(),
    totals: p.json<readonly BookedTotal[]>(),
    /** Fees and taxes that the guest pays at the property; not part of the total. */
    dueAtProperty: p.json<readonly BookedTotal[]>(),
    /** How it is paid, as agreed when it was made. */
    paymentMode: p.text().$type<PaymentMode>(),
    /** What of the total confirms it; 0 where all of it is paid at the property. */
    dueNow: p.bigint('number').default(0),
    /** `YYYY-MM-DD`; null: what is left is due on arrival. */
    balanceDueOn: p.date().strictNullable(),
    /** What the guest has paid; refunds are not deducted. */
    paid: p.bigint('number').default(0),
    /** What was due back to the guest when it was cancelled; null if it was not, or was sold without terms. */
    refundDue: p.bigint('number').strictNullable(),
    guestFirstName: p.text(),
    guestLastName: p.text(),
    /** Null once the guest was redacted. */
    guestEmail: p.text().strictNullable(),
    guestPhone: p.text().strictNullable(),
    /** Language they booked in, as BCP 47; null if it is not known. */
    guestLocale: p.text().strictNullable(),
    /** The guest's record; null for a moment on bookings from before there were contacts. */
    contactId: p.bigint('number').strictNullable(),
    sourceKind: p.text().$type<BookingSourceKind>(),
    sourceName: p.text().strictNullable(),
    sourceExternalId: p.text().strictNullable(),
    /** The install that entered it; null for any other booking. */
    enteredBy: p.integer().strictNullable(),
    /** Where it was entered: the newest revision known of where it comes from. */
    enteredRevision: p.integer().strictNullable(),
    /** The connection of a channel that it came through, the newest revision known of it there, and what the channel said. */
    channelConnectionId: p.integer().strictNullable(),
    channelRevision: p.integer().strictNullable(),
    channel: p.json<KeptChannel>().strictNullable(),
    /** A change that is under way. */
    changing: p.json<StayChange | ReservationChange>().strictNullable(),
    changingSince: p.datetime().strictNullable(),
    agentProfile: p.text().strictNullable(),
    holdExpiresAt: p.datetime(),
    /** When it ended before a pending payment kept it; null while none does. */
    firstHoldExpiresAt: p.datetime().strictNullable(),
    customFields: p.json<readonly StoredCustomField[]>(),
    /** When catalog released or confirmed the nights, after the booking was. */
    nightsSyncedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type Booking = Readonly<Omit<InferEntity<typeof BookingEntity>, symbol>>;

/** A guest of a team (docs/interface/bookings.md#contacts). */
export const ContactEntity = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    firstName: p.text().strictNullable(),
    lastName: p.text().strictNullable(),
    /** As `checkout.normal_email` makes them. */
    emails: p.array(),
    /** As `checkout.normal_phone` makes them. */
    phones: p.array(),
    locale: p.text().strictNullable(),
    country: p.text().strictNullable(),
    notes: p.text().strictNullable(),
    tags: p.array(),
    consentGiven: p.boolean(),
    consentAt: p.datetime().strictNullable(),
    consentSource: p.text().strictNullable(),
    version: p.integer(),
    /** The contact that has its bookings now; null if it was not merged. */
    mergedInto: p.bigint('number').strictNullable(),
    mergedAt: p.datetime().strictNullable(),
    /** Phone numbers that the other one did not have before. */
    mergedPhones: p.array(),
    redactedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type Contact = Readonly<Omit<InferEntity<typeof ContactEntity>, symbol>>;

/** One idempotency key and, once its request had its effect, the answer to give again. */
export const IdempotencyEntity = defineEntity({
  name: 'CheckoutIdempotency',
  tableName: 'idempotency',
  schema: 'checkout',
  properties: {
    storefrontId: p.integer().primary(),
    surface: p.text().primary(),
    operation: p.text().primary(),
    checkoutId: p.uuid().primary(),
    keyHash: p.text().primary(),
    fingerprint: p.text(),
    answer: p.json<unknown>().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** The hold of an attempt that ended without a booking while two runners drove it: released once neither can take it. */
export const StrayHoldEntity = defineEntity({
  name: 'CheckoutStrayHold',
  tableName: 'stray_holds',
  schema: 'checkout',
  properties: {
    holdId: p.uuid().primary(),
    since: p.datetime(),
    /** It is being released: no booking can be made of it any more. */
    releasing: p.boolean().default(false),
  },
});

/** Dates of a stay. */
export interface StayDays {
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
}

/** A guest's request to book (docs/interface/requests.md). */
/** What a guest answered to a question of the storefront. */
export interface RequestAnswer {
  readonly question: string;
  readonly answer: string;
}

export const BookingRequestEntity = defineEntity({
  name: 'BookingRequest',
  tableName: 'booking_requests',
  schema: 'checkout',
  properties: {
    /** Orders requests; never shown. */
    number: p.bigint('number').primary().autoincrement(),
    id: p.uuid().unique(),
    storefrontId: p.integer(),
    teamId: p.integer(),
    propertyId: p.integer(),
    reference: p.text().unique(),
    status: p.text().$type<RequestStatus>(),
    test: p.boolean(),
    unitTypeId: p.integer(),
    units: p.integer(),
    checkIn: p.date(),
    checkOut: p.date(),
    timeZone: p.text(),
    adults: p.integer(),
    children: p.integer(),
    currency: p.text(),
    total: p.bigint('number'),
    /** What the guest was shown. */
    quote: p.json<Quote>(),
    guestFirstName: p.text(),
    guestLastName: p.text(),
    /** In lower case; null once the guest was redacted. */
    guestEmail: p.text().strictNullable(),
    guestPhone: p.text().strictNullable(),
    message: p.text().strictNullable(),
    answers: p.json<readonly RequestAnswer[]>().defaultRaw("'[]'"),
    locale: p.text().strictNullable(),
    termsAcceptedAt: p.datetime(),
    /** Catalog's key for its nights while they are held. */
    holdId: p.uuid().strictNullable(),
    respondBy: p.datetime().strictNullable(),
    payBy: p.datetime().strictNullable(),
    declineReason: p.text().$type<DeclineReason>().strictNullable(),
    declineText: p.text().strictNullable(),
    bookingId: p.bigint('number').strictNullable(),
    /** Bookable dates near the taken ones. */
    nearest: p.json<readonly StayDays[]>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type BookingRequest = Readonly<Omit<InferEntity<typeof BookingRequestEntity>, symbol>>;

/** An answer that was not sent yet. */
export interface ConversationDraft {
  readonly text: string;
  readonly author: MessageAuthor;
  /** ISO 8601 instant. */
  readonly updatedAt: string;
}

/** What a team and a guest write to each other through one provider (docs/interface/conversations.md). */
export const ConversationEntity = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    contactId: p.bigint('number'),
    /** `platform`, or `app:` followed by a slug. */
    provider: p.text(),
    /** Null for the platform's own. */
    externalId: p.text().strictNullable(),
    subject: p.text().strictNullable(),
    status: p.text().$type<ConversationStatus>(),
    unitTypeId: p.integer().strictNullable(),
    /** An account. */
    assigneeId: p.integer().strictNullable(),
    /** As they were called then. */
    assigneeName: p.text().strictNullable(),
    lastMessageAt: p.datetime(),
    guestWroteAt: p.datetime().strictNullable(),
    /** When the guest wrote what no one has answered. */
    waitingSince: p.datetime().strictNullable(),
    unread: p.integer().default(0),
    draft: p.json<ConversationDraft>().strictNullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type Conversation = Readonly<Omit<InferEntity<typeof ConversationEntity>, symbol>>;

/** A booking or a request to book that a conversation is about. */
export const ConversationStayEntity = defineEntity({
  name: 'ConversationStay',
  tableName: 'conversation_stays',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    conversationId: p.bigint('number'),
    bookingId: p.bigint('number').strictNullable(),
    requestId: p.uuid().strictNullable(),
  },
});

export const MessageEntity = defineEntity({
  name: 'Message',
  tableName: 'messages',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    conversationId: p.bigint('number'),
    teamId: p.integer(),
    direction: p.text().$type<MessageDirection>(),
    authorKind: p.text().$type<MessageAuthor['kind']>(),
    authorName: p.text().strictNullable(),
    /** The member of the team, or the install, that wrote it. */
    accountId: p.integer().strictNullable(),
    installId: p.integer().strictNullable(),
    text: p.text(),
    externalId: p.text().strictNullable(),
    sentAt: p.datetime(),
    status: p.text().$type<MessageStatus>(),
    failureCode: p.text().strictNullable(),
    failureText: p.text().strictNullable(),
    inReplyTo: p.bigint('number').strictNullable(),
    bookingId: p.bigint('number').strictNullable(),
    requestId: p.uuid().strictNullable(),
    /** Whose the idempotency key is. */
    sender: p.text().strictNullable(),
    idempotencyKey: p.text().strictNullable(),
    /** How often it was handed to its provider, and when it is looked at next; null where it waits for nothing. */
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime().strictNullable(),
    /** When its provider took it, to report later how far it came; null where it did not, or said so at once. */
    takenAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});
export type Message = Readonly<Omit<InferEntity<typeof MessageEntity>, symbol>>;

/** A file of a message, or one that was uploaded for it. */
export const AttachmentEntity = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    /** Who uploaded it, and so may send it. */
    sender: p.text(),
    /** Null until it is sent. */
    messageId: p.bigint('number').strictNullable(),
    /** Its place among those of its message. */
    position: p.integer().default(0),
    name: p.text(),
    /** Judged from its first bytes; null exactly while it cannot be downloaded. */
    type: p.text().strictNullable(),
    bytes: p.integer().strictNullable(),
    sha256: p.text().strictNullable(),
    /** Where it is fetched from; null for one that was uploaded, and once it was. */
    sourceUrl: p.text().strictNullable(),
    status: p.text().$type<AttachmentStatus>(),
    /** Attempts to fetch it, with the current one. */
    attempts: p.smallint().default(0),
    /** End of the claim of who fetches it, or its next attempt; null if it's due. */
    nextAttemptAt: p.datetime().strictNullable(),
    /** Bytes of the team's quota that are kept free while it's fetched. */
    reservedBytes: p.integer().default(0),
    /** Since when it is gone for everyone; its bytes go next, then the row. */
    removedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});
export type Attachment = Readonly<Omit<InferEntity<typeof AttachmentEntity>, symbol>>;
