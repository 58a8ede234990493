import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { CancellationTerms } from '#kit/cancellation.ts';
import type { StoredCustomField } from '#kit/custom-fields.ts';
import type { Surface } from '#kit/viewer.ts';
import type { BookingListColumn, BookingListOrder, ViewFilter } from '../bookings/domain/booking-view.ts';
import type {
  AgreedPriceMode,
  BookingCancellerKind,
  BookingSourceKind,
  BookingStatus,
  ChannelCollector,
  CheckoutStatus,
  EntryPayment,
  PaymentMode,
} from '../bookings/domain/statuses.ts';
import type { AttachmentStatus } from '../conversations/domain/attachment-status.ts';
import type { ConversationStatus, MessageStatus } from '../conversations/domain/conversation-status.ts';
import type { MessageAuthor, MessageDirection } from '../conversations/domain/message.ts';
import type { ChangeRequestStatus } from '../domain/change-request-status.ts';
import type { DeclineReason, RequestStatus } from '../domain/request-status.ts';
import type { StayState } from '../domain/stay-states.ts';
import type { ChargeKind, DisputeStatus, EntryType, RefundStatus } from '../folio/domain/entry-kinds.ts';
import type { StoredStatus } from '../housekeeping/domain/unit-status.ts';
import type { InvoiceDocument } from '../invoices/domain/invoice-document.ts';
import type { DocumentKind, Series } from '../invoices/domain/series.ts';
import type { MessageTrigger } from '../messages/domain/due-times.ts';
import type { RuleFilters } from '../messages/domain/rule-match.ts';
import type { SkipReason } from '../messages/domain/skip-reasons.ts';
import type { TemplateText } from '../messages/domain/template-faults.ts';
import type { QuoteFragment } from '../operations/generated.ts';

/** Catalog's prices for the lines, and the problems that prevent booking. */
export type Quote = QuoteFragment;

/** An extra that a guest chose, by its fee's id. */
export interface ChosenExtra {
  readonly id: string;
  readonly quantity: number;
}

/** A requested stay item and its quantity. */
export interface Line {
  readonly itemId: string;
  readonly quantity: number;
}

/** The guest as sent by the agent, not validated. */
export interface Buyer {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** A guest with the agent's id, not validated. */
export interface SessionGuest extends Buyer {
  readonly id: string;
  /** In whole years on the check-in day. */
  readonly age: number | null;
}

/** A stay's party. */
export interface StayParty {
  /** Requested dates, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly childAges: readonly number[];
  /** The stay's rate plan; null for its unit type's default. */
  readonly ratePlanId: string | null;
  readonly assignments: readonly { readonly guestId: string; readonly role: string | null }[];
}

/** The people in a lodging session, as sent by the agent. */
export interface StayGuests {
  readonly propertyId: string;
  /** The person who books; null if the request has only guests. */
  readonly booker: Buyer | null;
  readonly guests: readonly SessionGuest[];
  readonly travelPurpose: string | null;
  /** One per line, in order. */
  readonly stays: readonly StayParty[];
}

/**
 * A price change while the booking was placed, which the next answer must include because lines and buyer
 * don't show it.
 */
export interface Notice {
  readonly kind: 'price_changed';
  /** The previously shown total, in minor units. */
  readonly from: number;
}

/** A booked line with its name and price at that time. */
export interface BookedLine {
  /** Null if it's no longer known. */
  readonly unitTypeId: number | null;
  readonly title: string;
  readonly quantity: number;
  readonly subtotal: number;
  /** Price per night, in order, before discount; empty if it wasn't recorded. */
  readonly nightly: readonly number[];
  /** Price per night, in order, after discount; absent if the discount is the same for every night. */
  readonly net?: readonly number[];
  /** First night, `YYYY-MM-DD`, if it differs from the booking's. */
  readonly checkIn?: string;
  /** The line's party; absent if it wasn't recorded. */
  readonly adults?: number;
  readonly children?: number;
  /** The line's property, if it differs from the booking's. */
  readonly propertyId?: number;
  /** The line's number in the booking as it was sold, from 1; absent if its place implies it. */
  readonly number?: number;
  /** The rate plan sold; absent for the unit type's default. */
  readonly ratePlanId?: string;
  /** The cancellation terms; absent if there were none. */
  readonly cancellation?: CancellationTerms;
}

/** A unit assigned to a booking line, with its name at that time. */
export interface AssignedUnit {
  readonly id: number;
  /** The line's index in the booking, from 0. */
  readonly line: number;
  readonly name: string;
  /** True if no person chose it. */
  readonly automatic?: true;
  /** First night in this unit, `YYYY-MM-DD`, if the booking has another one before. */
  readonly from?: string;
  /** Day on which the booking leaves it for another one, `YYYY-MM-DD`; absent for a unit kept until check-out. */
  readonly until?: string;
}

/** A booked total entry; the total itself is the last. */
export interface BookedTotal {
  /** Entry kind; absent for charges due at the property, and for bookings from before it was recorded. */
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
    /** Caller's network while the session is being completed. */
    agentAddress: p.text().strictNullable(),
    status: p.text().$type<CheckoutStatus>(),
    lines: p.json<readonly Line[]>(),
    buyer: p.json<Buyer>().strictNullable(),
    /** For a lodging session; null once they aren't needed. */
    guests: p.json<StayGuests>().strictNullable(),
    /** Expected arrival time that the guest gave when completing it, `HH:MM`. */
    arrivalTime: p.text().strictNullable(),
    /** Extras that the guest chose when completing it; null for none. */
    extras: p.json<readonly ChosenExtra[]>().strictNullable(),
    /** The guest's language in BCP 47; null if unknown. */
    locale: p.text().strictNullable(),
    quote: p.json<Quote>(),
    notice: p.json<Notice>().strictNullable(),
    /** Increases with every change: each change names the revision it read. */
    revision: p.integer(),
    /** Identifies a completion attempt: catalog's key for its nights. */
    holdId: p.uuid().strictNullable(),
    completingSince: p.datetime().strictNullable(),
    /** Time when the recovery job last took over the attempt; null while only its first runner has it. */
    recoveringSince: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});
