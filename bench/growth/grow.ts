import type pg from 'pg';

/** World size. One team owns everything, the worst case for team reads. */
export interface Size {
  readonly bookings: number;
  /** Unit types in one storefront, ten per property, each with two years' nights. */
  readonly unitTypes: number;
  readonly storefronts: number;
  /** Other teams' installs, each with one completed delivery per ten `deliveries`. */
  readonly installs: number;
  readonly deliveries: number;
}

/** Storefront whose unit types grow. */
export const GROWING = 'growing.localhost';
const MODEL = 'lakeside.localhost';

/** Grows the demo world to the given size, bypassing every trigger except those for nights and terms. */
export async function grow(database: pg.Client, size: Size): Promise<void> {
  await database.query('SET synchronous_commit = off');
  await growStorefronts(database, size.storefronts);
  await growUnitTypes(database, size.unitTypes);
  // Disables triggers and foreign key checks for the following statements.
  await database.query('SET session_replication_role = replica');
  await growBookings(database, size.bookings);
  await growInstalls(database, size.installs);
  await growDeliveries(database, size.deliveries);
  await database.query('RESET session_replication_role');
  await database.query('VACUUM ANALYZE');
}

const copied = (
  table: string,
  changes: string,
) => `SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(model) || ${changes}
  || jsonb_build_object('id', nextval(pg_get_serial_sequence('${table}', 'id'))))).*`;

/** Inserts storefronts without a property; the first one grows. */
async function growStorefronts(database: pg.Client, count: number): Promise<void> {
  const rows = `generate_series(0, $1::int) n WHERE NOT EXISTS (SELECT FROM catalog.storefront WHERE slug = 'growing-' || n)`;
  await database.query(
    `WITH model AS (SELECT * FROM catalog.storefront WHERE domain = $2),
      opened AS (INSERT INTO catalog.storefront ${copied(
        'catalog.storefront',
        `jsonb_build_object('name', 'Growing ' || n, 'slug', 'growing-' || n,
        'domain', CASE n WHEN 0 THEN $3 ELSE 'growing-' || n || '.localhost' END)`,
      )} FROM model, ${rows} RETURNING id)
     SELECT count(*) FROM opened`,
    [count, MODEL, GROWING],
  );
}

async function growUnitTypes(database: pg.Client, count: number): Promise<void> {
  const { rows } = await database.query<{ id: number; have: number }>(
    `SELECT s.id, (SELECT count(*)::int FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id WHERE p.storefront_id = s.id) AS have
     FROM catalog.storefront s WHERE s.domain = $1`,
    [GROWING],
  );
  const [{ id, have } = { id: 0, have: 0 }] = rows;
  if (have >= count) return;
  await database.query(
    `INSERT INTO catalog.property ${copied('catalog.property', `jsonb_build_object('storefront_id', $1::int, 'name', 'House ' || n, 'external_id', NULL, 'media_ids', '{}')`)}
     FROM (SELECT p.* FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.domain = $4 ORDER BY p.id LIMIT 1) model,
       generate_series($2::int / 10, ($3::int - 1) / 10) n`,
    [id, have, count, MODEL],
  );
  await database.query(
    `WITH houses AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM catalog.property WHERE storefront_id = $1)
     INSERT INTO catalog.unit_type (property_id, name, description, max_guests, base_guests, units, base_rate, kind)
     SELECT houses.id, 'Room ' || n, 'A room with a balcony over the water; breakfast is in the lodge from seven.', 4, 2, 3, 9000 + n, 'room'
     FROM generate_series($2::int, $3::int - 1) n JOIN houses ON houses.place = n / 10`,
    [id, have, count],
  );
  const lacking = `catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id WHERE p.storefront_id = $1 AND u.rate_plan_id IS NULL`;
  await database.query(
    `INSERT INTO catalog.rate_plan (name, unit_type_id) SELECT 'Standard', u.id FROM ${lacking}`,
    [id],
  );
  await database.query(
    `UPDATE catalog.unit_type t SET rate_plan_id = r.id FROM catalog.rate_plan r WHERE r.unit_type_id = t.id
     AND t.id IN (SELECT u.id FROM ${lacking})`,
    [id],
  );
  await database.query(`INSERT INTO catalog.night (unit_type_id, night, total)
    SELECT u.id, day::date, u.units FROM catalog.unit_type u CROSS JOIN generate_series(current_date - 1, current_date + 731, '1 day') day
    WHERE NOT EXISTS (SELECT FROM catalog.night n WHERE n.unit_type_id = u.id)`);
}

