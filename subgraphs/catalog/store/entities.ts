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
import type { Look, PublishedLook } from '../storefronts/domain/look.ts';
import { THEME_STATUSES, type ThemeSettings } from '../themes/domain/theme-status.ts';

const schema = 'catalog';

/** A storefront's policy page. */
export interface Policy {
  readonly kind: (typeof POLICY_KINDS)[number];
  readonly title: string;
  readonly text: string;
}

/** A question for guests who request to book. */
export interface RequestQuestion {
  readonly text: string;
  /** Empty for a free-text reply. */
  readonly choices: readonly string[];
  readonly required: boolean;
}

export const POLICY_KINDS = [
  'terms_of_service',
  'privacy_policy',
  'refund_policy',
  'faq',
  'legal_notice',
] as const;

/** A team's public domain. `signingKey` and `acpSigningSecret` are sealed (kit/secrets). */
export const StorefrontEntity = defineEntity({
  name: 'Storefront',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    domain: p.text(),
    /** Subdomain of the platform's own domain; null if the storefront was opened with its own domain. */
    slug: p.text().nullable(),
    name: p.text(),
    /** Time the storefront first went live; null for a draft. */
    openedAt: p.datetime().nullable(),
    /** Time the storefront was closed for good; null if it isn't closed. */
    closedAt: p.datetime().nullable(),
    /** Set for a sandbox, whose bookings are tests. Never changes. */
    sandbox: p.boolean().default(false),
    agentBookings: p.boolean().default(false),
    instantBooking: p.boolean().default(false),
    requestMode: p.text().$type<'ask' | 'hold'>().default('ask'),
    respondWithinSeconds: p.integer().default(86_400),
    payWithinSeconds: p.integer().default(86_400),
    /** Minimum notice, in seconds before the check-in day. */
    minNoticeSeconds: p.integer().default(0),
    requestQuestions: p.json<readonly RequestQuestion[]>().defaultRaw("'[]'"),
    /** Ways in which guests can change a booked stay. */
    guestChanges: p.text().$type<'off' | 'request' | 'instant'>().default('request'),
    /** True if guests cancel their bookings themselves. */
    guestCancellation: p.boolean().default(true),
    /** True if due refunds start automatically. */
    automaticRefunds: p.boolean().default(true),
    maintenance: p.boolean().default(false),
    maintenanceRetryAfter: p.integer().default(300),
    /** Set if its team is closing: no nights can be taken here (catalog.hold_stay). */
    teamClosing: p.boolean().default(false),
    /** Set if a platform operator suspended its team, as of the latest received version. */
    teamSuspended: p.boolean().default(false),
    teamSuspensionVersion: p.integer().default(0),
    /** Start of an operator's suspension, with its reason; null if the storefront isn't suspended. */
    suspendedAt: p.datetime().nullable(),
    suspensionReason: p.text().nullable(),
    acpEnabled: p.boolean().default(false),
    acpApiKeyHash: p.text().nullable(),
    acpApiKeyHint: p.text().nullable(),
    acpSigningSecret: p.text().nullable(),
    lodgingDraft: p.boolean().default(false),
    /** BCP 47 tag for a guest language. */
    locale: p.text().default('en'),
    policies: p.json<readonly Policy[]>(),
    /** Default policy for its stays. */
    cancellationPolicy: () => p.manyToOne(CancellationPolicyEntity).nullable(),
    maxHoldsPerGuest: p.integer().default(10),
    /** Null: the platform's own limit. */
    maxHeldNights: p.integer().nullable(),
    maxHeldSharePercent: p.integer().default(50),
    signingKid: p.text(),
    signingX: p.text(),
    signingY: p.text(),
    signingKey: p.text(),
    /** Increases with every event about the storefront. */
    version: p.integer().default(1),
  },
});
/** A storefront as a plain value. */
export type StorefrontRecord = EntityDTO<InferEntity<typeof StorefrontEntity>>;

/** A host's own domain for a storefront, active or not yet. */
export const StorefrontDomainEntity = defineEntity({
  name: 'StorefrontDomain',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    storefront: () => p.manyToOne(StorefrontEntity),
    /** ASCII, lower case, without the trailing dot. */
    domain: p.text(),
    /**
     * The value that proves the host's ownership in DNS; specific to this claim, so an earlier claim's record
     * proves nothing.
     */
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
    /** DNS checks since the status last changed. */
    attempts: p.integer().default(0),
  },
});
export type StorefrontDomainRow = InferEntity<typeof StorefrontDomainEntity>;

