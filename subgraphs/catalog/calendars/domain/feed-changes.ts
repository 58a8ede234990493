import { dayAfter } from '#kit/dates.ts';
import type { FeedEvent } from './feed-events.ts';
import type { FeedPath } from './feed-path.ts';

/** A feed's event as kept between two reads. */
export interface KnownEvent extends FeedEvent {
  /** True if the event was missing from the last read. */
  readonly absent: boolean;
  /** Consecutive good reads without the event. */
  readonly missed: number;
  /** Time of the first such read; null for a present event. */
  readonly absentSince: Date | null;
  /** True for our own booking, exported back by the channel. It takes no nights. */
  readonly echo: boolean;
}

/** Nights that the feed's own export link has shown to its channel, as one span. */
export interface ShownSpan {
  readonly checkIn: string;
  readonly checkOut: string;
  /** True if the link's last response didn't include this span. */
  readonly gone: boolean;
}

/** Result of a read, with the feed's state. */
export interface ReadingFacts {
  /** Events found in the feed; null if it hasn't changed since the last read. */
  readonly events: readonly FeedEvent[] | null;
  /** True if parts of the file couldn't be read; a missing event may be in those parts. */
  readonly isPartial: boolean;
  readonly shown: readonly ShownSpan[];
  /** Number of upcoming events before the feed began to shrink; null if it didn't. */
  readonly shrunkFrom: number | null;
  /** `YYYY-MM-DD` at the property. */
  readonly today: string;
  readonly now: Date;
}

export interface FeedChange {
  readonly events: readonly KnownEvent[];
  readonly shrunkFrom: number | null;
}

const HOUR_MS = 3_600_000;
/** Number of good reads without an event after which its nights are freed. */
const GONE_AFTER = 2;
/** For a shrunken feed: the number of reads without an event, and how long the event must be missing. */
const SHRUNK = { readings: 3, ms: 24 * HOUR_MS };

/**
 * A feed's events after a read (docs/interface/ical.md#losses). An event is recognized by its UID and nights,
 * by its nights, by its UID, or by overlapping nights, in this order. This lets channels renumber events,
 * change UIDs and move "not available" windows without any night counting twice.
 */
export function changeFeedEvents(before: readonly KnownEvent[], facts: ReadingFacts): FeedChange {
  const { today, isPartial } = facts;
  const known = before.filter(({ departure }) => departure > today);
  const read = facts.events?.filter(({ departure }) => departure > today);
  const { present, lost } = read
    ? matchEvents(known, read, facts)
    : { present: known.filter(({ absent }) => !absent), lost: known.filter(({ absent }) => absent) };
  if (isPartial) return { events: withOwnIds([...present, ...lost]), shrunkFrom: facts.shrunkFrom };
  return afterLosses(present, lost, known.filter(isReal).length, facts);
}

const isReal = ({ echo }: KnownEvent) => !echo;

/** Drops confirmed losses and keeps other lost events as absent. */
function afterLosses(
  present: readonly KnownEvent[],
  lost: readonly KnownEvent[],
  known: number,
  { shrunkFrom, now }: ReadingFacts,
): FeedChange {
  const from = shrunkFrom ?? known;
  const shrank = 2 * lost.filter(isReal).length > from;
  const hasRecovered = shrunkFrom !== null && !shrank;
  const absent = lost.map((event) => ({
    ...event,
    absent: true,
    missed: hasRecovered ? 1 : event.missed + 1,
    absentSince: event.absentSince ?? now,
  }));
  const kept = absent.filter(({ missed, absentSince }) => {
    if (!shrank) return missed < GONE_AFTER;
    return missed < SHRUNK.readings || now.getTime() - absentSince.getTime() < SHRUNK.ms;
  });
  const dropped = absent.filter(isReal).length - kept.filter(isReal).length;
  const isStillShrunk = shrank && kept.some(isReal);
  return {
    events: withOwnIds([...present, ...kept]),
    shrunkFrom: isStillShrunk ? Math.max(0, from - dropped) : null,
  };
}

interface Match {
  readonly present: readonly KnownEvent[];
  readonly lost: readonly KnownEvent[];
}

