import { LRUCache } from 'lru-cache';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { LONGEST_STAY } from '#schema/limits.ts';
import type { ByNight, Days, EpochDay } from '../../domain/calendar.ts';
import type { Changes } from './changes.ts';
import type { StorefrontModel } from './model.ts';
import { openNightLog } from './night-log.ts';
import { emptyDays, type Span } from './nights.ts';
import { sizeOf } from './size.ts';
import { newStorefrontEntry, type StorefrontEntry } from './storefront-entry.ts';
import { haveTermsChanged, readTerms } from './terms.ts';
import { OLDEST_SERVED_MS, openOrKept } from './while-away.ts';

/**
 * Storefronts in memory, for search, quotes and hold pricing. They are read on first use, and changed parts
 * are read again: nights at most `OLDEST_MS` late, regardless of which process changed them, and the rest
 * when PostgreSQL sends a notification. Everything is read again if changes may have been missed. While
 * PostgreSQL is unreachable, data in memory is served until it's `OLDEST_SERVED_MS` old. The least recently
 * used storefronts are dropped when memory is full; a storefront that would take most of it gets memory of its
 * own. A hold checks, under lock, the values it took from here.
 */
export interface ReadModel {
  /**
   * The current storefront; null if it doesn't exist. With `days`, a storefront that isn't in memory has only these
   * nights (`StorefrontModel.days`), read in one statement and not kept.
   */
  readonly storefront: (id: number, days?: Days | null) => Promise<StorefrontModel | null>;
  /**
   * Changes whenever the in-memory storefront or one of its nights changes; differs between processes. Null
   * if the storefront doesn't exist.
   */
  readonly revision: (id: number) => Promise<string | null>;
  /**
   * The storefront after reading these nights and their unit types again from the database; only with a stay's nights if
   * it isn't in memory.
   */
  readonly reread: (id: number, spans: readonly Span[]) => Promise<StorefrontModel | null>;
  /** Reports that this process changed nights; the next use reads them again. */
  readonly nightsChanged: () => void;
  /**
   * Reports that this process held units: they count as held from now on, and are read again with the next
   * change.
   */
  readonly unitsHeld: (id: number, spans: readonly HeldSpan[]) => void;
}

/** Units held on a span's nights. */
export interface HeldSpan extends Span {
  readonly units: number;
  /** True if an agent holds them. */
  readonly byAgent: boolean;
}

/** Nights in memory are at most this old. */
const OLDEST_MS = 400;
/** Memory limit for storefronts in bytes: 6,000 unit types with a page of text and a few photos each. */
const BYTES_KEPT = 150_000_000;
/** A storefront above this share doesn't count toward the limit; one such storefront is kept. */
const LARGE_SHARE = 0.5;
/** With less than this share in use, memory has room for another storefront. */
const ROOMY_SHARE = 0.9;
/** Otherwise, a storefront is read whole if it's used again within this time, and replaces one used half as often. */
const USED_AGAIN_MS = 10_000;
const TIMES_AS_OFTEN = 2;
/** Storefronts read whole at a time for requests that didn't wait for it. */
const MOST_AHEAD = 2;
/** Storefronts whose last use is remembered. */
const MOST_SEEN = 20_000;
/** Days after which a storefront's arrays are rebuilt. */
const DAYS_KEPT = 30;
const DAY_MS = 86_400_000;

/** The read model's dependencies. */
interface OpenReadModel extends Pick<SubgraphContext, 'db' | 'clock'>, Partial<Pick<SubgraphContext, 'log'>> {
  readonly changes: Changes;
  /** Memory limit for storefronts in bytes; a single storefront may be larger. */
  readonly bytesKept?: number;
}

