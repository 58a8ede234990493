import { Migration } from '@mikro-orm/migrations';

/**
 * What apps read and note. Changes of a team's bookings take turns, whoever makes them, so that `updated_at` grows in the
 * order in which they become visible: a client that polls with `updatedSince` cannot miss one that committed late. A
 * change is what raises `version`; settling nights is none.
 */
export class DeveloperApi extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.property ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '[]';

      ALTER TABLE checkout.bookings ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '[]';
      UPDATE checkout.bookings SET updated_at = date_trunc('milliseconds', updated_at);
      CREATE INDEX bookings_changes ON checkout.bookings (team_id, updated_at, id);

      CREATE TABLE checkout.turn (team_id integer PRIMARY KEY, at timestamptz(3) NOT NULL) WITH (fillfactor = 50);
      CREATE FUNCTION checkout.take_turn() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO checkout.turn AS last (team_id, at)
          VALUES (NEW.team_id, date_trunc('milliseconds', clock_timestamp()))
          ON CONFLICT (team_id) DO UPDATE
            SET at = greatest(date_trunc('milliseconds', clock_timestamp()), last.at + interval '1 millisecond')
          RETURNING at INTO NEW.updated_at;
        RETURN NEW;
      END $$;
      CREATE TRIGGER turn_inserted BEFORE INSERT ON checkout.bookings
        FOR EACH ROW EXECUTE FUNCTION checkout.take_turn();
      CREATE TRIGGER turn_changed BEFORE UPDATE ON checkout.bookings
        FOR EACH ROW WHEN (NEW.version IS DISTINCT FROM OLD.version) EXECUTE FUNCTION checkout.take_turn();
    `);
  }
}
