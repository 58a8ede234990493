import { Migration } from '@mikro-orm/migrations';

/** Any number that only this product uses as the first key of an advisory lock. */
const BOOKINGS_LOCK = 7_310_885;

/**
 * What apps read and note. Settling a booking's nights is no change of it; what raises `version` or `updated_at` is.
 *
 * A client that polls with `updatedSince` must not miss a change that committed late. So whoever changes a booking holds a
 * lock of its team until the commit, shared with all others who do; a listing first asks `settled_until`, which waits for
 * those under way, and shows nothing younger than its answer: whatever is not visible then will be younger.
 */
export class DeveloperApi extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.property ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '[]';

      ALTER TABLE checkout.bookings ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '[]';
      CREATE INDEX bookings_changes ON checkout.bookings (team_id, updated_at, id);

      CREATE FUNCTION checkout.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(${BOOKINGS_LOCK}, NEW.team_id);
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $$;
      CREATE TRIGGER note_inserted BEFORE INSERT ON checkout.bookings
        FOR EACH ROW EXECUTE FUNCTION checkout.note_change();
      CREATE TRIGGER note_changed BEFORE UPDATE ON checkout.bookings
        FOR EACH ROW WHEN ((NEW.version, NEW.updated_at) IS DISTINCT FROM (OLD.version, OLD.updated_at))
        EXECUTE FUNCTION checkout.note_change();

      CREATE FUNCTION checkout.settled_until(team integer) RETURNS timestamptz LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(${BOOKINGS_LOCK}, team);
        RETURN clock_timestamp();
      END $$;
    `);
  }
}
