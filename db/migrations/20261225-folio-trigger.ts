import { Migration } from '@mikro-orm/migrations';

/**
 * The previous release changes and cancels bookings without their folios. A trigger then updates the stored charges: by the difference
 * in price, or to the fee that this release computed. This release increases `folio_version` in the same statement instead.
 */
export class FolioTrigger extends Migration {
  override up(): void {
    this.addSql(`
      CREATE FUNCTION checkout.keep_charged()
       RETURNS trigger
       LANGUAGE plpgsql
      AS $function$
      DECLARE
        is_cancelled CONSTANT boolean := NEW.status = 'cancelled' AND OLD.status <> 'cancelled';
        is_reinstated CONSTANT boolean := NEW.status = 'confirmed' AND OLD.status = 'cancelled';
        open_charges bigint := OLD.charged;
      BEGIN
        IF is_cancelled OR is_reinstated THEN
          INSERT INTO checkout.folio_entries (id, team_id, booking_id, entry, kind, name, amount, quantity, tax_ids, date, sold, added_to,
              reverses, created_at, updated_at)
            SELECT e.id || '-reversed', e.team_id, e.booking_id, e.entry, e.kind, e.name, -e.amount, e.quantity, e.tax_ids,
              greatest(e.date, (NEW.updated_at AT TIME ZONE 'UTC')::date), e.sold, e.added_to, e.id, NEW.updated_at, NEW.updated_at
            FROM checkout.folio_entries e
            WHERE e.booking_id = NEW.id AND e.entry = 'charge' AND e.reverses IS NULL
              AND NOT EXISTS (SELECT FROM checkout.folio_entries r WHERE r.reverses = e.id)
            ORDER BY e.number;
          open_charges := 0;
        END IF;
        NEW.charged := CASE WHEN is_cancelled THEN coalesce(NEW.paid - NEW.refund_due, 0) WHEN is_reinstated THEN NEW.total
          WHEN NEW.status = 'cancelled' THEN OLD.charged ELSE OLD.charged + NEW.total - OLD.total END;
        IF NEW.charged <> open_charges THEN
          INSERT INTO checkout.folio_entries (id, team_id, booking_id, entry, kind, name, amount, date, sold, created_at, updated_at)
            VALUES (NEW.id || '-' || gen_random_uuid(), NEW.team_id, NEW.id, 'charge',
              CASE WHEN is_cancelled THEN 'cancellation' ELSE 'adjustment' END,
              CASE WHEN is_cancelled THEN 'Cancellation' ELSE 'Difference' END, NEW.charged - open_charges, NEW.check_in, NOT is_cancelled,
              NEW.updated_at, NEW.updated_at);
        END IF;
        NEW.folio_version := OLD.folio_version + 1;
        RETURN NEW;
      END $function$;
      CREATE TRIGGER keep_charged BEFORE UPDATE OF status, total ON checkout.bookings FOR EACH ROW
        WHEN (OLD.charged IS NOT NULL AND NEW.charged = OLD.charged AND NEW.folio_version = OLD.folio_version
          AND (NEW.total <> OLD.total OR NEW.status <> OLD.status AND 'cancelled' IN (NEW.status, OLD.status)))
        EXECUTE FUNCTION checkout.keep_charged();
    `);
  }
}
