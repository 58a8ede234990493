import { defineEntity, type EntityDTO, type InferEntity, p } from '@mikro-orm/postgresql';
import type { CancellationTerms } from '#kit/cancellation.ts';
import type { StoredCustomField } from '#kit/custom-fields.ts';
import { UPLOAD_STATUSES } from '#kit/images/upload-rules.ts';
import { FEED_NOTES } from '../calendars/domain/feed-notes.ts';
import { FEED_PROBLEMS, FEED_STATUSES } from '../calendars/domain/feed-state.ts';
import { COLLECTORS, CONNECTION_STATUSES, OVERBOOKING } from '../channels/domain/channel-connection.ts';
import { type ChangePlace, PUSH_MODES } from '../channels/domain/channel-message.ts';
import { MESSAGE_OUTCOMES } from '../channels/domain/update-states.ts';
import type {
  Address,
  Bed,
  ChildAgeBand,
  Description,
  Geo,
  HouseRules,
  Licence,
  PropertyContact,
} from '../domain/content.ts';
import { PROPERTY_KINDS, UNIT_TYPE_KINDS } from '../domain/content.ts';
import {
  CHECK_STATUSES,
  INJECTION_CONSENTS,
  INJECTION_KINDS,
  PLACEMENT_STATUSES,
} from '../injections/domain/injections.ts';
import { MEAL_PLANS, PAYMENT_MODES } from '../rates/domain/rate-plan.ts';
import { COLLECTIONS, FEE_BASES } from '../rates/domain/terms.ts';
import { DOMAIN_PROBLEMS, DOMAIN_STATUSES } from '../storefronts/domain/domain-state.ts';

const schema = 'catalog';

/** A policy page as a storefront keeps it. */
export interface Policy {
  readonly kind: (typeof POLICY_KINDS)[number];
  readonly title: string;
  readonly text: string;
}

/** What guests are asked with a request to book. */
export interface RequestQuestion {
  readonly text: string;
  /** Empty where the guest writes. */
  readonly choices: readonly string[];
  readonly required: boolean;
}

export const POLICY_KINDS = ['terms_of_service', 'privacy_policy', 'refund_policy', 'faq'] as const;

/** A team's public domain. `signingKey` and `acpSigningSecret` are sealed (kit/secrets). */
export const StorefrontEntity = defineEntity({
  name: 'Storefront',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    domain: p.text(),
    /** Below the platform's own domain; null where the storefront was given a domain of its own. */
    slug: p.text().nullable(),
    name: p.text(),
    /** When it first went live; null for a draft. */
    openedAt: p.datetime().nullable(),
    /** When it was closed for good. */
    closedAt: p.datetime().nullable(),
    /** For trying things out: its bookings are tests. Never changes. */
    sandbox: p.boolean().default(false),
    agentBookings: p.boolean().default(false),
    instantBooking: p.boolean().default(false),
    requestMode: p.text().$type<'ask' | 'hold'>().default('ask'),
    respondWithinSeconds: p.integer().default(86_400),
    payWithinSeconds: p.integer().default(86_400),
    /** Before the check-in day. */
    minNoticeSeconds: p.integer().default(0),
    requestQuestions: p.json<readonly RequestQuestion[]>().defaultRaw("'[]'"),
    maintenance: p.boolean().default(false),
    maintenanceRetryAfter: p.integer().default(300),
    /** Whether its team closes: then no nights are taken here (catalog.hold_stay). */
    teamClosing: p.boolean().default(false),
    /** Whether an operator of the platform suspended its team, as of the version of it that was heard of last. */
    teamSuspended: p.boolean().default(false),
    teamSuspensionVersion: p.integer().default(0),
    /** Since when an operator of the platform keeps it paused, and why; null where none does. */
    suspendedAt: p.datetime().nullable(),
    suspensionReason: p.text().nullable(),
    acpEnabled: p.boolean().default(false),
    acpApiKeyHash: p.text().nullable(),
    acpApiKeyHint: p.text().nullable(),
    acpSigningSecret: p.text().nullable(),
    lodgingDraft: p.boolean().default(false),
    policies: p.json<readonly Policy[]>(),
    /** What its stays are sold with. */
    cancellationPolicy: () => p.manyToOne(CancellationPolicyEntity).nullable(),
    maxHoldsPerGuest: p.integer().default(10),
    /** Null: the platform's own limit. */
    maxHeldNights: p.integer().nullable(),
    maxHeldSharePercent: p.integer().default(50),
    signingKid: p.text(),
    signingX: p.text(),
    signingY: p.text(),
    signingKey: p.text(),
    /** Increases with every event about it. */
    version: p.integer().default(1),
  },
});
/** A storefront as a plain value. */
export type StorefrontRecord = EntityDTO<InferEntity<typeof StorefrontEntity>>;

