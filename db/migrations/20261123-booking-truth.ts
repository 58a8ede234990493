import { Migration } from '@mikro-orm/migrations';

/** The item id of a stay holds its unit type and its party: `stay:{unit type}:{check-in}:{check-out}:{adults}:{children}`. */
const STAY = `'^stay:\\d{1,9}:[0-9-]{10}:[0-9-]{10}:\\d{1,3}:\\d{1,3}$'`;

/**
 * A booking keeps who comes, which unit types were sold, which units the host assigned and where it came from. Bookings from
 * before read their party and unit types from the item ids of their checkout; what their nights cost one by one is not known.
 */
export class BookingTruth extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE catalog.unit (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        unit_type_id integer NOT NULL REFERENCES catalog.unit_type (id) ON DELETE CASCADE,
        place integer NOT NULL,
        name text NOT NULL,
        UNIQUE (unit_type_id, place)
      );
      CREATE FUNCTION catalog.keep_units() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM catalog.unit WHERE unit_type_id = NEW.id AND place > NEW.units;
        INSERT INTO catalog.unit (unit_type_id, place, name)
          SELECT NEW.id, place, place::text FROM generate_series(1, NEW.units) AS place
          ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER keep_units AFTER INSERT OR UPDATE OF units ON catalog.unit_type
        FOR EACH ROW EXECUTE FUNCTION catalog.keep_units();
      INSERT INTO catalog.unit (unit_type_id, place, name)
        SELECT u.id, place, place::text FROM catalog.unit_type u, generate_series(1, u.units) AS place;

      ALTER TABLE checkout.bookings
        ADD COLUMN adults integer NOT NULL DEFAULT 0,
        ADD COLUMN children integer NOT NULL DEFAULT 0,
        ADD COLUMN assigned_units jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN source_kind text NOT NULL DEFAULT 'agent'
          CHECK (source_kind IN ('agent', 'direct', 'host', 'request', 'channel')),
        ADD COLUMN source_name text,
        ADD COLUMN source_external_id text;

      WITH line AS (
        SELECT b.id, sold.place, sold.line,
          CASE WHEN wanted.item ~ ${STAY} THEN string_to_array(wanted.item, ':') END AS item
        FROM checkout.bookings b
        JOIN checkout.sessions s ON s.id = b.checkout_id
        CROSS JOIN json_array_elements(b.lines) WITH ORDINALITY AS sold (line, place)
        CROSS JOIN LATERAL (SELECT s.lines -> (sold.place::integer - 1) ->> 'itemId' AS item) AS wanted
      ), booked AS (
        SELECT id,
          json_agg(line::jsonb || jsonb_build_object('unitTypeId', item[2]::integer, 'nightly', '[]'::jsonb)
            ORDER BY place) AS lines,
          coalesce(sum(item[5]::integer), 0) AS adults,
          coalesce(sum(item[6]::integer), 0) AS children
        FROM line GROUP BY id
      )
      UPDATE checkout.bookings b
      SET lines = booked.lines, adults = booked.adults, children = booked.children,
        source_name = substring(b.agent_profile FROM '^https{0,1}://([A-Za-z0-9.-]+)')
      FROM booked WHERE booked.id = b.id;

      -- Checkouts that are about to become bookings.
      WITH line AS (
        SELECT s.id, priced.place, priced.line, string_to_array(priced.line ->> 'itemId', ':') AS item
        FROM checkout.sessions s
        CROSS JOIN json_array_elements(s.quote -> 'lines') WITH ORDINALITY AS priced (line, place)
        WHERE s.status IN ('ready_for_complete', 'complete_in_progress') AND priced.line ->> 'itemId' ~ ${STAY}
      ), quoted AS (
        SELECT id, json_agg(line::jsonb || jsonb_build_object('adults', item[5]::integer, 'children', item[6]::integer,
            'nightly', '[]'::jsonb) ORDER BY place) AS lines
        FROM line GROUP BY id
      )
      UPDATE checkout.sessions s SET quote = (s.quote::jsonb || jsonb_build_object('lines', quoted.lines))::json
      FROM quoted WHERE quoted.id = s.id;

      CREATE INDEX bookings_at_property ON checkout.bookings (property_id, check_in);
      ALTER TABLE tasks.task ADD COLUMN unit_type_id bigint, ADD COLUMN unit_id bigint;
      -- Where the newest event about a booking's units came before the one that creates its tasks, they are found here.
      ALTER TABLE tasks.booking_heard
        ADD COLUMN units_version integer NOT NULL DEFAULT 0, ADD COLUMN unit_type_id bigint, ADD COLUMN unit_id bigint;
    `);
  }
}