/** Opens the process's only read model. */
export function openReadModel({ changes, bytesKept = BYTES_KEPT, ...ctx }: OpenReadModel): ReadModel {
  /** In order of last use. */
  const entries = new Map<number, StorefrontEntry>();
  /** The entry that sells each unit type. */
  const owners = new Map<number, StorefrontEntry>();
  /** Each entry's last use. */
  const uses = new WeakMap<StorefrontEntry, number>();
  /** Bytes per entry. */
  const sizes = new Map<StorefrontEntry, number>();
  let bytes = 0;
  /** The only kept storefront that doesn't count toward the limit. */
  let large: StorefrontEntry | null = null;
  /** Last use of each storefront that wasn't in memory. */
  const seen = new LRUCache<number, number>({ max: MOST_SEEN });
  let ahead = 0;
  const log = openNightLog(ctx);
  /**
   * Spans counted in memory by `unitsHeld`; the database may have returned those units already, so the spans
   * are read again.
   */
  let counted: Span[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Start of the last successful read: memory was correct at that time. */
  let rightAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const orKept = openOrKept();

  changes.hear({
    onStorefront: (id, propertyId) => entries.get(id)?.markTerms(propertyId),
    onGap: markEverything,
  });

  function markEverything(): void {
    for (const entry of entries.values()) entry.markAll();
  }

  async function look(): Promise<void> {
    const startedAt = performance.now();
    lookedAt = startedAt;
    const before = counted;
    counted = [];
    const spans = await log.look();
    rightAt = startedAt;
    if (spans === null) return markEverything();
    for (const span of [...spans, ...before]) {
      // Unknown unit types may belong to a storefront that's being read now.
      const owner = owners.get(span.unitTypeId);
      for (const entry of owner ? [owner] : entries.values()) entry.markNights(span);
    }
  }

  async function catchUp(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    try {
      await looking;
    } catch (error) {
      lookedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /** Reads an entry's changes. Drops a deleted storefront's entry. */
  async function read(entry: StorefrontEntry): Promise<StorefrontModel | null> {
    await entry.refresh();
    const model = entry.current();
    if (model === null) drop(entry);
    else if (entries.get(entry.id) === entry) {
      for (const id of model.byId.keys()) owners.set(id, entry);
      weigh(entry, sizeOf(model));
    }
    evict();
    return model;
  }

  function weigh(entry: StorefrontEntry, size: number): void {
    if (size > bytesKept * LARGE_SHARE) {
      if (large && large !== entry) drop(large);
      large = entry;
    } else if (large === entry) large = null;
    const counted = large === entry ? 0 : size;
    bytes += counted - (sizes.get(entry) ?? 0);
    if (counted > 0) sizes.set(entry, counted);
    else sizes.delete(entry);
  }

  function drop(entry: StorefrontEntry): void {
    weigh(entry, 0);
    if (entries.get(entry.id) === entry) entries.delete(entry.id);
    for (const id of entry.current()?.byId.keys() ?? []) if (owners.get(id) === entry) owners.delete(id);
  }

  function evict(): void {
    for (const entry of entries.values()) {
      if (bytes <= bytesKept) return;
      if (entry !== large) drop(entry);
    }
  }

  function entryOf(id: number): StorefrontEntry {
    const today: EpochDay = Math.floor(ctx.clock.now().getTime() / DAY_MS);
    const found = entries.get(id);
    // A date in the future means that the clock was wrong during the read.
    const isKept = found && found.readOn <= today && today - found.readOn < DAYS_KEPT;
    if (found && !isKept) drop(found);
    const entry = isKept ? found : newStorefrontEntry(ctx, id, today);
    entries.delete(id);
    entries.set(id, entry);
    uses.set(entry, performance.now());
    return entry;
  }

  async function upToDate(id: number): Promise<StorefrontModel | null> {
    if (hasToLook()) {
      await changes.listening();
      await catchUp();
    }
    const entry = entryOf(id);
    return entry.isFresh() ? entry.current() : read(entry);
  }

  const hasToLook = () => looking !== null || performance.now() - lookedAt > OLDEST_MS;

  /** A storefront from memory, unless it's too old. */
  function kept(id: number): StorefrontModel | undefined {
    const entry = entries.get(id);
    const right = Math.min(rightAt, entry?.markedAt() ?? Number.POSITIVE_INFINITY);
    return performance.now() - right <= OLDEST_SERVED_MS ? (entry?.current() ?? undefined) : undefined;
  }

  const whole = (id: number): Promise<StorefrontModel | null> =>
    !hasToLook() && entries.get(id)?.isFresh()
      ? upToDate(id)
      : orKept<StorefrontModel | null>(
          () => upToDate(id),
          () => kept(id),
        );

  const isHeld = (id: number) => entries.get(id)?.current() != null;

  /** A storefront with these nights only, as it is now. */
  async function brief(id: number, days: Days): Promise<StorefrontModel | null> {
    const found = await readTerms(statements(ctx), id, {
      known: null,
      only: null,
      days,
      newCalendar: () => emptyDays(days),
    });
    return found?.model ?? null;
  }

  /** Reads a storefront whole in the background, if memory has room or the storefront is in frequent use. */
  function readAhead(id: number): void {
    const now = performance.now();
    const unused = now - (seen.get(id) ?? Number.NEGATIVE_INFINITY);
    seen.set(id, now);
    const deserves = bytes < bytesKept * ROOMY_SHARE || isWorthReplacing(now, unused);
    if (!deserves || ahead >= MOST_AHEAD) return;
    ahead += 1;
    whole(id)
      .catch((error: unknown) => ctx.log?.warn({ err: error, storefrontId: id }, 'Storefront not read'))
      .finally(() => {
        ahead -= 1;
      });
  }

  /** True if a storefront that was unused for this time should replace the one to drop first. */
  function isWorthReplacing(now: number, unused: number): boolean {
    if (unused >= USED_AGAIN_MS) return false;
    const first = entries.values().find((entry) => entry !== large);
    return first !== undefined && (uses.get(first) ?? 0) < now - TIMES_AS_OFTEN * unused;
  }

  return {
    async storefront(id, days) {
      if (!days || isHeld(id)) return whole(id);
      const model = await brief(id, days);
      if (model) readAhead(id);
      return model;
    },
    async revision(id) {
      const model = await whole(id);
      return model && (entries.get(id)?.revision() ?? null);
    },
    async reread(id, spans) {
      const days = daysOf(spans);
      if (!isHeld(id) && days) return brief(id, days);
      await changes.listening();
      const entry = entryOf(id);
      for (const span of spans) entry.markNights(span);
      if (await haveTermsChanged(statements(ctx), entry.current(), spans)) entry.markTerms(null);
      return read(entry);
    },
    nightsChanged() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
    unitsHeld(id, spans) {
      for (const { units, byAgent, ...span } of spans) {
        const nights = entries.get(id)?.current()?.byId.get(span.unitTypeId)?.calendar;
        if (nights) addTo(nights.held, span, units, nights.firstDay);
        if (nights && byAgent) addTo(nights.agentHeld, span, units, nights.firstDay);
        counted.push(span);
      }
      entries.get(id)?.changed();
    },
  };
}

/** All spans' days; null if there are more than a stay has, so that a whole storefront is read only once. */
function daysOf(spans: readonly Span[]): Days | null {
  const first = Math.min(...spans.map((span) => span.first));
  const last = Math.max(...spans.map((span) => span.last));
  return spans.length > 0 && last < first + LONGEST_STAY ? { first, last } : null;
}

function addTo(counts: ByNight, { first, last }: Span, units: number, firstDay: EpochDay): void {
  for (let slot = first - firstDay; slot <= last - firstDay; slot++)
    counts[slot] = (counts[slot] ?? 0) + units;
}