/** The look of a storefront's site. A storefront whose look never changed has no row. */
export const StorefrontLookEntity = defineEntity({
  name: 'StorefrontLook',
  tableName: 'storefront_looks',
  schema,
  properties: {
    storefrontId: p.integer().primary().autoincrement(false),
    /** Increases with every change to the draft and every publication. */
    version: p.integer(),
    draft: p.json<Look>(),
    /** The look that guests see; null before the first publication. */
    live: p.json<PublishedLook>().nullable(),
    /** Looks published before the live one, newest first. */
    history: p.json<readonly PublishedLook[]>().defaultRaw(`'[]'`),
    /**
     * Photos used in the draft, the live look or an earlier one; listed so that they aren't deleted as
     * unused.
     */
    mediaIds: p.array(Number).columnType('integer[]').defaultRaw(`'{}'`),
  },
});
export type StorefrontLookRow = InferEntity<typeof StorefrontLookEntity>;

/** A version of a theme on a storefront, with the host's settings. */
export const StorefrontThemeEntity = defineEntity({
  name: 'StorefrontTheme',
  tableName: 'storefront_themes',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    storefrontId: p.integer(),
    teamId: p.integer(),
    /** The theme's slug and the version's number, which together identify the version in apps. */
    slug: p.text(),
    number: p.integer(),
    /** The theme's name and version as in its theme.toml. */
    name: p.text(),
    label: p.text(),
    /** SHA-256 of the package, hex. */
    sha256: p.text(),
    status: p.enum(THEME_STATUSES),
    /** Values that the host entered, by key; a theme's other settings have their defaults. */
    settings: p.json<ThemeSettings>().defaultRaw(`'{}'`),
    /** Increases whenever the settings or the theme's version change. */
    settingsVersion: p.integer().default(1),
    publishedAt: p.datetime().nullable(),
    /** Time another theme replaced it; only set for a previous theme. */
    replacedAt: p.datetime().nullable(),
    /** Reason why pages were shown without the theme; null if there were no failures since its publication. */
    problem: p.text().nullable(),
    /** Times of the latest failures, in milliseconds since 1970. */
    failures: p.json<readonly number[]>().defaultRaw(`'[]'`),
    createdAt: p.datetime(),
  },
});
export type StorefrontThemeRow = InferEntity<typeof StorefrontThemeEntity>;

/** Cancellation costs for guests: written once, used by a storefront and its rate plans. */
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
    /** Time its tasks last changed `guestReady`; null before the first change. */
    guestReadySince: p.datetime().nullable(),
    kind: p.enum(PROPERTY_KINDS).nullable(),
    address: p.json<Address>().nullable(),
    geo: p.json<Geo>().nullable(),
    checkInFrom: p.text().nullable(),
    checkInUntil: p.text().nullable(),
    checkOutUntil: p.text().nullable(),
    /** True if the desk checks guests in and out. */
    manualCheckIn: p.boolean().default(false),
    /** True if confirmed bookings get units automatically. */
    autoAssignUnits: p.boolean().default(true),
    descriptions: p.json<readonly Description[]>().defaultRaw(`'[]'`),
    amenities: p.json<readonly string[]>().defaultRaw(`'[]'`),
    houseRules: p.json<HouseRules>().nullable(),
    licences: p.json<readonly Licence[]>().defaultRaw(`'[]'`),
    contact: p.json<PropertyContact>().nullable(),
    externalId: p.text().nullable(),
    /** True if percentage taxes also apply to cancellation fees. */
    taxCancellationFees: p.boolean().default(false),
    /** Its photos, the main one first. */
    mediaIds: p.array(Number).columnType('integer[]').defaultRaw(`'{}'`),
    archivedAt: p.datetime().nullable(),
    /** Increases with every change; the database increments it. */
    version: p.integer().default(1),
    customFields: p.json<readonly StoredCustomField[]>(),
    updatedAt: p.datetime().defaultRaw('now()'),
    unitTypes: () => p.oneToMany(UnitTypeEntity).mappedBy('property').orderBy({ position: 'asc', id: 'asc' }),
    fees: () => p.oneToMany(FeeEntity).mappedBy('property'),
    taxes: () => p.oneToMany(TaxEntity).mappedBy('property'),
  },
});
export type PropertyRow = InferEntity<typeof PropertyEntity>;