/** A domain of the host's own that leads, or is to lead, to a storefront. */
export const StorefrontDomainEntity = defineEntity({
  name: 'StorefrontDomain',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    storefront: () => p.manyToOne(StorefrontEntity),
    /** ASCII, lower case, without the dot at its end. */
    domain: p.text(),
    /** What the host writes into DNS; of this claim alone, so a record of an earlier one proves nothing. */
    challenge: p.text(),
    status: p.enum(DOMAIN_STATUSES).default('pending'),
    problem: p.enum(DOMAIN_PROBLEMS).nullable(),
    createdAt: p.datetime(),
    verifiedAt: p.datetime().nullable(),
    activeAt: p.datetime().nullable(),
    failingSince: p.datetime().nullable(),
    removedAt: p.datetime().nullable(),
    lastGoodAt: p.datetime().nullable(),
    lastCheckedAt: p.datetime().nullable(),
    nextCheckAt: p.datetime(),
    /** Looks at DNS since the status last changed. */
    attempts: p.integer().default(0),
  },
});
export type StorefrontDomainRow = InferEntity<typeof StorefrontDomainEntity>;

/** When a guest who cancels pays what: written once, used by a storefront and its rate plans. */
export const CancellationPolicyEntity = defineEntity({
  name: 'CancellationPolicy',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    storefrontId: p.integer(),
    name: p.text(),
    terms: p.json<CancellationTerms>(),
    externalId: p.text().nullable(),
    archivedAt: p.datetime().nullable(),
  },
});
export type CancellationPolicyRow = InferEntity<typeof CancellationPolicyEntity>;

/** A place with an address. */
export const PropertyEntity = defineEntity({
  name: 'Property',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    storefront: () => p.manyToOne(StorefrontEntity),
    name: p.text(),
    timeZone: p.text(),
    currency: p.text(),
    guestReady: p.boolean().default(true),
    /** When it became so, as its tasks said. */
    guestReadySince: p.datetime().nullable(),
    kind: p.enum(PROPERTY_KINDS).nullable(),
    address: p.json<Address>().nullable(),
    geo: p.json<Geo>().nullable(),
    checkInFrom: p.text().nullable(),
    checkInUntil: p.text().nullable(),
    checkOutUntil: p.text().nullable(),
    descriptions: p.json<readonly Description[]>().defaultRaw(`'[]'`),
    amenities: p.json<readonly string[]>().defaultRaw(`'[]'`),
    houseRules: p.json<HouseRules>().nullable(),
    licences: p.json<readonly Licence[]>().defaultRaw(`'[]'`),
    contact: p.json<PropertyContact>().nullable(),
    externalId: p.text().nullable(),
    /** Its photos, the main one first. */
    mediaIds: p.array(Number).columnType('integer[]').defaultRaw(`'{}'`),
    archivedAt: p.datetime().nullable(),
    /** Grows with every change; the database counts. */
    version: p.integer().default(1),
    customFields: p.json<readonly StoredCustomField[]>(),
    updatedAt: p.datetime().defaultRaw('now()'),
    unitTypes: () => p.oneToMany(UnitTypeEntity).mappedBy('property').orderBy({ position: 'asc', id: 'asc' }),
    fees: () => p.oneToMany(FeeEntity).mappedBy('property'),
    taxes: () => p.oneToMany(TaxEntity).mappedBy('property'),
  },
});
export type PropertyRow = InferEntity<typeof PropertyEntity>;

