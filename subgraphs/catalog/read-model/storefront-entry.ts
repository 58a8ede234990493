import type { IslandContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import type { EpochDay } from '../domain/calendar.ts';
import { coalesce } from './coalesce.ts';
import type { StorefrontModel } from './model.ts';
import { readNights, type Span, wholeSpan } from './nights.ts';
import { readTerms } from './terms.ts';

/** One storefront in memory: what is known of it, and what is known to have changed since. */
export interface StorefrontEntry {
  readonly id: number;
  /** The day it was read first; its nights' arrays start here. */
  readonly readOn: EpochDay;
  /** As last read; null until it was read, and where there is no such storefront. */
  readonly current: () => StorefrontModel | null;
  readonly markNights: (span: Span) => void;
  readonly markTerms: () => void;
  /** Whether everything marked is in memory. */
  readonly isFresh: () => boolean;
  /** Reads what is marked. Resolves when everything marked before the call is in memory. */
  readonly refresh: () => Promise<void>;
}

/** An entry that reads everything on its first refresh. */
export function newStorefrontEntry(
  ctx: Pick<IslandContext, 'db'>,
  id: number,
  today: EpochDay,
): StorefrontEntry {
  let model: StorefrontModel | null = null;
  let termsChanged = true;
  let changed = new Map<number, Span>();
  let reading = false;

  function markNights(span: Span): void {
    changed.set(span.unitTypeId, union(span, changed.get(span.unitTypeId)));
  }

  async function readMarked(): Promise<void> {
    let next = model;
    if (termsChanged) {
      termsChanged = false;
      const read = await readTerms(reader(ctx), id, today, model);
      next = read?.model ?? null;
      for (const unitTypeId of read?.unread ?? []) {
        const sold = next?.byId.get(unitTypeId);
        if (sold) markNights(wholeSpan(unitTypeId, sold.calendar));
      }
    }
    const spans = [...changed.values()].filter((span) => next?.byId.has(span.unitTypeId));
    changed = new Map();
    if (spans.length > 0) {
      await readNights(statements(ctx), spans, (unitTypeId) => next?.byId.get(unitTypeId)?.calendar);
    }
    model = next;
  }

  return {
    id,
    readOn: today,
    current: () => model,
    markNights,
    markTerms() {
      termsChanged = true;
    },
    isFresh: () => !termsChanged && changed.size === 0 && !reading,
    refresh: coalesce(async () => {
      reading = true;
      try {
        await readMarked();
      } finally {
        reading = false;
      }
    }),
  };
}

function union(a: Span, b: Span | undefined): Span {
  if (b === undefined) return a;
  return { unitTypeId: a.unitTypeId, first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) };
}