/** A way to sell a unit type, which references its default plan. Discounts and `adjustBp` are basis points. */
export const RatePlanEntity = defineEntity({
  name: 'RatePlan',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity).deleteRule('cascade'),
    title: p.text().fieldName('name'),
    description: p.text().default(''),
    mealPlan: p.enum(MEAL_PLANS).nullable(),
    /** Null for the storefront's policy. */
    cancellationPolicy: () => p.manyToOne(CancellationPolicyEntity).nullable(),
    paymentMode: p.enum(PAYMENT_MODES).default('now'),
    /** Set only for a deposit. */
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

/** A product. `revision` increases with every change to it, its rate plan, or its property's fees and taxes. */
export const UnitTypeEntity = defineEntity({
  name: 'UnitType',
  tableName: 'unit_type',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    property: () => p.manyToOne(PropertyEntity),
    /** Its default rate plan; null before it has one. */
    ratePlan: () => p.manyToOne(RatePlanEntity).nullable(),
    name: p.text(),
    /** Plain text; derived from the descriptions if there are any. */
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
    /** Units per night withheld from agents because a feed or channel is failing. */
    heldBack: p.integer().default(0),
    revision: p.integer().default(1),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
export type UnitTypeRow = InferEntity<typeof UnitTypeEntity>;

/** A unit in a unit type; the database maintains the number of units. */
export const UnitEntity = defineEntity({
  name: 'Unit',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity).deleteRule('cascade'),
    /** From 1, in the host's order. */
    place: p.integer(),
    name: p.text(),
    /** The last applied version of its nights out of order. */
    nightsVersion: p.integer().default(0),
  },
});

/** An external calendar whose events take a unit type's nights (docs/interface/ical.md). */
export const IcalFeedEntity = defineEntity({
  name: 'IcalFeed',
  tableName: 'ical_feed',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity),
    name: p.text(),
    /** The address is a secret from the other platform; deleted with the feed. */
    urlSealed: p.text().nullable(),
    /** SHA-256 of its address: used for lookup, and as the sealing context. */
    urlHash: p.text(),
    /** The unit type's id, if this product exports the calendar. */
    calendarId: p.text().nullable(),
    /** Units taken by each event. */
    units: p.integer(),
    /** Units withheld from agents while the feed is failing. */
    holdBackUnits: p.integer(),
    status: p.enum(FEED_STATUSES).default('fresh'),
    problem: p.enum(FEED_PROBLEMS).nullable(),
    /** Failed reads since the last good read. */
    missed: p.integer().default(0),
    /** Number of events before the feed began to shrink; null if it isn't shrinking. */
    shrunkFrom: p.integer().nullable(),
    /** The problem in the last good full read, and its first line. */
    noted: p.enum(FEED_NOTES).nullable(),
    notedLine: p.text().nullable(),
    /** Consecutive slow reads. */
    slow: p.integer().default(0),
    /** True if `holdBackUnits` are currently withheld from agents. */
    holdsBack: p.boolean().default(false),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    /** Time of the last full read, without a 304. */
    readWholeAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    lastReadAt: p.datetime().nullable(),
    lastGoodAt: p.datetime().nullable(),
    nextReadAt: p.datetime(),
    removedAt: p.datetime().nullable(),
  },
});
export type IcalFeedRow = InferEntity<typeof IcalFeedEntity>;

/** A feed's event, or an instance of a recurring event. Its text isn't stored. */
export const IcalEventEntity = defineEntity({
  name: 'IcalEvent',
  tableName: 'ical_event',
  schema,
  properties: {
    feed: () => p.manyToOne(IcalFeedEntity).primary().deleteRule('cascade'),
    externalId: p.text().primary(),
    firstNight: p.date(),
    departure: p.date(),
    /** Ids of our calendars that the event passed through, separated by commas: domain/feed-path.ts. */
    via: p.text().default(''),
    /** True if the event was missing from the last read. */
    absent: p.boolean().default(false),
    /** Consecutive good reads without the event. */
    missed: p.integer().default(0),
    /** Time of the first such read. */
    absentSince: p.datetime().nullable(),
    /** True for our own booking, exported back by the channel: it takes no nights. */
    echo: p.boolean().default(false),
  },
});
export type IcalEventRow = InferEntity<typeof IcalEventEntity>;

