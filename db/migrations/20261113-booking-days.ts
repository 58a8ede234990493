import { Migration } from '@mikro-orm/migrations';

/** What happens to a booking after it is paid: it is called off, or its guests come and go. And properties count their changes. */
export class BookingDays extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.bookings
        ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
        ADD COLUMN checked_in_at timestamptz,
        ADD COLUMN checked_out_at timestamptz`);
    this.addSql(`
      UPDATE checkout.bookings b SET time_zone = substring(s.quote::text FROM '"timeZone" *: *"([^"]+)"')
      FROM checkout.sessions s WHERE s.id = b.checkout_id AND s.quote::text ~ '"timeZone" *: *"[^"]'`);
    this.addSql(`CREATE INDEX bookings_arriving ON checkout.bookings (check_in)
      WHERE status = 'confirmed' AND checked_in_at IS NULL`);
    this.addSql(`CREATE INDEX bookings_leaving ON checkout.bookings (check_out)
      WHERE status = 'confirmed' AND checked_out_at IS NULL`);

    this.addSql(`
      -- Gives back the nights of a checkout, held or confirmed. False when they were released, or never held.
      CREATE FUNCTION catalog.cancel_stay(of_checkout uuid, at_storefront integer, of_team integer)
      RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE
        hold record;
      BEGIN
        SELECT h.* INTO hold FROM catalog.stay_hold h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.checkout_id = of_checkout
            AND (at_storefront IS NULL OR s.id = at_storefront) AND (of_team IS NULL OR s.team_id = of_team)
          FOR UPDATE OF h;
        IF NOT FOUND OR hold.state = 'released' THEN RETURN false; END IF;
        IF hold.state = 'held' THEN
          RETURN catalog.settle_hold(of_checkout, 'released', at_storefront, of_team);
        END IF;

        PERFORM FROM catalog.night n
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out
          ORDER BY n.unit_type_id, n.night FOR UPDATE;
        UPDATE catalog.night n
          SET confirmed = n.confirmed - hold.quantities[array_position(hold.unit_type_ids, n.unit_type_id)]
          WHERE n.unit_type_id = ANY (hold.unit_type_ids) AND n.night >= hold.check_in AND n.night < hold.check_out;
        UPDATE catalog.stay_hold SET state = 'released', updated_at = now() WHERE checkout_id = of_checkout;
        RETURN true;
      END $$`);

    this.addSql(`
      ALTER TABLE catalog.property ADD COLUMN version integer NOT NULL DEFAULT 1;
      CREATE FUNCTION catalog.count_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END $$;
      CREATE TRIGGER count_changed BEFORE UPDATE ON catalog.property FOR EACH ROW
        WHEN ((OLD.storefront_id, OLD.name, OLD.time_zone, OLD.currency, OLD.guest_ready, OLD.custom_fields)
          IS DISTINCT FROM
          (NEW.storefront_id, NEW.name, NEW.time_zone, NEW.currency, NEW.guest_ready, NEW.custom_fields))
        EXECUTE FUNCTION catalog.count_change()`);
  }
}