/** How a unit type is sold; the one it refers to is what stays are sold with. Discounts and `adjustBp` are basis points. */
export const RatePlanEntity = defineEntity({
  name: 'RatePlan',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity).deleteRule('cascade'),
    title: p.text().fieldName('name'),
    description: p.text().default(''),
    mealPlan: p.enum(MEAL_PLANS).nullable(),
    /** Null: the storefront's. */
    cancellationPolicy: () => p.manyToOne(CancellationPolicyEntity).nullable(),
    paymentMode: p.enum(PAYMENT_MODES).default('now'),
    /** Of a deposit alone. */
    depositPercent: p.integer().nullable(),
    balanceDaysBefore: p.integer().nullable(),
    adjustBp: p.integer().default(0),
    adjustAmount: p.bigint('number').default(0),
    weekDiscount: p.integer().nullable(),
    monthDiscount: p.integer().nullable(),
    minStay: p.integer().nullable(),
    maxStay: p.integer().nullable(),
    /** Days from booking to check-in. */
    minAdvance: p.integer().nullable(),
    maxAdvance: p.integer().nullable(),
    active: p.boolean().default(true),
    externalId: p.text().nullable(),
    archivedAt: p.datetime().nullable(),
  },
});
export type RatePlanRow = InferEntity<typeof RatePlanEntity>;

/** What is sold. `revision` grows with every change of it, its rate plan, or its property's fees and taxes. */
export const UnitTypeEntity = defineEntity({
  name: 'UnitType',
  tableName: 'unit_type',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    property: () => p.manyToOne(PropertyEntity),
    /** What its stays are sold with; null for one that has no plan yet. */
    ratePlan: () => p.manyToOne(RatePlanEntity).nullable(),
    name: p.text(),
    /** Plain text; made of the descriptions where there are some. */
    description: p.text(),
    descriptions: p.json<readonly Description[]>().defaultRaw(`'[]'`),
    kind: p.enum(UNIT_TYPE_KINDS).nullable(),
    bedrooms: p.integer().nullable(),
    beds: p.json<readonly Bed[]>().defaultRaw(`'[]'`),
    bathrooms: p.integer().nullable(),
    areaM2: p.integer().fieldName('area_m2').nullable(),
    amenities: p.json<readonly string[]>().defaultRaw(`'[]'`),
    position: p.integer().default(0),
    externalId: p.text().nullable(),
    /** Its photos, the main one first. */
    mediaIds: p.array(Number).columnType('integer[]').defaultRaw(`'{}'`),
    archivedAt: p.datetime().nullable(),
    maxGuests: p.integer(),
    maxAdults: p.integer().nullable(),
    maxChildren: p.integer().nullable(),
    childAgeBands: p.json<readonly ChildAgeBand[]>().defaultRaw(`'[]'`),
    baseGuests: p.integer(),
    adultSupplement: p.bigint('number').default(0),
    childSupplement: p.bigint('number').default(0),
    units: p.integer(),
    baseRate: p.bigint('number'),
    active: p.boolean().default(true),
    /** Units of every night that agents are not offered, because a feed of it cannot be read. */
    heldBack: p.integer().default(0),
    revision: p.integer().default(1),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
export type UnitTypeRow = InferEntity<typeof UnitTypeEntity>;

/** One unit of a unit type; the database keeps as many as there are. */
export const UnitEntity = defineEntity({
  name: 'Unit',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity).deleteRule('cascade'),
    /** From 1 on, in the order the host keeps them. */
    place: p.integer(),
    name: p.text(),
  },
});

/** A calendar elsewhere whose events take nights of a unit type (docs/interface/ical.md). */
export const IcalFeedEntity = defineEntity({
  name: 'IcalFeed',
  tableName: 'ical_feed',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity),
    name: p.text(),
    /** Its address is a secret of the other platform's; gone with the feed. */
    urlSealed: p.text().nullable(),
    /** SHA-256 of its address: finds it again, and names what it is sealed to. */
    urlHash: p.text(),
    /** Id of the unit type whose calendar it is, where this product exports it. */
    calendarId: p.text().nullable(),
    /** Units that each of its events takes. */
    units: p.integer(),
    /** Units that agents are not offered while it is failing. */
    holdBackUnits: p.integer(),
    status: p.enum(FEED_STATUSES).default('fresh'),
    problem: p.enum(FEED_PROBLEMS).nullable(),
    /** Readings that failed since the last good one. */
    missed: p.integer().default(0),
    /** Events it had when it began to shrink; null while it has not. */
    shrunkFrom: p.integer().nullable(),
    /** Problem of the last whole reading that was good all the same, and the first line with it. */
    noted: p.enum(FEED_NOTES).nullable(),
    notedLine: p.text().nullable(),
    /** Readings in a row that took too long. */
    slow: p.integer().default(0),
    /** Whether `holdBackUnits` are kept from agents now. */
    holdsBack: p.boolean().default(false),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    /** When it was last read whole, not answered with 304. */
    readWholeAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    lastReadAt: p.datetime().nullable(),
    lastGoodAt: p.datetime().nullable(),
    nextReadAt: p.datetime(),
    removedAt: p.datetime().nullable(),
  },
});
export type IcalFeedRow = InferEntity<typeof IcalFeedEntity>;