export type Session = Readonly<Omit<InferEntity<typeof SessionEntity>, symbol>>;

/** A stay entered by hosts and apps: one unit type and a quantity. */
export interface EnteredStay {
  /** 0 for a summary of several lines, so that a process of the previous release refuses to change them. */
  readonly unitTypeId: number;
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly quantity: number;
  /** Absent for the unit type's default. */
  readonly ratePlanId?: string;
}

/** A booking's guest. */
export interface BookedGuest {
  readonly firstName: string;
  readonly lastName: string;
  /** Null if unknown. */
  readonly email: string | null;
  readonly phone: string | null;
}

/** A stay in a channel's reservation, for one unit. */
export interface ChannelStay {
  /** Its id on the channel; absent in changes begun before it was recorded. */
  readonly externalId?: string;
  readonly unitTypeId: string | null;
  readonly channelRoomId: string | null;
  /** The rate plan sold, or the channel's rate id; absent if the channel sent neither. */
  readonly ratePlanId?: string;
  readonly channelRateId?: string;
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  /** Absent if the channel sent no ages. */
  readonly childAges?: readonly number[];
  /** Price per night. */
  readonly nightly: readonly number[];
}

/** Guest details specific to channels. */
export interface ChannelGuest {
  readonly country: string | null;
  readonly locale: string | null;
}

/** A reservation's tax or fee. */
export interface ChannelCharge {
  readonly label: string;
  readonly amount: number;
}

/** A channel's reservation without its guest and ids. */
export interface Reservation {
  readonly cancelled: boolean;
  /** ISO 8601 timestamp. */
  readonly bookedAt: string | null;
  readonly stays: readonly ChannelStay[];
  readonly currency: string;
  readonly total: number;
  readonly taxes: readonly ChannelCharge[];
  readonly fees: readonly ChannelCharge[];
  readonly commission: number | null;
  /** Null to use the connection's setting. */
  readonly collectedBy: ChannelCollector | null;
  readonly notes: string | null;
  /** Null if the channel sent none, or after the guest was redacted. */
  readonly guest?: ChannelGuest | null;
}

