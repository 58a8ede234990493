import { sql } from 'kysely';

/** The units of a night `n` that are out of order. They count as confirmed in its row, so that no one can book them. */
export const unitsOutOfOrder = sql<number>`(
  SELECT count(*)::int FROM catalog.closed_unit_nights c
  WHERE c.unit_type_id = n.unit_type_id AND c.night = n.night AND c.taken
)`;