/** Pairs the events in a read with known events. */
function matchEvents(known: readonly KnownEvent[], read: readonly FeedEvent[], facts: ReadingFacts): Match {
  const isShown = shownAt(facts);
  const present: KnownEvent[] = [];
  const open = { known: new Set(known), read: new Set(read) };
  const pair = (event: FeedEvent, old: KnownEvent | null, echo: boolean) => {
    open.read.delete(event);
    if (old) open.known.delete(old);
    const { externalId, firstNight, departure, via } = event;
    present.push({
      externalId,
      firstNight,
      departure,
      via,
      echo,
      absent: false,
      missed: 0,
      absentSince: null,
    });
  };
  const pairBy = (
    keyOf: (event: FeedEvent) => string,
    isPair: (event: FeedEvent, old: KnownEvent) => boolean,
  ) => {
    const olds = Map.groupBy(open.known, keyOf);
    for (const event of open.read) {
      const candidates = olds.get(keyOf(event)) ?? [];
      const at = candidates.findIndex((old) => isPair(event, old));
      const [old] = at < 0 ? [] : candidates.splice(at, 1);
      if (old) pair(event, old, old.echo);
    }
  };

  pairBy(
    (event) => JSON.stringify([event.externalId, nightsKey(event)]),
    () => true,
  );
  pairBy(nightsKey, (event, old) => !old.echo || isShown(event));
  const realIds = new Set([...open.known].filter(isReal).map(({ externalId }) => externalId));
  for (const event of [...open.read])
    if (!realIds.has(event.externalId) && isShown(event)) pair(event, null, true);
  pairBy(
    ({ externalId }) => externalId,
    (_event, old) => isReal(old),
  );
  pairMoved([...open.known].filter(isReal), [...open.read], (event, old) => pair(event, old, false));
  for (const event of [...open.read]) pair(event, null, false);
  return { present, lost: [...open.known] };
}

const nightsKey = ({ firstNight, departure }: FeedEvent) => `${firstNight}/${departure}`;

/** Maximum number of overlapping candidates compared with one event. */
const MOST_CANDIDATES = 50;

/**
 * Pairs new events with overlapping lost events, or with a lost event on the next night, which happens when a
 * one-night window moves.
 */
function pairMoved(
  lost: readonly KnownEvent[],
  added: readonly FeedEvent[],
  pair: (event: FeedEvent, old: KnownEvent) => void,
): void {
  const olds = lost.toSorted((a, b) => compare(a.departure, b.departure));
  let from = 0;
  for (const event of added.toSorted((a, b) => compare(a.firstNight, b.firstNight))) {
    while (from < olds.length && (olds[from]?.departure ?? '') < event.firstNight) from += 1;
    const candidates = olds.slice(from, from + MOST_CANDIDATES);
    const old =
      candidates.find((one) => overlaps(event, one)) ?? candidates.find((one) => isNextNight(event, one));
    if (!old) continue;
    olds.splice(olds.indexOf(old, from), 1);
    pair(event, old);
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const overlaps = (a: FeedEvent, b: FeedEvent) => a.firstNight < b.departure && b.firstNight < a.departure;

const isOneNight = ({ firstNight, departure }: FeedEvent) => dayAfter(firstNight) === departure;

const isNextNight = (a: FeedEvent, b: FeedEvent) =>
  isOneNight(a) && isOneNight(b) && (a.firstNight === b.departure || b.firstNight === a.departure);

/**
 * Recognizes nights that the feed's link has shown to its channel. They may be part of a longer span now, but
 * must still be shown: once the channel has seen them free, an event on them is the channel's own. A stay in
 * progress may be shown from today.
 */
function shownAt({ shown, today }: ReadingFacts): (event: FeedEvent) => boolean {
  const fromToday = (checkIn: string, checkOut: string) => `${checkIn < today ? today : checkIn}/${checkOut}`;
  const now = shown.filter(({ gone }) => !gone);
  const known = new Set(shown.map(({ checkIn, checkOut }) => fromToday(checkIn, checkOut)));
  const isCovered = ({ firstNight, departure }: FeedEvent) =>
    now.some(({ checkIn, checkOut }) => (checkIn <= firstNight || checkIn <= today) && checkOut >= departure);
  return (event) =>
    isForeign(event.via) && known.has(fromToday(event.firstNight, event.departure)) && isCovered(event);
}

/** Our own calendars are recognized by their path (domain/feed-path.ts). */
const isForeign = (via: FeedPath) => via.length === 0;

/** Gives a lost event another id if the feed has reused its id. */
function withOwnIds(events: readonly KnownEvent[]): readonly KnownEvent[] {
  const ids = new Set<string>();
  return events.map((event) => {
    let { externalId } = event;
    for (let n = 1; ids.has(externalId); n++) externalId = `lost:${event.firstNight}/${event.departure}#${n}`;
    ids.add(externalId);
    return externalId === event.externalId ? event : { ...event, externalId };
  });
}