/** Reservation fields that a booking keeps in addition to the usual ones. */
export interface KeptChannel {
  readonly bookedAt: string | null;
  readonly collectedBy: ChannelCollector;
  readonly commission: number | null;
  /** The itemized sum if it differs from the total. */
  readonly itemizedTotal: number | null;
  /** Channel ids for its stays, in order; absent on bookings from before they were recorded. */
  readonly lineIds?: readonly string[];
  /** Children's ages for each stay, in order; absent if the channel sent none. */
  readonly childAges?: readonly (readonly number[])[];
  /** Email address; null after the guest's data is redacted. */
  readonly notes: string | null;
  /** Also null after the guest was redacted. */
  readonly guest?: ChannelGuest | null;
}

/** A line that a change cancels: its units and guests, which determine its part of the fees. */
export interface DroppedLine {
  readonly units: number;
  readonly guests: number;
}

/** A stay as it was sold: the basis for pricing a change to it. */
export interface SoldStay {
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  /** Each night's price before and after discount, in order. */
  readonly nightly: readonly number[];
  readonly net: readonly number[];
  readonly adults: number;
  readonly children: number;
  /** Fees of the booking; if it has several lines, only its first line has them. */
  readonly fees: readonly { readonly label: string; readonly amount: number }[];
  /** Absent unless the change cancels a line; only the first remaining line has it. */
  readonly dropped?: DroppedLine;
}

/** A line of a booking after a change, and as it was sold. */
export interface ChangedLine {
  /** The line's index in the booking before the change, from 0. */
  readonly place: number;
  readonly stay: EnteredStay;
  readonly before: SoldStay;
}

/** The agreed price of a change that keeps the price of the nights it keeps. */
export interface AgreedChange {
  readonly before: SoldStay;
  readonly quote: Quote;
  /** Charge for the dropped nights; 0 if there are none or dropping them is free. */
  readonly dropped: number;
  /** True if the price holds even if rates or restrictions changed since the quote. */
  readonly isFixed: boolean;
  /** True if the team changes the stay, rather than its guest. */
  readonly byTeam?: true;
  /** The lines after the change; absent if the booking has one line. */
  readonly lines?: readonly ChangedLine[];
  /** Title of the line that the change cancels; absent if it cancels none. */
  readonly cancels?: string;
}

/** An entered booking's agreed price, for catalog and for the booking. */
export interface AgreedEntryPrice {
  readonly price: { readonly total: number } | { readonly nightly: readonly number[] };
  readonly mode: AgreedPriceMode;
  readonly reason: string | null;
}

/** A change to a booking's stay, kept until its nights are taken. */
export interface StayChange {
  /** Catalog's key for the new nights. */
  readonly holdId: string;
  /** Catalog's key for the nights to release. */
  readonly replaces: string;
  readonly stay: EnteredStay;
  readonly guest: BookedGuest;
  readonly revision: number | null;
  /** Absent if the whole stay is priced again. */
  readonly agreed?: AgreedChange;
  /** The stay as sold, if a change by its author keeps the prices of its nights; not with `agreed`. */
  readonly before?: SoldStay;
  /** The changed stay's agreed price; absent without one. */
  readonly priced?: AgreedEntryPrice;
  /** The guest's expected arrival time, `HH:MM`; absent if it doesn't change. */
  readonly arrivalTime?: string | null;
  /** The guest's request that the host accepts with this change. */
  readonly requestId?: number;
}

/** A change to a channel's booking, with its new reservation. */
export interface ReservationChange {
  readonly holdId: string;
  /** Null if the booking was cancelled and has no nights to release. */
  readonly replaces: string | null;
  readonly guest: BookedGuest;
  readonly revision: number;
  readonly reservation: Reservation;
}

/** A stay's price and charges before an early departure or a no-show. */
export interface StayUndo {
  /** Folio entries that it added. */
  readonly entryIds: readonly string[];
  /** The stay as sold; absent if only the charges changed. */
  readonly sold?: {
    readonly checkOut: string;
    readonly lines: readonly BookedLine[];
    readonly totals: readonly BookedTotal[];
    readonly total: number;
  };
}

