import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { Span } from './nights.ts';

/** The log keeps changes for this long; a reader whose last read is older has missed some. */
export const KEPT_MINUTES = 10;

const KEPT_MS = KEPT_MINUTES * 60_000;

/** Nights changed by any process since the last read. */
export interface NightLog {
  /** One span per changed unit type; null on the first read, and if the last read was too long ago. */
  readonly look: () => Promise<readonly Span[] | null>;
}

/**
 * Opens a reader for the log of changed nights (db/migrations, catalog-changes). Each read sees everything
 * committed since the previous one. Neither a timestamp nor a sequence works, since their values commit out
 * of order; it uses rows invisible to the previous read's snapshot.
 */
export function openNightLog({ db, clock }: Pick<SubgraphContext, 'db' | 'clock'>): NightLog {
  let seen: { readonly snapshot: string; readonly at: number } | null = null;
  return {
    async look() {
      const at = clock.now().getTime();
      const since = seen && at - seen.at < KEPT_MS / 2 ? seen.snapshot : null;
      const { rows } = await sql<{
        snapshot: string;
        changes: readonly (readonly [number, number, number])[] | null;
      }>`
        SELECT pg_current_snapshot()::text AS snapshot, (
          SELECT json_agg(json_build_array(unit_type_id, first, last)) FROM (
            SELECT unit_type_id, min(first_night) - DATE '1970-01-01' AS first, max(last_night) - DATE '1970-01-01' AS last
            FROM catalog.night_change
            WHERE xid >= pg_snapshot_xmin(${since}::pg_snapshot)
              AND NOT pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
            GROUP BY unit_type_id) AS changed
        ) AS changes`.execute(statements({ db }));
      const [row] = rows;
      if (!row) throw new Error('A query of the log of changed nights returned no row.');
      seen = { snapshot: row.snapshot, at };
      if (since === null) return null;
      return (row.changes ?? []).map(([unitTypeId, first, last]) => ({ unitTypeId, first, last }));
    },
  };
}
