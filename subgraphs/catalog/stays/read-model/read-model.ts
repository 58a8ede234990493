import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { EpochDay } from '../../domain/calendar.ts';
import type { Changes } from './changes.ts';
import type { StorefrontModel } from './model.ts';
import { openNightLog } from './night-log.ts';
import type { Span } from './nights.ts';
import { sizeOf } from './size.ts';
import { newStorefrontEntry, type StorefrontEntry } from './storefront-entry.ts';
import { haveTermsChanged } from './terms.ts';
import { OLDEST_SERVED_MS, openOrKept } from './while-away.ts';

/**
 * Storefronts in memory, for search, quotes and hold pricing. They are read on first use, and changed parts
 * are read again: nights at most `OLDEST_MS` late, regardless of which process changed them, and the rest
 * when PostgreSQL sends a notification. Everything is read again if changes may have been missed. While
 * PostgreSQL is unreachable, data in memory is served until it's `OLDEST_SERVED_MS` old. The least recently
 * used storefronts are dropped when memory is full. A hold checks, under lock, the values it took from here.
 */
export interface ReadModel {
  /** The current storefront; null if it doesn't exist. */
  readonly storefront: (id: number) => Promise<StorefrontModel | null>;
  /**
   * Changes whenever the in-memory storefront or one of its nights changes; differs between processes. Null
   * if the storefront doesn't exist.
   */
  readonly revision: (id: number) => Promise<string | null>;
  /** The storefront after reading these nights and their unit types again from the database. */
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
  /** Bytes per entry. */
  const sizes = new Map<StorefrontEntry, number>();
  let bytes = 0;
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
    bytes += size - (sizes.get(entry) ?? 0);
    if (size > 0) sizes.set(entry, size);
    else sizes.delete(entry);
  }

  function drop(entry: StorefrontEntry): void {
    weigh(entry, 0);
    if (entries.get(entry.id) === entry) entries.delete(entry.id);
    for (const id of entry.current()?.byId.keys() ?? []) if (owners.get(id) === entry) owners.delete(id);
  }

  function evict(): void {
    for (const entry of entries.values()) {
      if (bytes <= bytesKept || entries.size === 1) return;
      drop(entry);
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

  const storefront = (id: number): Promise<StorefrontModel | null> =>
    !hasToLook() && entries.get(id)?.isFresh()
      ? upToDate(id)
      : orKept<StorefrontModel | null>(
          () => upToDate(id),
          () => kept(id),
        );

  return {
    storefront,
    async revision(id) {
      const model = await storefront(id);
      return model && (entries.get(id)?.revision() ?? null);
    },
    async reread(id, spans) {
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

function addTo(counts: Uint16Array, { first, last }: Span, units: number, firstDay: EpochDay): void {
  for (let slot = first - firstDay; slot <= last - firstDay; slot++)
    counts[slot] = (counts[slot] ?? 0) + units;
}