export const BookingEntity = defineEntity({
  name: 'Booking',
  tableName: 'bookings',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null if entered by a host or an app. */
    checkoutId: p.uuid().strictNullable(),
    /** Catalog's key for the booking's nights. */
    holdId: p.uuid(),
    storefrontId: p.integer(),
    teamId: p.integer(),
    /** The first line's property. */
    propertyId: p.integer(),
    reference: p.text(),
    permalinkId: p.uuid(),
    /** Verification code used with the reference; null for bookings whose agents get no code. */
    pincode: p.text().strictNullable(),
    status: p.text().$type<BookingStatus>(),
    /** True if made on a sandbox storefront. */
    test: p.boolean(),
    version: p.integer(),
    checkIn: p.date(),
    checkOut: p.date(),
    /** The property's time zone, as an IANA name. */
    timeZone: p.text(),
    /** Start of the check-in day and 11:00 of the check-out day, once passed. */
    checkedInAt: p.datetime().strictNullable(),
    checkedOutAt: p.datetime().strictNullable(),
    /** Null if the days imply it (`stays/domain/stay.ts`). */
    stayState: p.text().$type<StayState>().strictNullable(),
    stayCheckedInAt: p.datetime().strictNullable(),
    stayCheckedOutAt: p.datetime().strictNullable(),
    /** False once the desk has confirmed the state. */
    stayAssumed: p.boolean().default(true),
    /** Arrival and departure aren't assumed before this time; null for no limit. */
    assumeAfter: p.datetime().strictNullable(),
    /** First night given back after an early departure or a no-show; null if all nights are kept. */
    nightsUntil: p.date().strictNullable(),
    /** Values that undoing the early departure or no-show restores; null if there are none. */
    stayUndo: p.json<StayUndo>().strictNullable(),
    currency: p.text(),
    total: p.bigint('number'),
    lines: p.json<readonly BookedLine[]>(),
    adults: p.integer(),
    children: p.integer(),
    assignedUnits: p.json<readonly AssignedUnit[]>(),
    totals: p.json<readonly BookedTotal[]>(),
    /** Fees and taxes due at the property, not included in the total. */
    dueAtProperty: p.json<readonly BookedTotal[]>(),
    /** Payment mode agreed when booking. */
    paymentMode: p.text().$type<PaymentMode>(),
    /** Part of the total that confirms the booking; 0 if everything is due at the property. */
    dueNow: p.bigint('number').default(0),
    /** `YYYY-MM-DD`; null if the balance is due on arrival. */
    balanceDueOn: p.date().strictNullable(),
    /** Amount paid by the guest, before refunds. */
    paid: p.bigint('number').default(0),
    /** Refund due when it was cancelled; null if it wasn't, or had no terms. */
    refundDue: p.bigint('number').strictNullable(),
    /** Null unless it's cancelled; also null if a process of the previous release cancelled it. */
    cancelledAt: p.datetime().strictNullable(),
    cancelledBy: p.text().$type<BookingCancellerKind>().strictNullable(),
    cancelReason: p.text().strictNullable(),
    /** The cancellation's fee, without taxes. */
    cancellationFee: p.bigint('number').strictNullable(),
    /** Sum of the folio's charges; null while they're derived from the price. */
    charged: p.bigint('number').strictNullable(),
    /** Total of payments that the booking couldn't accept, which are refunded. */
    excessPaid: p.bigint('number').default(0),
    /** Total of paid-out refunds. */
    refunded: p.bigint('number').default(0),
    /** Increases with every change to the folio. */
    folioVersion: p.integer().default(0),
    guestFirstName: p.text(),
    guestLastName: p.text(),
    /** Email address; null after the guest's data is redacted. */
    guestEmail: p.text().strictNullable(),
    guestPhone: p.text().strictNullable(),
    /** The guest's language when booking, in BCP 47; null if unknown. */
    guestLocale: p.text().strictNullable(),
    /** The guest's expected arrival time, `HH:MM`; null if unknown. */
    arrivalTime: p.text().strictNullable(),
    /** Source of an entered booking in words, such as `phone`. */
    sourceLabel: p.text().strictNullable(),
    /** Agreement about an entered booking's price; null for a calculated price. */
    priceMode: p.text().$type<AgreedPriceMode>().strictNullable(),
    priceReason: p.text().strictNullable(),
    /** The team's note. */
    note: p.text().strictNullable(),
    /** For an entered booking, true if its guest gets emails about it. */
    mailsGuest: p.boolean().default(false),
    /** Payment of an entered booking; null for other bookings, and for older entries, which are paid. */
    entryPayment: p.text().$type<EntryPayment>().strictNullable(),
    /** The guest's contact; null briefly on bookings from before contacts existed. */
    contactId: p.bigint('number').strictNullable(),
    sourceKind: p.text().$type<BookingSourceKind>(),
    sourceName: p.text().strictNullable(),
    sourceExternalId: p.text().strictNullable(),
    /** The install that entered it; null for other bookings. */
    enteredBy: p.integer().strictNullable(),
    /** For an entered booking, the newest known revision from its source. */
    enteredRevision: p.integer().strictNullable(),
    /** The import that added it; null for other bookings. */
    importId: p.integer().strictNullable(),
    /** For a channel booking: its connection, the newest revision known there, and the channel's details. */
    channelConnectionId: p.integer().strictNullable(),
    channelRevision: p.integer().strictNullable(),
    channel: p.json<KeptChannel>().strictNullable(),
    /** A pending change. */
    changing: p.json<StayChange | ReservationChange>().strictNullable(),
    changingSince: p.datetime().strictNullable(),
    agentProfile: p.text().strictNullable(),
    holdExpiresAt: p.datetime(),
    /** The hold's end before a pending payment extended it; null without an extension. */
    firstHoldExpiresAt: p.datetime().strictNullable(),
    customFields: p.json<readonly StoredCustomField[]>(),
    /** Time when catalog updated the nights, after the booking was released or confirmed. */
    nightsSyncedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type Booking = Readonly<Omit<InferEntity<typeof BookingEntity>, symbol>>;

/**
 * An entry in a booking's folio (docs/interface/folios.md). Entries are append-only, except that a refund's
 * status can change. Without stored charges, a booking's charges are derived from its price
 * (`folio/domain/derived-entries.ts`).
 */
export const FolioEntryEntity = defineEntity({
  name: 'FolioEntry',
  tableName: 'folio_entries',
  schema: 'checkout',
  properties: {
    /** Determines the order of entries; never shown. */
    number: p.bigint('number').primary().autoincrement(),
    /** The booking's id, a dash and a name within the folio. */
    id: p.text().unique(),
    teamId: p.integer(),
    bookingId: p.bigint('number'),
    entry: p.text().$type<EntryType>(),
    /** Only charges have a kind, name, date, taxes and quantity. */
    kind: p.text().$type<ChargeKind>().strictNullable(),
    /** `app:` followed by a slug, `bank_transfer`, `cash`, `card_terminal` or `other`; null for a charge. */
    method: p.text().strictNullable(),
    name: p.text().strictNullable(),
    /** Negative for a discount or an entry that reverses another. */
    amount: p.bigint('number'),
    quantity: p.integer().default(1),
    /** For an extra that a guest chose, catalog's optional fee. */
    feeId: p.integer().strictNullable(),
    taxIds: p.array().defaultRaw("'{}'"),
    /** `YYYY-MM-DD`. */
    date: p.date().strictNullable(),
    /** True for a charge that's part of the price at which the stay was sold. */
    sold: p.boolean().default(false),
    /** For a tax, the extra to which it was added. */
    addedTo: p.text().strictNullable(),
    /** The entry that this one reverses. */
    reverses: p.text().strictNullable(),
    receivedAt: p.datetime().strictNullable(),
    reference: p.text().strictNullable(),
    paymentSessionId: p.uuid().strictNullable(),
    /** False for a payment that the booking couldn't accept. */
    accepted: p.boolean().default(true),
    /** Only refunds have a status. */
    status: p.text().$type<RefundStatus>().strictNullable(),
    refundSessionId: p.uuid().strictNullable(),
    /** Time a refund was paid out, even if it failed later; also null if a process of the previous release recorded it. */
    refundedAt: p.datetime().strictNullable(),
    /** Only a disputed payment has these; `disputeReference` is the provider's. */
    disputeAmount: p.bigint('number').strictNullable(),
    disputeStatus: p.text().$type<DisputeStatus>().strictNullable(),
    disputeReference: p.text().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type FolioEntry = Readonly<Omit<InferEntity<typeof FolioEntryEntity>, symbol>>;

/**
 * An invoice or credit note (docs/interface/invoices.md). Only `credited` and `isOpen` change after it's issued; a trigger
 * refuses any other change.
 */
export const InvoiceEntity = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    bookingId: p.bigint('number'),
    propertyId: p.integer(),
    kind: p.text().$type<DocumentKind>(),
    series: p.text().$type<Series>(),
    /** Year at the property. */
    year: p.integer(),
    sequence: p.integer(),
    number: p.text(),
    issuedAt: p.datetime(),
    /** `YYYY-MM-DD`, at the property. */
    issuedOn: p.date(),
    currency: p.text(),
    /** Negative for a credit note. */
    total: p.bigint('number'),
    balance: p.bigint('number'),
    /** Total of its credit notes, as a positive amount. */
    credited: p.bigint('number').default(0),
    /** True for an invoice that isn't fully credited; a booking has at most one. */
    isOpen: p.boolean(),
    /** For a credit note, its invoice's id. */
    creditNoteOf: p.bigint('number').strictNullable(),
    document: p.json<InvoiceDocument>(),
  },
});
export type Invoice = Readonly<Omit<InferEntity<typeof InvoiceEntity>, symbol>>;

/** Counter of a team's document numbers in a year. */
export const InvoiceSeriesEntity = defineEntity({
  name: 'InvoiceSeries',
  tableName: 'invoice_series',
  schema: 'checkout',
  properties: {
    teamId: p.integer().primary(),
    series: p.text().$type<Series>().primary(),
    year: p.integer().primary(),
    last: p.integer(),
  },
});

/** A booking that lost a unit, with the unit as it was assigned. */
export interface DisplacedBooking {
  readonly bookingId: number;
  readonly holdId: string;
  readonly unit: AssignedUnit;
}

/** A unit's housekeeping (docs/interface/housekeeping.md). A unit without a row is clean. */
export const UnitStatusEntity = defineEntity({
  name: 'UnitStatus',
  tableName: 'unit_statuses',
  schema: 'checkout',
  properties: {
    unitId: p.integer().primary().autoincrement(false),
    teamId: p.integer(),
    propertyId: p.integer(),
    unitTypeId: p.integer(),
    /** The property's time zone, as an IANA name. */
    timeZone: p.text(),
    status: p.text().$type<StoredStatus>(),
    /** First and last night out of order, `YYYY-MM-DD`; null if it's in order. */
    outFrom: p.date().strictNullable(),
    outUntil: p.date().strictNullable(),
    outReason: p.text().strictNullable(),
    /** Bookings that lost the unit while it's out of order. */
    displaced: p.json<readonly DisplacedBooking[]>(),
    /** The stay that left last, and the status before it left. */
    leftBookingId: p.bigint('number').strictNullable(),
    leftAt: p.datetime().strictNullable(),
    statusBefore: p.text().$type<StoredStatus>().strictNullable(),
    /** Increases with every change to the nights out of order, so that catalog ignores an older one. */
    nightsVersion: p.integer().default(0),
    /** False until catalog has closed or opened the unit's nights. */
    nightsSynced: p.boolean().default(true),
    /** Increases with every change that callers see. */
    version: p.integer().default(1),
    updatedAt: p.datetime(),
  },
});
export type UnitStatusRow = Readonly<Omit<InferEntity<typeof UnitStatusEntity>, symbol>>;

/** A team's guest (docs/interface/bookings.md#contacts). */
export const ContactEntity = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    firstName: p.text().strictNullable(),
    lastName: p.text().strictNullable(),
    /** Normalized by `checkout.normal_email`. */
    emails: p.array(),
    /** Normalized by `checkout.normal_phone`. */
    phones: p.array(),
    locale: p.text().strictNullable(),
    country: p.text().strictNullable(),
    notes: p.text().strictNullable(),
    tags: p.array(),
    consentGiven: p.boolean(),
    consentAt: p.datetime().strictNullable(),
    consentSource: p.text().strictNullable(),
    version: p.integer(),
    /** The contact it was merged into, which now has its bookings; null if it wasn't merged. */
    mergedInto: p.bigint('number').strictNullable(),
    mergedAt: p.datetime().strictNullable(),
    /** Phone numbers that the other contact gained in the merge. */
    mergedPhones: p.array(),
    redactedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type Contact = Readonly<Omit<InferEntity<typeof ContactEntity>, symbol>>;

/** An idempotency key and, after its request took effect, the answer to replay. */
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

/**
 * A hold from an attempt that ended without a booking while two runners were working on it; released when
 * neither can take it.
 */
export const StrayHoldEntity = defineEntity({
  name: 'CheckoutStrayHold',
  tableName: 'stray_holds',
  schema: 'checkout',
  properties: {
    holdId: p.uuid().primary(),
    since: p.datetime(),
    /** True while it is being released and can't become a booking. */
    releasing: p.boolean().default(false),
  },
});

/** A stay's dates. */
export interface StayDays {
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
}

/** A guest's answer to a storefront's question about a request (docs/interface/requests.md). */
export interface RequestAnswer {
  readonly question: string;
  readonly answer: string;
}

export const BookingRequestEntity = defineEntity({
  name: 'BookingRequest',
  tableName: 'booking_requests',
  schema: 'checkout',
  properties: {
    /** Sort key; never shown. */
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
    /** Quote shown to the guest. */
    quote: p.json<Quote>(),
    guestFirstName: p.text(),
    guestLastName: p.text(),
    /** Lower case; null after the guest was redacted. */
    guestEmail: p.text().strictNullable(),
    guestPhone: p.text().strictNullable(),
    message: p.text().strictNullable(),
    /** Expected arrival time, `HH:MM`. */
    arrivalTime: p.text().strictNullable(),
    answers: p.json<readonly RequestAnswer[]>().defaultRaw("'[]'"),
    locale: p.text().strictNullable(),
    termsAcceptedAt: p.datetime(),
    /** Catalog's key for its held nights. */
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

/** A guest's request to change a booking (docs/interface/bookings.md#change-requests). It holds no nights. */
export const ChangeRequestEntity = defineEntity({
  name: 'BookingChangeRequest',
  tableName: 'booking_change_requests',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    propertyId: p.integer(),
    bookingId: p.bigint('number'),
    status: p.text().$type<ChangeRequestStatus>(),
    /** Catalog's key for the booking's nights when the guest requested the change. */
    replaces: p.uuid(),
    /** The requested stay. */
    stay: p.json<EnteredStay>(),
    /** Price at which the host accepts it. */
    agreed: p.json<AgreedChange>(),
    arrivalTime: p.text().strictNullable(),
    /** The folio's total after the change. */
    total: p.bigint('number'),
    difference: p.bigint('number'),
    /** The quote's fingerprint, so that a form sent again doesn't place another request. */
    fingerprint: p.text(),
    /** The team's message to the guest. */
    declineReason: p.text().strictNullable(),
    expiresAt: p.datetime(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type ChangeRequest = Readonly<Omit<InferEntity<typeof ChangeRequestEntity>, symbol>>;

/** An unsent reply. */
export interface ConversationDraft {
  readonly text: string;
  readonly author: MessageAuthor;
  /** ISO 8601 timestamp. */
  readonly updatedAt: string;
}

/** Messages between a team and a guest through one provider (docs/interface/conversations.md). */
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
    /** Null for platform conversations. */
    externalId: p.text().strictNullable(),
    subject: p.text().strictNullable(),
    status: p.text().$type<ConversationStatus>(),
    unitTypeId: p.integer().strictNullable(),
    /** An account id. */
    assigneeId: p.integer().strictNullable(),
    /** The assignee's name at the time of assignment. */
    assigneeName: p.text().strictNullable(),
    lastMessageAt: p.datetime(),
    guestWroteAt: p.datetime().strictNullable(),
    /** Time when the guest wrote the oldest unanswered message. */
    waitingSince: p.datetime().strictNullable(),
    unread: p.integer().default(0),
    draft: p.json<ConversationDraft>().strictNullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type Conversation = Readonly<Omit<InferEntity<typeof ConversationEntity>, symbol>>;

/** A conversation's booking or booking request. */
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
    /** The team member or install that wrote it. */
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
    /** The idempotency key's owner. */
    sender: p.text().strictNullable(),
    idempotencyKey: p.text().strictNullable(),
    /** Number of deliveries to its provider, and the next attempt; null if none is due. */
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime().strictNullable(),
    /**
     * Time when its provider accepted it, to report the outcome later; null if not accepted, or sent
     * immediately.
     */
    takenAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});
export type Message = Readonly<Omit<InferEntity<typeof MessageEntity>, symbol>>;

/** A message's file, or an upload for a message. */
export const AttachmentEntity = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    /** The uploader, who can send it. */
    sender: p.text(),
    /** Null until it is sent. */
    messageId: p.bigint('number').strictNullable(),
    /** Position among the message's files. */
    position: p.integer().default(0),
    name: p.text(),
    /** Detected from the first bytes; null while it can't be downloaded. */
    type: p.text().strictNullable(),
    bytes: p.integer().strictNullable(),
    sha256: p.text().strictNullable(),
    /** URL to fetch; null for uploads, and after fetching. */
    sourceUrl: p.text().strictNullable(),
    status: p.text().$type<AttachmentStatus>(),
    /** Attempts to fetch it, including the current one. */
    attempts: p.smallint().default(0),
    /** End of the current claim, or the next attempt; null if it's due. */
    nextAttemptAt: p.datetime().strictNullable(),
    /** Bytes reserved in the team's quota while fetching. */
    reservedBytes: p.integer().default(0),
    /** Removal time: the file is hidden from then on; its bytes are deleted next, then the row. */
    removedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});
export type Attachment = Readonly<Omit<InferEntity<typeof AttachmentEntity>, symbol>>;

/** A task's photo. It keeps the uploaded attachment's id and bytes; that row is deleted. */
export const TaskPhotoEntity = defineEntity({
  name: 'TaskPhoto',
  tableName: 'task_photos',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    teamId: p.integer(),
    taskId: p.bigint('number'),
    name: p.text(),
    type: p.text(),
    bytes: p.integer(),
    /** Name of the member or app that added it. */
    authorName: p.text(),
    /** Removal time: the photo is hidden from then on; its bytes are deleted next, then the row. */
    removedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});
export type TaskPhoto = Readonly<Omit<InferEntity<typeof TaskPhotoEntity>, symbol>>;

/** A saved view of the bookings list. */
export const BookingViewEntity = defineEntity({
  name: 'BookingView',
  tableName: 'booking_views',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    /** The member who added it. */
    accountId: p.integer(),
    name: p.text(),
    /** False if only its member can open it. */
    shared: p.boolean(),
    filter: p.json<ViewFilter>(),
    order: p.text().$type<BookingListOrder>(),
    /** Null for the usual columns. */
    columns: p.json<readonly BookingListColumn[]>().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type BookingView = Readonly<Omit<InferEntity<typeof BookingViewEntity>, symbol>>;

/** A team's text for automatic messages (docs/interface/messages.md). */
export const MessageTemplateEntity = defineEntity({
  name: 'MessageTemplate',
  tableName: 'message_templates',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    name: p.text(),
    texts: p.json<readonly TemplateText[]>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type MessageTemplate = Readonly<Omit<InferEntity<typeof MessageTemplateEntity>, symbol>>;

export const MessageRuleEntity = defineEntity({
  name: 'MessageRule',
  tableName: 'message_rules',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    name: p.text(),
    templateId: p.bigint('number'),
    trigger: p.text().$type<MessageTrigger>(),
    hours: p.integer().strictNullable(),
    days: p.integer().strictNullable(),
    /** `HH:MM`. */
    at: p.text().strictNullable(),
    filters: p.json<RuleFilters>(),
    channel: p.text().$type<'conversation' | 'email'>(),
    active: p.boolean(),
    /** Time it was added, turned on, or given another trigger or time; it sends nothing for the past. */
    beganAt: p.datetime(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type MessageRule = Readonly<Omit<InferEntity<typeof MessageRuleEntity>, symbol>>;

/** A rule's message for one booking and event. Contains no text: it's filled in when it's sent. */
export const RuleMessageEntity = defineEntity({
  name: 'RuleMessage',
  tableName: 'rule_messages',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    ruleId: p.bigint('number'),
    templateId: p.bigint('number'),
    bookingId: p.bigint('number'),
    /** The change's id for `changed`; empty for a message that's sent once per booking. */
    event: p.text(),
    status: p.text().$type<'waiting' | 'sent' | 'skipped'>(),
    reason: p.text().$type<SkipReason>().strictNullable(),
    emptyVariables: p.array().defaultRaw("'{}'"),
    dueAt: p.datetime(),
    /** End of the lease, or the due time. */
    nextAttemptAt: p.datetime(),
    attempts: p.integer().default(0),
    /** Time it was sent or skipped. */
    endedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});
export type RuleMessage = Readonly<Omit<InferEntity<typeof RuleMessageEntity>, symbol>>;
