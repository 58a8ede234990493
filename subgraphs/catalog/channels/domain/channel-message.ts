import { dayAfter } from '#kit/dates.ts';
import { MAX_CHANNEL_CHANGES, MAX_CHANNEL_MESSAGE_BYTES } from '#schema/limits.ts';
import {
  adjustedRate,
  type BookingWindow,
  type NightTerms,
  PLAIN_NIGHTS,
  strictMaxStay,
  strictMinStay,
} from '../../rates/domain/rate-plan.ts';
import { type ChannelModifier, modifiedPrice, NO_MODIFIER } from './channel-modifier.ts';

export const PUSH_MODES = ['delta', 'full'] as const;
export type PushMode = (typeof PUSH_MODES)[number];

/** A unit type's night in the calendar, with the fields that channels get. */
export interface SoldNight {
  readonly unitTypeId: number;
  readonly night: string;
  /** Units free for the channel. */
  readonly availability: number;
  readonly rate: number;
  readonly minStay: number | null;
  readonly maxStay: number | null;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
  readonly stopSell: boolean;
}

/** Numbers of guests covered by a unit type's rates. */
export interface Occupancy {
  readonly baseGuests: number;
  readonly maxGuests: number;
  readonly adultSupplement: number;
}

/** A channel's room, or one of its rates, with its terms. */
export interface ChannelRate {
  readonly room: string;
  /** Null for a room with a single rate. */
  readonly rate: string | null;
  readonly terms: NightTerms;
  readonly modifier: ChannelModifier;
  /** True if the rate plan is off sale. */
  readonly closed: boolean;
  /** Check-in days that the rate plan allows today. */
  readonly arrivals: Arrivals;
}

/** First and last check-in day, both inclusive; null for no limit. */
export interface Arrivals {
  readonly first: string | null;
  readonly last: string | null;
}

export const ANY_ARRIVAL: Arrivals = { first: null, last: null };

/** Check-in days for a booking made today under a plan's booking window. */
export function arrivalsOf({ minAdvance, maxAdvance }: BookingWindow, today: string): Arrivals {
  const ahead = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();
  return {
    first: minAdvance === null ? null : ahead(minAdvance),
    last: maxAdvance === null ? null : ahead(maxAdvance),
  };
}

const isTaken = ({ first, last }: Arrivals, night: string): boolean =>
  (first === null || night >= first) && (last === null || night <= last);

/** Fields that an app's channel accepts for a night. */
export interface ChannelSales {
  readonly features: readonly string[];
  /** Rooms and rates sold from each unit type, by its id. */
  readonly rates: ReadonlyMap<number, readonly ChannelRate[]>;
  readonly occupancies: ReadonlyMap<number, Occupancy>;
}

/** A range of nights for one room or rate, as sent to a channel; `from` and `until` are both inclusive. */
export type AriChange = {
  readonly channel_room: string;
  readonly channel_rate?: string;
  readonly from: string;
  readonly until: string;
  readonly availability: number;
} & Readonly<Record<string, unknown>>;

/** A change's room, unit type, nights and rate; the unit type is null for an unmapped room. */
export type ChangePlace = readonly [
  channelRoomId: string,
  unitTypeId: number | null,
  from: string,
  until: string,
  channelRateId?: string | null,
];

/** Changes that fit into one message. */
export interface FittedChanges {
  readonly changes: readonly AriChange[];
  readonly places: readonly ChangePlace[];
  /** The first night that didn't fit, with its unit type; null if all of them did. */
  readonly rest: { readonly unitTypeId: number; readonly from: string } | null;
}

/** Maximum number of guests for which a price is sent. */
const MOST_GUESTS = 20;

/**
 * Changes for these nights, ordered by unit type and night: consecutive nights with equal values become one
 * change per room. Stops at the message's size limit (docs/interface/channels.md#push).
 */
export function changesOf(nights: readonly SoldNight[], told: ChannelSales): FittedChanges {
  const changes: AriChange[] = [];
  const places: ChangePlace[] = [];
  let bytes = 0;
  for (const { night, until } of spansOf(nights, told)) {
    const { unitTypeId, night: from } = night;
    const rates = told.rates.get(unitTypeId) ?? [];
    const added = rates.map((rate) => ({ ...nameOf(rate), from, until, ...sayingOf(night, told, rate) }));
    const size = added.reduce((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)) + 1, 0);
    const isOver =
      changes.length + added.length > MAX_CHANNEL_CHANGES || bytes + size > MAX_CHANNEL_MESSAGE_BYTES - 1_000;
    if (changes.length > 0 && isOver) return { changes, places, rest: { unitTypeId, from } };
    changes.push(...added);
    places.push(...rates.map(({ room, rate }): ChangePlace => [room, unitTypeId, from, until, rate]));
    bytes += size;
  }
  return { changes, places, rest: null };
}

/** A night for a room or rate, with the values sent to a channel. */
export interface ChannelNight extends Pick<ChannelRate, 'room' | 'rate'> {
  readonly night: string;
  readonly says: NightValues;
}

