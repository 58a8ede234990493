import type { TestDatabase } from './database.ts';

/** Our schemas and their contents, without PostgreSQL's or an extension's own objects. */
const OURS = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
  AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e' AND e.objid = o.oid)`;

/**
 * Every database object, each as a complete line. Excludes dropped columns' positions and `NOT NULL`
 * constraints' names.
 */
const PARTS: readonly string[] = [
  'SELECT extname AS name, extversion AS shape FROM pg_extension',
  `SELECT 'schema ' || nspname, '' FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'`,
  `SELECT n.nspname || '.' || o.relname, concat_ws(' ', o.relkind, o.relpersistence, o.relreplident, o.relrowsecurity, o.reloptions)
    FROM pg_class o JOIN pg_namespace n ON n.oid = o.relnamespace WHERE ${OURS}`,
  `SELECT n.nspname || '.' || o.relname || '.' || a.attname,
      concat_ws(' ', row_number() OVER (PARTITION BY o.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attcollation, a.attoptions, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_class o JOIN pg_namespace n ON n.oid = o.relnamespace JOIN pg_attribute a ON a.attrelid = o.oid
      LEFT JOIN pg_attrdef d ON d.adrelid = o.oid AND d.adnum = a.attnum
    WHERE o.relkind IN ('r', 'v', 'm', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND ${OURS}`,
  `SELECT o.conrelid::regclass || ' ' || o.conname, concat_ws(' ', pg_get_constraintdef(o.oid), o.convalidated, o.condeferrable)
    FROM pg_constraint o JOIN pg_namespace n ON n.oid = o.connamespace
    WHERE o.contype <> 'n' AND ${OURS}`,
  `SELECT 'index ' || o.relname, concat_ws(' ', pg_get_indexdef(o.oid), i.indisvalid, i.indisreplident, i.indisclustered)
    FROM pg_class o JOIN pg_namespace n ON n.oid = o.relnamespace JOIN pg_index i ON i.indexrelid = o.oid WHERE ${OURS}`,
  `SELECT o.oid::regprocedure::text, pg_get_functiondef(o.oid)
    FROM pg_proc o JOIN pg_namespace n ON n.oid = o.pronamespace WHERE o.prokind IN ('f', 'p') AND ${OURS}`,
  `SELECT o.tgrelid::regclass || ' ' || o.tgname, concat_ws(' ', pg_get_triggerdef(o.oid, true), o.tgenabled)
    FROM pg_trigger o WHERE NOT o.tgisinternal`,
  `SELECT n.nspname || '.' || o.relname || ' of ' || coalesce(d.refobjid::regclass::text, 'none') || '.' || coalesce(d.refobjsubid, 0),
      concat_ws(' ', format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
    FROM pg_class o JOIN pg_namespace n ON n.oid = o.relnamespace JOIN pg_sequence s ON s.seqrelid = o.oid
      LEFT JOIN pg_depend d ON d.objid = o.oid AND d.deptype IN ('a', 'i') WHERE ${OURS}`,
  `SELECT 'type ' || o.oid::regtype, concat_ws(' ', o.typtype, o.typnotnull, o.typdefault,
      (SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = o.oid))
    FROM pg_type o JOIN pg_namespace n ON n.oid = o.typnamespace WHERE ${OURS}`,
  `SELECT o.stxrelid::regclass || ' ' || o.stxname, pg_get_statisticsobjdef(o.oid)
    FROM pg_statistic_ext o JOIN pg_namespace n ON n.oid = o.stxnamespace WHERE ${OURS}`,
];

/** Everything in a database, in an order independent of its history. */
export async function shapeOf({ query }: TestDatabase): Promise<readonly string[]> {
  const rows = await query<{ line: string }>(
    `SELECT name || ': ' || coalesce(shape, '') AS line FROM (${PARTS.join('\nUNION ALL\n')}) AS parts ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