/** An event of a feed, or one instance of an event that recurs. Nothing of its text is kept. */
export const IcalEventEntity = defineEntity({
  name: 'IcalEvent',
  tableName: 'ical_event',
  schema,
  properties: {
    feed: () => p.manyToOne(IcalFeedEntity).primary().deleteRule('cascade'),
    externalId: p.text().primary(),
    firstNight: p.date(),
    departure: p.date(),
    /** Ids of the calendars of this product that it came through, with commas: domain/feed-path.ts. */
    via: p.text().default(''),
    /** Whether the last reading did not have it. */
    absent: p.boolean().default(false),
    /** Good readings in a row that did not have it. */
    missed: p.integer().default(0),
    /** When the first of them was. */
    absentSince: p.datetime().nullable(),
    /** Whether it is a booking of our own that the channel shows back to us: it takes nothing. */
    echo: p.boolean().default(false),
  },
});
export type IcalEventRow = InferEntity<typeof IcalEventEntity>;

/** What a feed takes of a night: `taken` units are in `confirmed` of the night; the rest of `wanted` is overbooked. */
export const IcalNightEntity = defineEntity({
  name: 'IcalNight',
  tableName: 'ical_night',
  schema,
  properties: {
    unitType: () => p.manyToOne(UnitTypeEntity).primary(),
    night: p.date().primary(),
    feed: () => p.manyToOne(IcalFeedEntity).primary().deleteRule('cascade'),
    wanted: p.integer(),
    taken: p.integer(),
  },
});