/** Values sent to a channel for each night, for every room and rate sold from its unit type. */
export const channelNights = (nights: readonly SoldNight[], told: ChannelSales): readonly ChannelNight[] =>
  nights.flatMap((night) =>
    (told.rates.get(night.unitTypeId) ?? []).map((sold) => ({
      room: sold.room,
      rate: sold.rate,
      night: night.night,
      says: sayingOf(night, told, sold),
    })),
  );

/** Closes an unmapped room or rate for these nights. */
export const closedRate = (
  sold: Pick<ChannelRate, 'room' | 'rate'>,
  from: string,
  until: string,
): AriChange => ({ ...nameOf(sold), from, until, availability: 0, stop_sell: true });

const nameOf = ({ room, rate }: Pick<ChannelRate, 'room' | 'rate'>) => ({
  channel_room: room,
  ...(rate === null ? {} : { channel_rate: rate }),
});

/** Consecutive nights with equal values. */
interface Span {
  readonly night: SoldNight;
  readonly until: string;
}

function* spansOf(nights: readonly SoldNight[], told: ChannelSales): Generator<Span> {
  let open: OpenSpan | null = null;
  for (const night of nights) {
    const arrivals = (told.rates.get(night.unitTypeId) ?? []).map((rate) =>
      isTaken(rate.arrivals, night.night) ? 1 : 0,
    );
    const text = JSON.stringify(sayingOf(night, told, AS_IT_IS)) + arrivals.join('');
    const longer: OpenSpan | null = open && extended(open, night, text);
    if (longer) {
      open = longer;
      continue;
    }
    if (open) yield open;
    open = { night, until: night.night, text };
  }
  if (open) yield open;
}

interface OpenSpan extends Span {
  /** The nights' values as text, before any rate's price change. */
  readonly text: string;
}

/** The span extended by the next night, or null if that night's values differ. */
function extended(span: OpenSpan, night: SoldNight, text: string): OpenSpan | null {
  const isNext = span.night.unitTypeId === night.unitTypeId && dayAfter(span.until) === night.night;
  return isNext && span.text === text ? { ...span, until: night.night } : null;
}

type SoldAs = Pick<ChannelRate, 'terms' | 'modifier' | 'closed' | 'arrivals'>;
const AS_IT_IS: SoldAs = {
  terms: PLAIN_NIGHTS,
  modifier: NO_MODIFIER,
  closed: false,
  arrivals: ANY_ARRIVAL,
};

/** A night's values in a message, without fields that the app's channel doesn't accept. */
export interface NightValues {
  readonly availability: number;
  readonly rates?: readonly { readonly guests: number; readonly amount: number }[] | undefined;
  readonly min_stay?: number | null | undefined;
  readonly max_stay?: number | null | undefined;
  readonly closed_to_arrival?: boolean | undefined;
  readonly closed_to_departure?: boolean | undefined;
  readonly stop_sell?: boolean | undefined;
}

function sayingOf(night: SoldNight, { features, occupancies }: ChannelSales, sold: SoldAs): NightValues {
  const takes = (feature: string) => features.includes(feature);
  const availability = sold.closed ? 0 : night.availability;
  const stopSell = night.stopSell || sold.closed;
  const isOpen = isTaken(sold.arrivals, night.night);
  const rates =
    takes('rates') || takes('occupancy_rates')
      ? { rates: ratesOf(night, sold, occupancies, takes('occupancy_rates')) }
      : {};
  if (!takes('restrictions')) return { availability: stopSell || !isOpen ? 0 : availability, ...rates };
  return {
    availability,
    ...rates,
    min_stay: strictMinStay(night.minStay ?? 0, sold.terms) || null,
    max_stay: strictMaxStay(night.maxStay ?? 0, sold.terms) || null,
    closed_to_arrival: night.closedToArrival || !isOpen,
    closed_to_departure: night.closedToDeparture,
    stop_sell: stopSell,
  };
}

/**
 * A unit's price per night by number of adults: one entry for the included number of adults, or one for each
 * number that fits.
 */
function ratesOf(
  { unitTypeId, rate }: SoldNight,
  { terms, modifier }: SoldAs,
  occupancies: ChannelSales['occupancies'],
  perOccupancy: boolean,
): readonly { readonly guests: number; readonly amount: number }[] {
  const { baseGuests = 1, maxGuests = 1, adultSupplement = 0 } = occupancies.get(unitTypeId) ?? {};
  const included = Math.max(1, baseGuests);
  const base = adjustedRate(rate, terms);
  const amountFor = (guests: number) =>
    modifiedPrice(base + Math.max(0, guests - baseGuests) * adultSupplement, modifier);
  if (!perOccupancy) return [{ guests: included, amount: amountFor(included) }];
  return Array.from({ length: Math.min(maxGuests, MOST_GUESTS) }, (_, place) => ({
    guests: place + 1,
    amount: amountFor(place + 1),
  }));
}