/**
 * A feed's units on a night: `taken` units are in the night's `confirmed`; the rest of `wanted` is
 * overbooked.
 */
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
    /** The channel's name. */
    name: p.text(),
    channelPropertyId: p.text(),
    currency: p.text(),
    status: p.enum(CONNECTION_STATUSES),
    overbooking: p.enum(OVERBOOKING),
    collects: p.enum(COLLECTORS),
    /** Units per night withheld from the channel. */
    stopSellBelow: p.integer().default(0),
    /** Units per mapped unit type kept from agents while the connection is degraded. */
    holdBackUnits: p.integer().default(1),
    /** Start of the period in which its channel hasn't accepted changes; null if it accepts them. */
    degradedSince: p.datetime().nullable(),
    /** True if its rooms are mapped, but its channel hasn't accepted all nights yet. */
    awaitsFull: p.boolean().default(false),
    /** Maximum number of days ahead that the channel gets; null for its app's default. */
    horizonDays: p.integer().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type ChannelConnectionRow = InferEntity<typeof ChannelConnectionEntity>;

/**
 * An app's placement on a storefront's pages, as its version declared it when it was placed or last
 * published.
 */
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
    /** Name, unique within the app. */
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
    /** Properties whose pages don't show the placement. */
    offPropertyIds: p.json<readonly number[]>().defaultRaw(`'[]'`),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type InjectionPlacementRow = InferEntity<typeof InjectionPlacementEntity>;

/** A placement as its host sees it, without removed ones. */
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

/** An app that operators took off every page. */
export const InjectionSuspensionEntity = defineEntity({
  name: 'InjectionSuspension',
  tableName: 'injection_suspension',
  schema,
  properties: {
    appSlug: p.text().primary(),
    /** Shown to hosts. */
    reason: p.text(),
    createdAt: p.datetime(),
  },
});

/** A frame address that browsers failed to load, with the platform's own check result. */
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

/** A channel's room and its unit type. */
export const ChannelRoomEntity = defineEntity({
  name: 'ChannelRoom',
  tableName: 'channel_room',
  schema,
  properties: {
    connection: () => p.manyToOne(ChannelConnectionEntity).primary().deleteRule('cascade'),
    channelRoomId: p.text().primary(),
    unitType: () => p.manyToOne(UnitTypeEntity),
    /** The unit type's state when all its nights were last marked for the channel; null before that. */
    seen: p.text().nullable(),
    /**
     * The reason the channel refuses the room, which isn't sent until it's mapped again; null if it accepts
     * the room.
     */
    problem: p.text().nullable(),
  },
});

/** Updates that a connection's channel got, and pending ones (docs/interface/channels.md#push). */
export const ChannelPushEntity = defineEntity({
  name: 'ChannelPush',
  tableName: 'channel_push',
  schema,
  properties: {
    connectionId: p.integer().primary().autoincrement(false),
    features: p.array(),
    horizonDays: p.integer(),
    /** True if its app can return the channel's copy. */
    comparable: p.boolean().default(false),
    /** The last message's number. */
    sequence: p.integer().default(0),
    /** Set if everything must be sent again. */
    fullWanted: p.boolean().default(false),
    /** Set while a full refresh is under way. */
    fullRunning: p.boolean().default(false),
    /** The last full refresh's day at the property. */
    fullDay: p.date().nullable(),
    /** Null if everything has been sent. */
    nextAttemptAt: p.datetime().nullable(),
    /** Time the oldest unaccepted change began to wait. */
    waitingSince: p.datetime().nullable(),
    /** End of the period in which only one process may send, or the channel may still acknowledge. */
    claimedUntil: p.datetime().nullable(),
    messageId: p.uuid().nullable(),
    /** Nights in the current message, by unit type, as PostgreSQL writes multiranges. */
    sending: p.json<Readonly<Record<string, string>>>().nullable(),
    /**
     * The room, unit type, nights and rate of each change in a message that the channel hasn't acknowledged
     * yet.
     */
    places: p.json<readonly ChangePlace[]>().nullable(),
    failures: p.integer().default(0),
    lastAcceptedAt: p.datetime().nullable(),
    lastFullAt: p.datetime().nullable(),
    lastError: p.text().nullable(),
    /** Times of recent full sync requests. */
    syncRequests: p.json<readonly string[]>().defaultRaw(`'[]'`),
  },
});

/** A message to a channel with its response. */
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

/** An unmapped room, kept until its channel has closed it. */
export const ChannelUnmappedRoomEntity = defineEntity({
  name: 'ChannelUnmappedRoom',
  tableName: 'channel_unmapped_room',
  schema,
  properties: {
    connectionId: p.integer().primary(),
    channelRoomId: p.text().primary(),
    /** Empty for the whole room. */
    channelRateId: p.text().primary(),
  },
});

