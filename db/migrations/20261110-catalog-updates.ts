import { Migration } from '@mikro-orm/migrations';

/** Any number that only this product uses as the first key of an advisory lock. */
const CATALOG_LOCK = 7_310_886;

/**
 * When properties and unit types changed, so that apps can poll them as they poll bookings (see developer-api): whoever
 * changes one holds a lock of its team until the commit, shared with all others who do, and `settled_until` waits for them.
 */
export class CatalogUpdates extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.property ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
      ALTER TABLE catalog.unit_type ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

      CREATE FUNCTION catalog.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        storefront integer := CASE TG_TABLE_NAME
          WHEN 'property' THEN (to_jsonb(NEW)->>'storefront_id')::integer
          ELSE (SELECT p.storefront_id FROM catalog.property p WHERE p.id = (to_jsonb(NEW)->>'property_id')::integer)
        END;
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(${CATALOG_LOCK}, s.team_id) FROM catalog.storefront s WHERE s.id = storefront;
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $$;
      CREATE TRIGGER note_inserted BEFORE INSERT ON catalog.property
        FOR EACH ROW EXECUTE FUNCTION catalog.note_change();
      CREATE TRIGGER note_changed BEFORE UPDATE ON catalog.property FOR EACH ROW
        WHEN ((OLD.storefront_id, OLD.name, OLD.time_zone, OLD.currency, OLD.guest_ready, OLD.custom_fields)
          IS DISTINCT FROM
          (NEW.storefront_id, NEW.name, NEW.time_zone, NEW.currency, NEW.guest_ready, NEW.custom_fields))
        EXECUTE FUNCTION catalog.note_change();
      CREATE TRIGGER note_inserted BEFORE INSERT ON catalog.unit_type
        FOR EACH ROW EXECUTE FUNCTION catalog.note_change();
      -- Every update of a unit type raises its revision: it says what else its prices are made of has changed.
      CREATE TRIGGER note_changed BEFORE UPDATE ON catalog.unit_type
        FOR EACH ROW EXECUTE FUNCTION catalog.note_change();

      CREATE FUNCTION catalog.settled_until(team integer) RETURNS timestamptz LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(${CATALOG_LOCK}, team);
        RETURN clock_timestamp();
      END $$;
    `);
  }
}
