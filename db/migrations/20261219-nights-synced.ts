import { Migration } from '@mikro-orm/migrations';

/**
 * `nights_settled_at` becomes `nights_synced_at`, which nothing rewrites. The old name stays as a column for processes of the release
 * before: they read only whether it is null, so existing rows share one instant, and a trigger keeps both columns alike.
 */
export class NightsSynced extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.bookings RENAME COLUMN nights_settled_at TO nights_synced_at;
      ALTER INDEX checkout.bookings_unsettled RENAME TO bookings_unsynced;
      ALTER TABLE checkout.bookings ADD COLUMN nights_settled_at timestamptz DEFAULT now();
      UPDATE checkout.bookings SET nights_settled_at = NULL WHERE status = 'held' AND nights_synced_at IS NULL;
      UPDATE checkout.bookings SET nights_settled_at = NULL WHERE status <> 'held' AND nights_synced_at IS NULL;
      ALTER TABLE checkout.bookings ALTER COLUMN nights_settled_at DROP DEFAULT;
      CREATE FUNCTION checkout.keep_nights_settled()
       RETURNS trigger
       LANGUAGE plpgsql
      AS $function$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.nights_synced_at := coalesce(NEW.nights_synced_at, NEW.nights_settled_at);
        ELSIF NEW.nights_settled_at IS DISTINCT FROM OLD.nights_settled_at THEN
          NEW.nights_synced_at := NEW.nights_settled_at;
        END IF;
        NEW.nights_settled_at := NEW.nights_synced_at;
        RETURN NEW;
      END $function$;
      CREATE TRIGGER keep_nights_settled BEFORE INSERT OR UPDATE OF nights_synced_at, nights_settled_at ON checkout.bookings
        FOR EACH ROW EXECUTE FUNCTION checkout.keep_nights_settled();
    `);
  }
}
