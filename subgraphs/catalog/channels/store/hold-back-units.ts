import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/**
 * Units held back by failing feeds and degraded connections for a unit type `u`, at most all of its units; a
 * connection's own held-back units don't count against it.
 */
export const heldBackOf = (butFor: number | null) => sql`least(u.units, (
    SELECT coalesce(sum(f.hold_back_units), 0) FROM catalog.ical_feed f
    WHERE f.unit_type_id = u.id AND f.holds_back AND f.removed_at IS NULL
  ) + (
    SELECT coalesce(sum(k.hold_back_units), 0) FROM catalog.channel_connection k
    WHERE k.degraded_since IS NOT NULL AND k.id IS DISTINCT FROM ${butFor}::int
      AND EXISTS (SELECT FROM catalog.channel_room r WHERE r.connection_id = k.id AND r.unit_type_id = u.id)
  ))::integer`;

/**
 * Updates the units held back from agents for these unit types. It locks them first, so that if two changes
 * overlap, the later one includes both.
 */
export async function holdBackUnits(em: Transaction, unitTypeIds: readonly number[]): Promise<void> {
  await em.flush();
  const db = statements(em);
  const ids = sql`${[...unitTypeIds]}::int[]`;
  await sql`SELECT FROM catalog.unit_type WHERE id = ANY (${ids}) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  await sql`
    WITH held AS (SELECT u.id, ${heldBackOf(null)} AS units FROM catalog.unit_type u WHERE u.id = ANY (${ids}))
    UPDATE catalog.unit_type u SET held_back = held.units FROM held
    WHERE u.id = held.id AND u.held_back <> held.units`.execute(db);
}

/** Updates the units held back from agents for a connection's unit types. */
export async function holdBackOfConnection(em: Transaction, connectionId: number): Promise<void> {
  const rooms = await tables(em)
    .selectFrom('channel_room')
    .select('unitType')
    .distinct()
    .where('connection', '=', connectionId)
    .execute();
  await holdBackUnits(
    em,
    rooms.map(({ unitType }) => unitType),
  );
}

/**
 * Ends a connection's degraded state before its rooms change or it stops selling, so that the units it held
 * back are offered again.
 */
export async function endDegraded(
  em: Transaction,
  connection: { readonly id: number; degradedSince?: Date | null | undefined },
): Promise<boolean> {
  if (!connection.degradedSince) return false;
  connection.degradedSince = null;
  await holdBackOfConnection(em, connection.id);
  return true;
}