/** A property that a channel app sells on its channel (docs/interface/channels.md). */
export const ChannelConnectionEntity = defineEntity({
  name: 'ChannelConnection',
  tableName: 'channel_connection',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    property: () => p.manyToOne(PropertyEntity),
    installId: p.integer(),
    appSlug: p.text(),
    /** What the channel is called. */
    name: p.text(),
    channelPropertyId: p.text(),
    currency: p.text(),
    status: p.enum(CONNECTION_STATUSES),
    overbooking: p.enum(OVERBOOKING),
    collects: p.enum(COLLECTORS),
    /** Units of every night that the channel is not told of. */
    stopSellBelow: p.integer().default(0),
    /** Units of each mapped unit type that agents are not offered while the connection is degraded. */
    holdBackUnits: p.integer().default(1),
    /** Since when its channel has not accepted what changed; null where it does. */
    degradedSince: p.datetime().nullable(),
    /** Whether its rooms are mapped, but its channel has yet to accept all nights for the first time. */
    awaitsFull: p.boolean().default(false),
    /** Days ahead that the channel is told of at most; null for what its app declares. */
    horizonDays: p.integer().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type ChannelConnectionRow = InferEntity<typeof ChannelConnectionEntity>;

/** Something an app adds to pages of a storefront, as its version declared it when it was placed or last published. */
export const InjectionPlacementEntity = defineEntity({
  name: 'InjectionPlacement',
  tableName: 'injection_placement',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    storefront: () => p.manyToOne(StorefrontEntity),
    installId: p.integer(),
    appSlug: p.text(),
    appName: p.text(),
    /** Within the app. */
    handle: p.text(),
    name: p.text(),
    kind: p.enum(INJECTION_KINDS),
    target: p.text(),
    url: p.text().nullable(),
    integrity: p.text().nullable(),
    minHeight: p.integer(),
    maxHeight: p.integer(),
    lazy: p.boolean(),
    consent: p.enum(INJECTION_CONSENTS),
    metaName: p.text().nullable(),
    metaContent: p.text().nullable(),
    status: p.enum(PLACEMENT_STATUSES),
    position: p.integer(),
    /** Ids of properties whose pages are without it. */
    offPropertyIds: p.json<readonly number[]>().defaultRaw(`'[]'`),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type InjectionPlacementRow = InferEntity<typeof InjectionPlacementEntity>;

/** A placement as its host sees it: one that was removed is gone. */
export type PlacementRecord = Omit<InjectionPlacementRow, 'status' | 'storefront'> & {
  readonly status: InjectionPlacementRow['status'] | 'gone';
  readonly storefront: { readonly id: number; readonly domain: string };
};

/** An entry of an installed app that isn't on the storefront yet, described as a placement. */
export type AvailablePlacement = Omit<PlacementRecord, 'id' | 'status'> & {
  readonly id: string;
  readonly status: 'available';
};

export type ShownPlacement = PlacementRecord | AvailablePlacement;

/** An app of which operators show nothing on any page. */
export const InjectionSuspensionEntity = defineEntity({
  name: 'InjectionSuspension',
  tableName: 'injection_suspension',
  schema,
  properties: {
    appSlug: p.text().primary(),
    /** Hosts read it. */
    reason: p.text(),
    createdAt: p.datetime(),
  },
});

/** An address of frames that browsers gave up, as the platform finds it itself. */
export const InjectionCheckEntity = defineEntity({
  name: 'InjectionCheck',
  tableName: 'injection_check',
  schema,
  properties: {
    appSlug: p.text().primary(),
    url: p.text().primary(),
    status: p.enum(CHECK_STATUSES),
    loads: p.integer().default(0),
    failed: p.integer().default(0),
    nextAt: p.datetime(),
  },
});
export type InjectionCheckRow = InferEntity<typeof InjectionCheckEntity>;

/** A room of a channel and the unit type it is sold from. */
export const ChannelRoomEntity = defineEntity({
  name: 'ChannelRoom',
  tableName: 'channel_room',
  schema,
  properties: {
    connection: () => p.manyToOne(ChannelConnectionEntity).primary().deleteRule('cascade'),
    channelRoomId: p.text().primary(),
    unitType: () => p.manyToOne(UnitTypeEntity),
    /** What the unit type was when the channel was last told to hear of all its nights; null before. */
    seen: p.text().nullable(),
    /** Why the channel refuses the room, which is not sent until it is mapped again; null where it does not. */
    problem: p.text().nullable(),
  },
});

/** What the channel of a connection was told, and what it has yet to be told (docs/interface/channels.md#push). */
export const ChannelPushEntity = defineEntity({
  name: 'ChannelPush',
  tableName: 'channel_push',
  schema,
  properties: {
    connectionId: p.integer().primary().autoincrement(false),
    features: p.array(),
    horizonDays: p.integer(),
    /** Whether its app says what the channel has. */
    comparable: p.boolean().default(false),
    /** Of the last message. */
    sequence: p.integer().default(0),
    /** Everything is to be sent again. */
    fullWanted: p.boolean().default(false),
    /** A full refresh is under way. */
    fullRunning: p.boolean().default(false),
    /** The property's day of the last one. */
    fullDay: p.date().nullable(),
    /** Null where there is nothing to send. */
    nextAttemptAt: p.datetime().nullable(),
    /** Since when the oldest change waits that was not accepted. */
    waitingSince: p.datetime().nullable(),
    /** One process alone may send until then, or the channel may take until then to acknowledge. */
    claimedUntil: p.datetime().nullable(),
    messageId: p.uuid().nullable(),
    /** Nights of the message under way, by unit type, as PostgreSQL writes multiranges. */
    sending: p.json<Readonly<Record<string, string>>>().nullable(),
    /** What each change of a message is about that the channel has yet to acknowledge. */
    places: p.json<readonly ChangePlace[]>().nullable(),
    failures: p.integer().default(0),
    lastAcceptedAt: p.datetime().nullable(),
    lastFullAt: p.datetime().nullable(),
    lastError: p.text().nullable(),
    /** When everything was asked for of late. */
    syncRequests: p.json<readonly string[]>().defaultRaw(`'[]'`),
  },
});

/** A message to a channel and what it answered. */
export const ChannelMessageEntity = defineEntity({
  name: 'ChannelMessage',
  tableName: 'channel_message',
  schema,
  properties: {
    id: p.uuid().primary(),
    connectionId: p.integer(),
    sequence: p.integer(),
    mode: p.enum(PUSH_MODES),
    changes: p.integer(),
    outcome: p.enum(MESSAGE_OUTCOMES),
    status: p.integer().nullable(),
    problem: p.text().nullable(),
    sentAt: p.datetime(),
    answeredAt: p.datetime().nullable(),
  },
});

/** A room that is sold from nothing any more, until its channel has closed it. */
export const ChannelUnmappedRoomEntity = defineEntity({
  name: 'ChannelUnmappedRoom',
  tableName: 'channel_unmapped_room',
  schema,
  properties: {
    connectionId: p.integer().primary(),
    channelRoomId: p.text().primary(),
    /** Empty where it is the whole room. */
    channelRateId: p.text().primary(),
  },
});

/** What a room of a channel is sold at, where that is not its unit type's default rate plan as it is. */
export const ChannelRateEntity = defineEntity({
  name: 'ChannelRate',
  tableName: 'channel_rate',
  schema,
  properties: {
    connectionId: p.integer().primary(),
    channelRoomId: p.text().primary(),
    /** Empty where the room is sold at one rate. */
    channelRateId: p.text().primary(),
    /** Null: the unit type's default one. */
    ratePlanId: p.integer().nullable(),
    percentBp: p.integer().default(0),
    addMinor: p.bigint('number').default(0),
    roundTo: p.integer().nullable(),
    /** Why the channel refuses the rate, which is not sent until it is mapped again; null where it does not. */
    problem: p.text().nullable(),
  },
});

/** What a reservation takes of a night: `taken` units are in `confirmed` of the night; the rest of `wanted` is overbooked. */
export const ChannelNightEntity = defineEntity({
  name: 'ChannelNight',
  tableName: 'channel_night',
  schema,
  properties: {
    unitType: () => p.manyToOne(UnitTypeEntity).primary(),
    night: p.date().primary(),
    holdId: p.uuid().primary(),
    connection: () => p.manyToOne(ChannelConnectionEntity),
    wanted: p.integer(),
    taken: p.integer(),
    /** When its reservation first got here. */
    since: p.datetime(),
  },
});

/** A link under which a unit type's calendar is read: one for everyone, and one for each feed, without what came from it. */
export const IcalExportEntity = defineEntity({
  name: 'IcalExport',
  tableName: 'ical_export',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity),
    feed: () => p.manyToOne(IcalFeedEntity).nullable().deleteRule('cascade'),
    /** Begins the UIDs of its events, by which they are known when they come back. */
    calendarId: p.text(),
    tokenSealed: p.text(),
    tokenHash: p.text(),
    /** Of what was last served, and when that was new. */
    contentHash: p.text().nullable(),
    changedAt: p.datetime(),
  },
});
export type IcalExportRow = InferEntity<typeof IcalExportEntity>;

/** A span of nights that the link of a feed has shown, by which its channel's echoes are recognized. */
export const IcalShownEntity = defineEntity({
  name: 'IcalShown',
  tableName: 'ical_shown',
  schema,
  properties: {
    export: () => p.manyToOne(IcalExportEntity).primary().deleteRule('cascade'),
    checkIn: p.date().primary(),
    checkOut: p.date().primary(),
    /** When the link was first read without it; null while it's shown. */
    goneAt: p.datetime().nullable(),
  },
});

/** What fees and taxes share: when they are paid, and the first and last night they are charged for. */
const CHARGE = {
  collect: p.enum(COLLECTIONS).default('booking'),
  validFrom: p.date().nullable(),
  validUntil: p.date().nullable(),
  externalId: p.text().nullable(),
};

/** A mandatory fee of a property. */
export const FeeEntity = defineEntity({
  name: 'Fee',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    property: () => p.manyToOne(PropertyEntity),
    name: p.text(),
    basis: p.enum(FEE_BASES),
    amount: p.bigint('number'),
    taxable: p.boolean().default(false),
    ...CHARGE,
  },
});
export type FeeRow = InferEntity<typeof FeeEntity>;

/** A tax of a property: a percentage, or an amount per guest and night. */
export const TaxEntity = defineEntity({
  name: 'Tax',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    property: () => p.manyToOne(PropertyEntity),
    name: p.text(),
    inclusive: p.boolean().default(false),
    /** Null for an amount, and for a percentage written before rates had three decimals. Read with `taxRate`. */
    percent: p.decimal('number').precision(6).scale(3).nullable(),
    /** The percentage rounded to basis points; null for an amount. */
    basisPoints: p.integer().nullable(),
    amountPerNight: p.bigint('number').fieldName('amount_per_adult_night').nullable(),
    /** Null for adults alone. */
    exemptUnderAge: p.integer().nullable(),
    /** Nights from check-in that it is charged for at most; null for all. */
    maxNights: p.integer().nullable(),
    ...CHARGE,
  },
});
export type TaxRow = InferEntity<typeof TaxEntity>;