/** A channel room's rate, if it differs from its unit type's default rate plan. */
export const ChannelRateEntity = defineEntity({
  name: 'ChannelRate',
  tableName: 'channel_rate',
  schema,
  properties: {
    connectionId: p.integer().primary(),
    channelRoomId: p.text().primary(),
    /** Empty for a room with a single rate. */
    channelRateId: p.text().primary(),
    /** Null for the unit type's default. */
    ratePlanId: p.integer().nullable(),
    percentBp: p.integer().default(0),
    addMinor: p.bigint('number').default(0),
    roundTo: p.integer().nullable(),
    /**
     * The reason the channel refuses the rate, which isn't sent until it's mapped again; null if it accepts
     * the rate.
     */
    problem: p.text().nullable(),
  },
});

/**
 * A reservation's units on a night: `taken` units are in the night's `confirmed`; the rest of `wanted` is
 * overbooked.
 */
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
    /** Time its reservation first arrived. */
    since: p.datetime(),
  },
});

/** A night of a unit that is out of order; it takes one of its unit type's units as soon as one is free. */
export const ClosedUnitNightEntity = defineEntity({
  name: 'ClosedUnitNight',
  tableName: 'closed_unit_nights',
  schema,
  properties: {
    unitId: p.integer().primary(),
    night: p.date().primary(),
    unitType: () => p.manyToOne(UnitTypeEntity).deleteRule('cascade'),
    /** False while all of the unit type's units are sold. */
    taken: p.boolean(),
    /** Hold of the booking that lost the unit for this night. */
    holdId: p.uuid().nullable(),
  },
});

/** A night given back by guests who left early or never arrived, in case the desk takes that back. */
export const FreedNightEntity = defineEntity({
  name: 'FreedNight',
  tableName: 'freed_nights',
  schema,
  properties: {
    holdId: p.uuid().primary(),
    unitType: () => p.manyToOne(UnitTypeEntity).primary().deleteRule('cascade'),
    night: p.date().primary(),
    units: p.integer(),
    /** For a channel's stay: its connection, and the time its reservation first arrived. */
    connectionId: p.integer().nullable(),
    since: p.datetime().nullable(),
  },
});

/** An agent's unit-nights in unpaid holds on a storefront, by address or profile. A trigger keeps the sum (`functions.sql`). */
export const UnpaidSumEntity = defineEntity({
  name: 'UnpaidSum',
  tableName: 'unpaid_sums',
  schema,
  properties: {
    storefront: () => p.manyToOne(StorefrontEntity).primary().deleteRule('cascade'),
    kind: p.enum(['address', 'profile'] as const).primary(),
    holder: p.text().primary(),
    unitNights: p.bigint('number'),
  },
});

/**
 * A link to a unit type's calendar: either the general link, or a feed's link, which leaves out the feed's
 * own nights.
 */
export const IcalExportEntity = defineEntity({
  name: 'IcalExport',
  tableName: 'ical_export',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    unitType: () => p.manyToOne(UnitTypeEntity),
    feed: () => p.manyToOne(IcalFeedEntity).nullable().deleteRule('cascade'),
    /** Prefix for its events' UIDs, which identify them if they return in another calendar. */
    calendarId: p.text(),
    tokenSealed: p.text(),
    tokenHash: p.text(),
    /** Hash of the contents last served, and the time they were first served. */
    contentHash: p.text().nullable(),
    changedAt: p.datetime(),
  },
});
export type IcalExportRow = InferEntity<typeof IcalExportEntity>;

/** A span of nights that a feed's link has shown; it identifies the channel's echoes. */
export const IcalShownEntity = defineEntity({
  name: 'IcalShown',
  tableName: 'ical_shown',
  schema,
  properties: {
    export: () => p.manyToOne(IcalExportEntity).primary().deleteRule('cascade'),
    checkIn: p.date().primary(),
    checkOut: p.date().primary(),
    /** Time the link was first read without this span; null while the span is shown. */
    goneAt: p.datetime().nullable(),
  },
});

/** Common to fees and taxes: collection time, and the first and last charged night. */
const CHARGE = {
  collect: p.enum(COLLECTIONS).default('booking'),
  validFrom: p.date().nullable(),
  validUntil: p.date().nullable(),
  externalId: p.text().nullable(),
};

/** A property's fee. Only an optional one, which guests can choose as an extra, has a maximum per booking. */
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
    optional: p.boolean().default(false),
    maxPerBooking: p.integer().nullable(),
    ...CHARGE,
  },
});
export type FeeRow = InferEntity<typeof FeeEntity>;

