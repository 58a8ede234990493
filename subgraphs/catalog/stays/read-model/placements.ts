import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { InjectionPlacementEntity, type InjectionPlacementRow } from '../../store/entities.ts';
import type { Changes } from './changes.ts';
import { OLDEST_SERVED_MS, openOrKept } from './while-away.ts';

type Rows = readonly InjectionPlacementRow[];

/** Apps' placements, kept in memory by storefront, so that a page view never queries PostgreSQL for them. */
export interface Placements {
  /** A storefront's published placements, in page order. */
  readonly published: (storefrontId: number) => Promise<Rows>;
}

/** Maximum number of cached storefronts. */
const KEPT = 10_000;

/**
 * Opens the process's only cache. A change to a storefront, from any process, reloads that storefront's
 * placements; a change to a property doesn't.
 */
export function openPlacements({
  db,
  changes,
}: Pick<SubgraphContext, 'db'> & { readonly changes: Changes }): Placements {
  const reading = new Map<number, Promise<Rows>>();
  const found = new Map<number, Rows>();
  /** Values from before the last change: served a little longer while the database is unreachable. */
  const kept = new Map<number, { readonly rows: Rows; readonly until: number }>();
  const orKept = openOrKept();
  changes.hear({
    onStorefront: (id, propertyId) => propertyId === null && forget(id),
    onGap: () => void [...found.keys(), ...reading.keys()].forEach(forget),
  });

  function forget(id: number): void {
    const now = performance.now();
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
    const rows = found.get(id);
    if (rows) kept.set(id, { rows, until: now + OLDEST_SERVED_MS });
    found.delete(id);
    reading.delete(id);
  }

  function look(id: number): Promise<Rows> {
    const under = reading.get(id);
    if (under !== undefined) return under;
    if (found.size >= KEPT) for (const old of [...found.keys()]) forget(old);
    const rows = read(id)
      .then((placed) => {
        // Otherwise the entry was dropped during the read, and the next call reads it again.
        if (reading.get(id) === rows) found.set(id, placed);
        return placed;
      })
      .finally(() => {
        if (reading.get(id) === rows) reading.delete(id);
      });
    reading.set(id, rows);
    return rows;
  }

  async function read(id: number): Promise<Rows> {
    await changes.listening();
    const where = { storefront: id, status: 'published' } as const;
    return reader({ db }).find(InjectionPlacementEntity, where, { orderBy: [...IN_ORDER] });
  }

  return {
    async published(id) {
      const known = found.get(id);
      if (known) return known;
      return orKept(
        () => look(id),
        () => {
          const before = kept.get(id);
          return before && before.until > performance.now() ? before.rows : undefined;
        },
      );
    },
  };
}

/** Groups placements by target, in their order. */
export const IN_ORDER = [{ target: 'asc' }, { position: 'asc' }, { id: 'asc' }] as const;
