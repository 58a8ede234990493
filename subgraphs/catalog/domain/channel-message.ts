import { MAX_CHANNEL_CHANGES, MAX_CHANNEL_MESSAGE_BYTES } from '#schema/limits.ts';

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

/** What of a night the channel of an app takes. */
export interface Told {
  readonly features: readonly string[];
  /** Rooms sold from each unit type, by its id. */
  readonly rooms: ReadonlyMap<number, readonly string[]>;
  readonly occupancies: ReadonlyMap<number, Occupancy>;
}

/** A range of nights of one room, as a channel reads it: `from` and `until` are both nights of it. */
export type AriChange = {
  readonly channel_room: string;
  readonly from: string;
  readonly until: string;
  readonly availability: number;
} & Readonly<Record<string, unknown>>;

/** The room, unit type and nights of a change; the unit type is null for a room that is no longer mapped. */
export type ChangePlace = readonly [
  channelRoomId: string,
  unitTypeId: number | null,
  from: string,
  until: string,
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
  for (const { unitTypeId, from, until, says } of spansOf(nights, told)) {
    const rooms = told.rooms.get(unitTypeId) ?? [];
    const added = rooms.map((room) => ({ channel_room: room, from, until, ...says }));
    const size = added.reduce((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)) + 1, 0);
    const isOver =
      changes.length + added.length > MAX_CHANNEL_CHANGES || bytes + size > MAX_CHANNEL_MESSAGE_BYTES - 1_000;
    if (changes.length > 0 && isOver) return { changes, places, rest: { unitTypeId, from } };
    changes.push(...added);
    places.push(...rooms.map((room): ChangePlace => [room, unitTypeId, from, until]));
    bytes += size;
  }
  return { changes, places, rest: null };
}

/** A room that is no longer sold from anything, closed for these nights. */
export const closedRoom = (room: string, from: string, until: string): AriChange => ({
  ...{ channel_room: room, from, until, availability: 0, stop_sell: true },
});

interface Span {
  readonly unitTypeId: number;
  readonly from: string;
  readonly until: string;
  readonly says: Omit<AriChange, 'channel_room' | 'from' | 'until'> & { readonly availability: number };
}

function* spansOf(nights: readonly SoldNight[], told: Told): Generator<Span> {
  let open: OpenSpan | null = null;
  for (const night of nights) {
    const says = sayingOf(night, told);
    const next: OpenSpan = {
      ...{ unitTypeId: night.unitTypeId, from: night.night, until: night.night, says },
      text: JSON.stringify(says),
    };
    if (open && follows(open, next)) {
      open = { ...next, from: open.from };
      continue;
    }
    if (open) yield open;
    open = next;
  }
  if (open) yield open;
}

interface OpenSpan extends Span {
  readonly text: string;
}

const follows = (span: OpenSpan, next: OpenSpan): boolean =>
  span.unitTypeId === next.unitTypeId && span.text === next.text && dayAfter(span.until) === next.from;

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

function sayingOf(night: SoldNight, { features, occupancies }: Told): Span['says'] {
  const takes = (feature: string) => features.includes(feature);
  const prices = takes('rates') || takes('occupancy_rates');
  if (!takes('restrictions')) {
    const availability = night.stopSell ? 0 : night.availability;
    return { availability, ...(prices && { rates: ratesOf(night, occupancies, takes('occupancy_rates')) }) };
  }
  return {
    availability: night.availability,
    ...(prices && { rates: ratesOf(night, occupancies, takes('occupancy_rates')) }),
    min_stay: night.minStay,
    max_stay: night.maxStay,
    closed_to_arrival: night.closedToArrival,
    closed_to_departure: night.closedToDeparture,
    stop_sell: night.stopSell,
  };
}

/** What a unit costs a night for so many adults: one entry for those included, or one for every number that fits. */
function ratesOf(
  { unitTypeId, rate }: SoldNight,
  occupancies: Told['occupancies'],
  perOccupancy: boolean,
): readonly { readonly guests: number; readonly amount: number }[] {
  const { baseGuests = 1, maxGuests = 1, adultSupplement = 0 } = occupancies.get(unitTypeId) ?? {};
  const included = Math.max(1, baseGuests);
  const amountFor = (guests: number) => rate + Math.max(0, guests - baseGuests) * adultSupplement;
  if (!perOccupancy) return [{ guests: included, amount: amountFor(included) }];
  return Array.from({ length: Math.min(maxGuests, MOST_GUESTS) }, (_, place) => ({
    guests: place + 1,
    amount: amountFor(place + 1),
  }));
}