/** Ids from which guests are numbered, above the demo world's. */
const FIRST_GUEST = 10_000_000;

/**
 * Inserts bookings, two for each guest, for the model's team from two years back to one ahead, for 100 unit types; one in 2,000 is still held. Their
 * changes are in the past, so the sums for reports begin again.
 */
async function growBookings(database: pg.Client, count: number): Promise<void> {
  await database.query('TRUNCATE checkout.report_cells, checkout.report_bookings, checkout.report_progress');
  await database.query(
    `INSERT INTO checkout.contacts (id, team_id, first_name, last_name, country, created_at, updated_at) OVERRIDING SYSTEM VALUE
     SELECT ${FIRST_GUEST} + n, s.team_id, 'Guest' || n % 997, 'Name' || n, (ARRAY['DE', 'FR', 'US', NULL])[1 + n % 4],
       now() - n * interval '1 minute', now() - n * interval '50 seconds'
     FROM catalog.storefront s, generate_series((SELECT count(*) FROM checkout.contacts WHERE id >= ${FIRST_GUEST}), $1::bigint / 2) n
     WHERE s.domain = $2`,
    [count, MODEL],
  );
  await database.query(
    `INSERT INTO checkout.bookings (hold_id, storefront_id, team_id, property_id, reference, permalink_id, status, check_in, check_out,
       currency, total, paid, lines, totals, guest_first_name, guest_last_name, guest_email, hold_expires_at, nights_synced_at,
       checked_in_at, checked_out_at, created_at, updated_at, time_zone, source_kind, contact_id)
     SELECT gen_random_uuid(), s.id, s.team_id, (SELECT min(id) FROM catalog.property WHERE storefront_id = s.id),
       'BK-' || lpad(upper(to_hex(n)), 8, 'G'), gen_random_uuid(),
       CASE WHEN n % 2000 = 0 THEN 'held' WHEN n % 5 = 1 THEN 'released' WHEN n % 5 = 2 THEN 'cancelled' ELSE 'confirmed' END,
       day, day + 3, 'EUR', 42000, 42000,
       format('[{"unitTypeId": %s, "title": "Suite", "quantity": 1, "subtotal": 42000, "nightly": [14000, 14000, 14000]}]', 1 + n % 100)::json,
       '[{"kind": "total", "label": "Total", "amount": 42000}]', 'Guest' || n % 997, 'Name' || n, 'guest' || n || '@example.com',
       now() + interval '2 hours', now(), CASE WHEN day <= current_date THEN now() END, CASE WHEN day + 3 <= current_date THEN now() END,
       now() - n * interval '1 minute', now() - n * interval '50 seconds', 'UTC', (ARRAY['agent', 'direct', 'host', 'request'])[1 + n % 4], ${FIRST_GUEST} + n / 2
     FROM catalog.storefront s, generate_series((SELECT count(*) FROM checkout.bookings) + 1, $1::bigint) n
     CROSS JOIN LATERAL (SELECT current_date - 730 + (n * 7919 % 1095)::int AS day) AS stay WHERE s.domain = $2`,
    [count, MODEL],
  );
}

async function growInstalls(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities, webhook_secret_sealed, installed_at)
     SELECT 1, 1000000 + n, true, false, '{}', '{}', '', now()
     FROM generate_series((SELECT count(*) FROM apps.installs) + 1, $1::bigint) n`,
    [count],
  );
}

/** Inserts deliveries: completed ones are spread over the installs, and ten wait for the first install. */
async function growDeliveries(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `WITH installs AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS most FROM apps.installs)
     INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, attempts, delivered_at, next_attempt_at, created_at)
     SELECT i.id, gen_random_uuid(), 'task.created', 'task:' || n, '{}', CASE WHEN n <= 10 THEN 'retrying' ELSE 'delivered' END, 1, now(),
       CASE WHEN n <= 10 THEN now() + interval '1 day' END, now() - interval '20 days' + n * interval '1 millisecond'
     FROM generate_series((SELECT count(*) FROM apps.deliveries) + 1, $1::bigint) n JOIN installs i ON i.place = n % i.most`,
    [count],
  );
}