/** A property's tax: a percentage, or an amount per guest and night. */
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
    /** Null if only adults pay. */
    exemptUnderAge: p.integer().nullable(),
    /** Maximum number of taxed nights from check-in; null for all. */
    maxNights: p.integer().nullable(),
    ...CHARGE,
  },
});
export type TaxRow = InferEntity<typeof TaxEntity>;

/** A team's photo: one per file, regardless of how often it's shown. */
export const MediaEntity = defineEntity({
  name: 'Media',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    /** The uploaded file's hash, hex. */
    sha256: p.text(),
    /** Storage used: at first the announced size, then the total of all stored sizes once it's ready. */
    bytes: p.bigint('number'),
    status: p.enum(UPLOAD_STATUSES),
    /** The reason the photo was rejected (kit/images/rendered.ts). */
    problem: p.text().nullable(),
    /** Processing attempts. */
    attempts: p.integer().default(0),
    /** Width when upright, in pixels; null until it's ready. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    alt: p.text().nullable(),
    focusX: p.float().columnType('double precision').default(0.5),
    focusY: p.float().columnType('double precision').default(0.5),
    /** The import's source address; null for an upload. */
    sourceUrl: p.text().nullable(),
    /** True for a logo on invoices, which keep it. */
    onInvoices: p.boolean().default(false),
    /** Time the photo was found unused: its files are deleted, then its row. */
    removedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
});
export type MediaRow = InferEntity<typeof MediaEntity>;

export const TRANSFER_KINDS = ['platform_json', 'csv', 'web_page', 'bookings'] as const;
export const TRANSFER_STATUSES = [
  ...(['announced', 'received', 'waiting', 'uploaded', 'checked'] as const),
  ...(['applying', 'running', 'done', 'failed'] as const),
] as const;
export const ROW_ACTIONS = ['create', 'update', 'same', 'error'] as const;

/** An import or export for a storefront (docs/interface/import.md). */
export const TransferEntity = defineEntity({
  name: 'Transfer',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    /** The transfer's owner: an import can change only what this account can. */
    accountId: p.integer(),
    storefront: () => p.manyToOne(StorefrontEntity),
    direction: p.enum(['import', 'export'] as const),
    kind: p.enum(TRANSFER_KINDS),
    status: p.enum(TRANSFER_STATUSES),
    /** Address to fetch the file from; null for an upload. */
    sourceUrl: p.text().nullable(),
    /** The file's announced SHA-256, hex; null if it wasn't announced. */
    announcedSha256: p.text().nullable(),
    /** The reason the transfer failed. */
    problem: p.text().nullable(),
    /** True to send webhooks about imported bookings. */
    webhooks: p.boolean().default(false),
    /** Number of properties or bookings to apply, and how many of them were applied. */
    properties: p.integer().default(0),
    applied: p.integer().default(0),
    /** End of the lease for the process working on the transfer. */
    claimedUntil: p.datetime().nullable(),
    /** Attempts since the transfer last made progress, including the current attempt. */
    attempts: p.smallint().default(0),
    createdAt: p.datetime(),
  },
});
export type TransferRow = InferEntity<typeof TransferEntity>;

/** A part of a transfer's file. */
export const TransferPieceEntity = defineEntity({
  name: 'TransferPiece',
  schema,
  properties: {
    transfer: () => p.manyToOne(TransferEntity).primary().deleteRule('cascade'),
    n: p.integer().primary(),
    content: p.blob(),
  },
});

/** A row in an import's dry run. */
export const TransferRowEntity = defineEntity({
  name: 'TransferRow',
  schema,
  properties: {
    transfer: () => p.manyToOne(TransferEntity).primary().deleteRule('cascade'),
    n: p.integer().primary(),
    /** The index of its property, or of its booking, in the file, from 0. */
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

/**
 * Entities in the PostgreSQL schema `catalog`. Nights and holds are read and written by statements (see
 * stays/read-model/).
 */
export const ENTITIES = [
  StorefrontEntity,
  StorefrontDomainEntity,
  StorefrontLookEntity,
  StorefrontThemeEntity,
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
  FreedNightEntity,
  ClosedUnitNightEntity,
  UnpaidSumEntity,
  FeeEntity,
  TaxEntity,
  MediaEntity,
  TransferEntity,
  TransferPieceEntity,
  TransferRowEntity,
] as const;