/** A photo of a team: one for each file, however often it is shown. */
export const MediaEntity = defineEntity({
  name: 'Media',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    /** Of the uploaded file, hex. */
    sha256: p.text(),
    /** What it takes: the announced size, and once it is ready all its sizes together. */
    bytes: p.bigint('number'),
    status: p.enum(UPLOAD_STATUSES),
    /** Why it was rejected (kit/images/rendered.ts). */
    problem: p.text().nullable(),
    /** How often processing was begun. */
    attempts: p.integer().default(0),
    /** Upright, in pixels; null until it is ready. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    alt: p.text().nullable(),
    focusX: p.float().columnType('double precision').default(0.5),
    focusY: p.float().columnType('double precision').default(0.5),
    /** Where an import fetched it; null for one that was uploaded. */
    sourceUrl: p.text().nullable(),
    /** When it was found to be nowhere any more: its files go, then its row. */
    removedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
});
export type MediaRow = InferEntity<typeof MediaEntity>;

export const TRANSFER_KINDS = ['platform_json', 'csv', 'web_page'] as const;
export const TRANSFER_STATUSES = [
  ...(['announced', 'received', 'waiting', 'uploaded', 'checked'] as const),
  ...(['applying', 'running', 'done', 'failed'] as const),
] as const;
export const ROW_ACTIONS = ['create', 'update', 'same', 'error'] as const;

