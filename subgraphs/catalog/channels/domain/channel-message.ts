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

/** A night of a unit type as the calendar has it, with what a channel is told of it. */
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

/** What a unit type's rates are for. */
export interface Occupancy {
  readonly baseGuests: number;
  readonly maxGuests: number;
  readonly adultSupplement: number;
}

/** A room of a channel, or one of its rates, with the terms under which it is sold there. */
export interface ToldRate {
  readonly room: string;
  /** Null for a room that is sold at one rate. */
  readonly rate: string | null;
  readonly terms: NightTerms;
  readonly modifier: ChannelModifier;
  /** Whether nothing is sold under its rate plan any more. */
  readonly closed: boolean;
  /** The days of check-in that its rate plan takes today. */
  readonly arrivals: Arrivals;
}

/** First and last day of check-in, both inclusive; null for no limit. */
export interface Arrivals {
  readonly first: string | null;
  readonly last: string | null;
}

export const ANY_ARRIVAL: Arrivals = { first: null, last: null };

/** The days of check-in of what is booked today, of a plan's booking window. */
export function arrivalsOf({ minAdvance, maxAdvance }: BookingWindow, today: string): Arrivals {
  const ahead = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();
  return {
    first: minAdvance === null ? null : ahead(minAdvance),
    last: maxAdvance === null ? null : ahead(maxAdvance),
  };
}

const isTaken = ({ first, last }: Arrivals, night: string): boolean =>
  (first === null || night >= first) && (last === null || night <= last);

/** What of a night the channel of an app takes. */
export interface Told {
  readonly features: readonly string[];
  /** What is sold from each unit type, by its id. */
  readonly rates: ReadonlyMap<number, readonly ToldRate[]>;
  readonly occupancies: ReadonlyMap<number, Occupancy>;
}

/** A range of nights of one room or rate, as a channel reads it: `from` and `until` are both nights of it. */
export type AriChange = {
  readonly channel_room: string;
  readonly channel_rate?: string;
  readonly from: string;
  readonly until: string;
  readonly availability: number;
} & Readonly<Record<string, unknown>>;

/** The room, unit type, nights and rate of a change; the unit type is null for what is no longer mapped. */
export type ChangePlace = readonly [
  channelRoomId: string,
  unitTypeId: number | null,
  from: string,
  until: string,
  channelRateId?: string | null,
];

/** What fits into one message. */
export interface FittedChanges {
  readonly changes: readonly AriChange[];
  readonly places: readonly ChangePlace[];
  /** The first night that did not fit, of its unit type; null where everything did. */
  readonly rest: { readonly unitTypeId: number; readonly from: string } | null;
}

/** Most guests that a price is told for. */
const MOST_GUESTS = 20;

/**
 * The changes that tell a channel of these nights, in order of unit type and night: equal nights that follow one another are one
 * change for each room. Stops before what a message may not hold (docs/interface/channels.md#push).
 */
export function changesOf(nights: readonly SoldNight[], told: Told): FittedChanges {
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

/** A night of a room or rate, and what a channel is told of it. */
export interface ToldNight extends Pick<ToldRate, 'room' | 'rate'> {
  readonly night: string;
  readonly says: NightSaid;
}

/** What a channel is told of each of these nights, for every room and rate that is sold from their unit type. */
export const toldNights = (nights: readonly SoldNight[], told: Told): readonly ToldNight[] =>
  nights.flatMap((night) =>
    (told.rates.get(night.unitTypeId) ?? []).map((sold) => ({
      room: sold.room,
      rate: sold.rate,
      night: night.night,
      says: sayingOf(night, told, sold),
    })),
  );

/** A room or rate that is no longer sold from anything, closed for these nights. */
export const closedRate = (
  sold: Pick<ToldRate, 'room' | 'rate'>,
  from: string,
  until: string,
): AriChange => ({ ...nameOf(sold), from, until, availability: 0, stop_sell: true });

const nameOf = ({ room, rate }: Pick<ToldRate, 'room' | 'rate'>) => ({
  channel_room: room,
  ...(rate === null ? {} : { channel_rate: rate }),
});

/** Nights from one on that are told alike. */
interface Span {
  readonly night: SoldNight;
  readonly until: string;
}

function* spansOf(nights: readonly SoldNight[], told: Told): Generator<Span> {
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
  /** What is told of its nights, whatever is made of their prices for a rate. */
  readonly text: string;
}

/** A span with the night after it, if that is told alike; null if not. */
function extended(span: OpenSpan, night: SoldNight, text: string): OpenSpan | null {
  const isNext = span.night.unitTypeId === night.unitTypeId && dayAfter(span.until) === night.night;
  return isNext && span.text === text ? { ...span, until: night.night } : null;
}

type SoldAs = Pick<ToldRate, 'terms' | 'modifier' | 'closed' | 'arrivals'>;
const AS_IT_IS: SoldAs = {
  terms: PLAIN_NIGHTS,
  modifier: NO_MODIFIER,
  closed: false,
  arrivals: ANY_ARRIVAL,
};

/** What a message says of a night: without what the app's channel does not take. */
export interface NightSaid {
  readonly availability: number;
  readonly rates?: readonly { readonly guests: number; readonly amount: number }[] | undefined;
  readonly min_stay?: number | null | undefined;
  readonly max_stay?: number | null | undefined;
  readonly closed_to_arrival?: boolean | undefined;
  readonly closed_to_departure?: boolean | undefined;
  readonly stop_sell?: boolean | undefined;
}

function sayingOf(night: SoldNight, { features, occupancies }: Told, sold: SoldAs): NightSaid {
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

/** What a unit costs a night for so many adults: one entry for those included, or one for every number that fits. */
function ratesOf(
  { unitTypeId, rate }: SoldNight,
  { terms, modifier }: SoldAs,
  occupancies: Told['occupancies'],
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
