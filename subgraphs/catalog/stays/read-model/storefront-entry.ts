import { randomBytes } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { EpochDay } from '../../domain/calendar.ts';
import type { StorefrontModel } from './model.ts';
import { emptyNights, readNights, type Span, wholeSpan } from './nights.ts';
import { readTerms } from './terms.ts';

/** A storefront in memory: its last read state, and the changes reported since. */
export interface StorefrontEntry {
  readonly id: number;
  /** The day the storefront was first read; its nights' arrays start here. */
  readonly readOn: EpochDay;
  /** The storefront as last read; null before the first read, and if it doesn't exist. */
  readonly current: () => StorefrontModel | null;
  readonly markNights: (span: Span) => void;
  /** Marks a property's unit types and terms as possibly changed; null marks those of every property. */
  readonly markTerms: (propertyId: number | null) => void;
  /** Marks everything as possibly changed. */
  readonly markAll: () => void;
  /** Time of the first current mark; null without marks. */
  readonly markedAt: () => number | null;
  /** True if everything marked is in memory. */
  readonly isFresh: () => boolean;
  /** Value that changes with every read and every call to `changed`. */
  readonly revision: () => string;
  /** Reports a change made in memory. */
  readonly changed: () => void;
  /** Reads everything marked. Resolves when all marks from before the call are in memory. */
  readonly refresh: () => Promise<void>;
}

/** Creates an entry that reads everything on its first refresh. */
export function newStorefrontEntry(
  ctx: Pick<SubgraphContext, 'db'> & Partial<Pick<SubgraphContext, 'log'>>,
  id: number,
  today: EpochDay,
): StorefrontEntry {
  let model: StorefrontModel | null = null;
  let marks = everything();
  let reading = false;
  let revision = newRevision();

  function mark(change: Partial<Marks>): void {
    marks = { ...marks, ...change, at: marks.at ?? performance.now() };
  }

  function markNights(span: Span): void {
    marks.spans.set(span.unitTypeId, union(span, marks.spans.get(span.unitTypeId)));
    mark({});
  }

  async function readMarked(): Promise<void> {
    const taken = marks;
    marks = nothing();
    try {
      model = await read(taken);
    } catch (error) {
      marks = together(taken, marks);
      throw error;
    } finally {
      revision = newRevision(); // a failed read may have written some nights
    }
  }

  async function read({ terms, properties, allNights, spans }: Marks): Promise<StorefrontModel | null> {
    let next = model;
    const wanted = new Map(spans);
    if (terms || properties.size > 0) {
      const only = terms || properties.size > MOST_PROPERTIES ? null : [...properties];
      const newCalendar = () => emptyNights(today);
      const found = await readTerms(statements(ctx), id, { known: model, only, newCalendar });
      next = found?.model ?? null;
      for (const { id: propertyId, timeZone } of found?.dropped ?? [])
        ctx.log?.warn(
          { propertyId, timeZone },
          "Property not sold: this runtime doesn't support its time zone",
        );
      for (const unitTypeId of allNights ? (next?.byId.keys() ?? []) : (found?.unread ?? [])) {
        const sold = next?.byId.get(unitTypeId);
        if (sold) wanted.set(unitTypeId, wholeSpan(unitTypeId, sold.calendar));
      }
    }
    const known = [...wanted.values()].filter((span) => next?.byId.has(span.unitTypeId));
    if (known.length > 0) {
      await readNights(statements(ctx), known, (unitTypeId) => {
        const sold = next?.byId.get(unitTypeId);
        return sold && { nights: sold.calendar, terms: sold.made };
      });
    }
    return next;
  }

  return {
    id,
    readOn: today,
    current: () => model,
    markNights,
    markTerms(propertyId) {
      if (propertyId !== null) marks.properties.add(propertyId);
      mark(propertyId === null ? { terms: true } : {});
    },
    markAll: () => mark({ terms: true, allNights: true }),
    markedAt: () => marks.at,
    isFresh: () => marks.at === null && !reading,
    revision: () => revision,
    changed() {
      revision = newRevision();
    },
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

/** Distinguishes this process's revisions from those of other processes. */
const PROCESS = randomBytes(6).toString('base64url');
let revisions = 0;

function newRevision(): string {
  revisions += 1;
  return `${PROCESS}.${revisions.toString(36)}`;
}

/** If more have changed, all are read: that's one statement per table. */
const MOST_PROPERTIES = 50;

/** Pending reads, and the time the first was marked. */
interface Marks {
  /** True if all terms must be read. */
  readonly terms: boolean;
  /** Properties whose terms must be read. */
  readonly properties: Set<number>;
  /** True if all nights must be read in addition to the terms. */
  readonly allNights: boolean;
  readonly spans: Map<number, Span>;
  readonly at: number | null;
}

const nothing = (): Marks => ({
  terms: false,
  properties: new Set(),
  allNights: false,
  spans: new Map(),
  at: null,
});
const everything = (): Marks => ({ ...nothing(), terms: true, allNights: true, at: performance.now() });

function together(earlier: Marks, later: Marks): Marks {
  const spans = new Map(earlier.spans);
  for (const [id, span] of later.spans) spans.set(id, union(span, spans.get(id)));
  const terms = earlier.terms || later.terms;
  const properties = earlier.properties.union(later.properties);
  return {
    terms,
    properties,
    allNights: earlier.allNights || later.allNights,
    spans,
    at: earlier.at ?? later.at,
  };
}

function union(a: Span, b: Span | undefined): Span {
  if (b === undefined) return a;
  return { unitTypeId: a.unitTypeId, first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) };
}

/**
 * Runs `work` one at a time. The returned function resolves after a complete run that began after the call;
 * waiting calls share the same run. A failed run rejects for its callers and lets the next one start.
 */
function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  return () => {
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = null;
        running = work();
        return running;
      });
    return waiting;
  };
}