/** An import or an export of what a storefront sells (docs/interface/import.md). */
export const TransferEntity = defineEntity({
  name: 'Transfer',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    /** Whose it is: an import changes what this account may change. */
    accountId: p.integer(),
    storefront: () => p.manyToOne(StorefrontEntity),
    direction: p.enum(['import', 'export'] as const),
    kind: p.enum(TRANSFER_KINDS),
    status: p.enum(TRANSFER_STATUSES),
    /** Where its file is fetched; null for one that is sent. */
    sourceUrl: p.text().nullable(),
    /** SHA-256 of its file as it was announced, hex; null where it was not. */
    announcedSha256: p.text().nullable(),
    /** Why it failed. */
    problem: p.text().nullable(),
    /** Properties of the file, and how many of them were applied. */
    properties: p.integer().default(0),
    applied: p.integer().default(0),
    /** A process works on it until then. */
    claimedUntil: p.datetime().nullable(),
    /** Attempts since the last progress, with the current one. */
    attempts: p.smallint().default(0),
    createdAt: p.datetime(),
  },
});
export type TransferRow = InferEntity<typeof TransferEntity>;

/** A part of the file of a transfer. */
export const TransferPieceEntity = defineEntity({
  name: 'TransferPiece',
  schema,
  properties: {
    transfer: () => p.manyToOne(TransferEntity).primary().deleteRule('cascade'),
    n: p.integer().primary(),
    content: p.blob(),
  },
});

/** A row of an import's dry run. */
export const TransferRowEntity = defineEntity({
  name: 'TransferRow',
  schema,
  properties: {
    transfer: () => p.manyToOne(TransferEntity).primary().deleteRule('cascade'),
    n: p.integer().primary(),
    /** Place of its property in the file, from 0. */
    property: p.integer(),
    line: p.integer().nullable(),
    path: p.text(),
    kind: p.text(),
    externalId: p.text().nullable(),
    action: p.enum(ROW_ACTIONS),
    field: p.text().nullable(),
    code: p.text().nullable(),
    message: p.text().nullable(),
  },
});

/** Entities of the PostgreSQL schema `catalog`. Nights and holds are read and written by statements (see stays/read-model/). */
export const ENTITIES = [
  StorefrontEntity,
  StorefrontDomainEntity,
  CancellationPolicyEntity,
  PropertyEntity,
  RatePlanEntity,
  UnitTypeEntity,
  UnitEntity,
  IcalFeedEntity,
  IcalEventEntity,
  IcalNightEntity,
  IcalExportEntity,
  IcalShownEntity,
  ChannelConnectionEntity,
  InjectionPlacementEntity,
  InjectionSuspensionEntity,
  InjectionCheckEntity,
  ChannelRoomEntity,
  ChannelPushEntity,
  ChannelMessageEntity,
  ChannelUnmappedRoomEntity,
  ChannelRateEntity,
  ChannelNightEntity,
  FeeEntity,
  TaxEntity,
  MediaEntity,
  TransferEntity,
  TransferPieceEntity,
  TransferRowEntity,
] as const;
