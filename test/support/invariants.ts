import type { TestDatabase } from './database.ts';

/**
 * Invariants once every request has its response: each query returns the rows that violate it. `$1` is the
 * allowed delay for a hold in milliseconds.
 */
const INVARIANTS = {
  'a night is oversold': `
    SELECT unit_type_id, night, held, confirmed, total FROM catalog.night WHERE held + confirmed > total`,
  'the units of a night differ from the holds, reservations and feeds on it': `
    SELECT n.unit_type_id, n.night, n.held, n.agent_held, n.confirmed, taken.held AS held_by_holds,
      taken.agent_held AS held_by_agents, taken.confirmed AS confirmed_by_holds
    FROM catalog.night n, LATERAL (
      SELECT coalesce(sum(q) FILTER (WHERE state = 'held'), 0) AS held,
             coalesce(sum(q) FILTER (WHERE state = 'held' AND by_agent), 0) AS agent_held,
             coalesce(sum(q) FILTER (WHERE state = 'confirmed'), 0) AS confirmed
      FROM catalog.stay_holds h, unnest(h.unit_type_ids, h.quantities) AS line (u, q)
      WHERE u = n.unit_type_id AND n.night >= h.check_in AND n.night < h.check_out
    ) taken, LATERAL (
      SELECT coalesce(sum(k.taken), 0) AS taken FROM catalog.ical_night k
      WHERE k.unit_type_id = n.unit_type_id AND k.night = n.night
    ) feeds, LATERAL (
      SELECT coalesce(sum(k.taken), 0) AS taken FROM catalog.channel_night k
      WHERE k.unit_type_id = n.unit_type_id AND k.night = n.night
    ) channels, LATERAL (
      SELECT count(*) AS taken FROM catalog.closed_unit_nights c
      WHERE c.unit_type_id = n.unit_type_id AND c.night = n.night AND c.taken
    ) closures
    WHERE n.held <> taken.held OR n.agent_held <> taken.agent_held OR n.confirmed <> taken.confirmed + feeds.taken + channels.taken + closures.taken`,
  'a reservation waits for a night that is free': `
    SELECT k.hold_id, k.night FROM catalog.channel_night k JOIN catalog.night n USING (unit_type_id, night)
    WHERE k.taken < k.wanted AND n.total - n.closed - n.held - n.confirmed > 0`,
  'a reservation has nights that its hold has not': `
    SELECT k.hold_id FROM catalog.channel_night k
    WHERE NOT EXISTS (SELECT FROM catalog.stay_holds h WHERE h.id = k.hold_id AND h.state <> 'released')`,
  'a completed session has not exactly one booking, or another session has one': `
    SELECT s.id, s.status, count(b.id) AS bookings
    FROM checkout.sessions s LEFT JOIN checkout.bookings b ON b.checkout_id = s.id
    GROUP BY s.id HAVING count(b.id) <> CASE WHEN s.status = 'completed' THEN 1 ELSE 0 END`,
  'a session is still being completed': `SELECT id FROM checkout.sessions WHERE status = 'complete_in_progress'`,
  'a booking and its nights disagree': `
    SELECT b.reference, b.status, h.state
    FROM checkout.bookings b LEFT JOIN catalog.stay_holds h ON h.id = b.hold_id
    WHERE (h.state IS NULL AND NOT (b.status = 'cancelled' AND b.import_id IS NOT NULL))
       OR (b.status = 'held' AND h.state <> 'held')
       OR (b.nights_synced_at IS NOT NULL AND h.state <> CASE b.status WHEN 'cancelled' THEN 'released' ELSE b.status END)`,
  'the sum of unpaid unit-nights of an agent differs from the holds': `
    SELECT storefront_id, kind, holder, s.unit_nights AS sum, h.unit_nights AS held
    FROM catalog.unpaid_sums s FULL JOIN (
      SELECT h.storefront_id, of.kind, of.holder, sum(h.unit_nights) AS unit_nights
      FROM catalog.stay_holds h, LATERAL (VALUES ('address', h.agent_address), ('profile', h.agent_profile)) AS of (kind, holder)
      WHERE h.state = 'held' AND of.holder IS NOT NULL GROUP BY 1, 2, 3
    ) h USING (storefront_id, kind, holder)
    WHERE s.unit_nights IS DISTINCT FROM h.unit_nights`,
  'nights are held for no one': `
    SELECT h.id, h.state FROM catalog.stay_holds h
    WHERE h.state <> 'released' AND NOT EXISTS (SELECT FROM checkout.bookings b WHERE b.hold_id = h.id)
      AND NOT EXISTS (SELECT FROM checkout.stray_holds s WHERE s.hold_id = h.id)`,
  'entries do not sum to the total': `
    SELECT id FROM checkout.sessions WHERE (quote->>'total')::bigint <>
      (SELECT coalesce(sum((e->>'amount')::bigint), 0) FROM json_array_elements(quote->'entries') e)`,
  'the booked total is not the last total shown': `
    SELECT b.reference, b.total, s.quote->>'total' AS shown
    FROM checkout.bookings b JOIN checkout.sessions s ON s.id = b.checkout_id
    WHERE b.hold_id = s.hold_id AND b.stay_undo IS NULL AND b.total <> (s.quote->>'total')::bigint`,
  'the numbers of invoices have a gap': `
    SELECT team_id, series, year FROM checkout.invoices GROUP BY team_id, series, year HAVING count(*) <> max(sequence)`,
  'an invoice is credited with another amount than its credit notes have': `
    SELECT i.number FROM checkout.invoices i WHERE i.credited <>
      (SELECT coalesce(sum(-n.total), 0) FROM checkout.invoices n WHERE n.credit_note_of = i.id)`,
  'a unit has two bookings on one night': `
    WITH stays AS (
      SELECT b.id, b.reference, (unit ->> 'id')::int AS unit, coalesce((unit ->> 'from')::date, b.check_in) AS first,
        least((unit ->> 'until')::date, coalesce(b.nights_until, b.check_out)) AS ends
      FROM checkout.bookings b CROSS JOIN jsonb_array_elements(b.assigned_units) unit WHERE b.status IN ('held', 'confirmed')
    )
    SELECT a.unit, a.reference, b.reference AS other FROM stays a JOIN stays b ON b.unit = a.unit AND b.id > a.id
    WHERE b.first < a.ends AND a.first < b.ends`,
  'an unpaid booking is held past its time': `
    SELECT reference, hold_expires_at FROM checkout.bookings
    WHERE status = 'held' AND hold_expires_at < now() - $1::float8 * interval '1 millisecond'`,
} as const;

/** Every violated invariant with its rows; empty if all hold. */
export async function brokenInvariants(
  database: Pick<TestDatabase, 'query'>,
  { overdueMs = 60_000 }: { readonly overdueMs?: number } = {},
): Promise<Readonly<Record<string, readonly object[]>>> {
  const broken: Record<string, readonly object[]> = {};
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    const rows = await database.query(sql, sql.includes('$1') ? [overdueMs] : []);
    if (rows.length) broken[name] = rows.slice(0, 5);
  }
  return broken;
}
