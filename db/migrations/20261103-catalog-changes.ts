import { Migration } from '@mikro-orm/migrations';

/**
 * Every change of what is sold is told, whoever writes it, and counted: a hold says by revisions what its price was made
 * from.
 *
 * Nights change with every booking, so their changes go to a log that read models look at: a NOTIFY would make all commits
 * wait for one another. The log is not crash-safe and need not be: who reads it forgets everything when the connection
 * is lost. All else is a NOTIFY on the channel `catalog`: `storefront {id}` or `everything`.
 */
export class CatalogChanges extends Migration {
  override up(): void {
    this.addSql(`
      -- Versions of the events about nights.
      CREATE SEQUENCE catalog.change_version;

      CREATE UNLOGGED TABLE catalog.night_change (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        unit_type_id integer NOT NULL,
        first_night date NOT NULL,
        last_night date NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX night_change_xid ON catalog.night_change (xid);

      CREATE FUNCTION catalog.tell_nights() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO catalog.night_change (unit_type_id, first_night, last_night)
          SELECT unit_type_id, min(night), max(night) FROM rows GROUP BY unit_type_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER tell_inserted AFTER INSERT ON catalog.night
        REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_nights();
      CREATE TRIGGER tell_updated AFTER UPDATE ON catalog.night
        REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_nights();
      CREATE TRIGGER tell_deleted AFTER DELETE ON catalog.night
        REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION catalog.tell_nights();

      CREATE FUNCTION catalog.tell_everything() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('catalog', 'everything');
        RETURN NULL;
      END $$;

      CREATE FUNCTION catalog.tell_storefront() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        changed jsonb := to_jsonb(coalesce(NEW, OLD));
        storefront integer;
      BEGIN
        storefront := CASE TG_TABLE_NAME
          WHEN 'storefront' THEN (changed->>'id')::integer
          WHEN 'property' THEN (changed->>'storefront_id')::integer
          ELSE (SELECT p.storefront_id FROM catalog.property p WHERE p.id = (changed->>'property_id')::integer)
        END;
        IF storefront IS NOT NULL THEN
          PERFORM pg_notify('catalog', format('storefront %s', storefront));
        END IF;
        RETURN NULL;
      END $$;

      CREATE FUNCTION catalog.bump_night() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.revision := OLD.revision + 1;
        RETURN NEW;
      END $$;
      CREATE TRIGGER bump BEFORE UPDATE ON catalog.night FOR EACH ROW
        WHEN ((OLD.rate, OLD.min_stay, OLD.max_stay, OLD.closed_to_arrival, OLD.closed_to_departure, OLD.stop_sell)
          IS DISTINCT FROM
          (NEW.rate, NEW.min_stay, NEW.max_stay, NEW.closed_to_arrival, NEW.closed_to_departure, NEW.stop_sell))
        EXECUTE FUNCTION catalog.bump_night();

      CREATE FUNCTION catalog.bump_unit_type() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.revision := OLD.revision + 1;
        RETURN NEW;
      END $$;
      CREATE TRIGGER bump BEFORE UPDATE ON catalog.unit_type FOR EACH ROW
        EXECUTE FUNCTION catalog.bump_unit_type();

      CREATE FUNCTION catalog.bump_property() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        changed jsonb := to_jsonb(coalesce(NEW, OLD));
      BEGIN
        UPDATE catalog.unit_type SET revision = revision
        WHERE property_id = (changed->>(CASE TG_TABLE_NAME WHEN 'property' THEN 'id' ELSE 'property_id' END))::integer;
        RETURN NULL;
      END $$;
      CREATE TRIGGER bump AFTER UPDATE OF currency, time_zone ON catalog.property FOR EACH ROW
        EXECUTE FUNCTION catalog.bump_property();
    `);
    for (const table of ['rate_plan', 'fee', 'tax']) {
      this.addSql(`CREATE TRIGGER bump AFTER INSERT OR UPDATE OR DELETE ON catalog.${table} FOR EACH ROW
        EXECUTE FUNCTION catalog.bump_property()`);
    }
    for (const table of ['storefront', 'property', 'rate_plan', 'unit_type', 'fee', 'tax']) {
      this.addSql(`CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE ON catalog.${table} FOR EACH ROW
        EXECUTE FUNCTION catalog.tell_storefront()`);
    }
    for (const table of ['storefront', 'property', 'rate_plan', 'unit_type', 'fee', 'tax', 'night']) {
      this.addSql(`CREATE TRIGGER tell_truncated AFTER TRUNCATE ON catalog.${table} FOR EACH STATEMENT
        EXECUTE FUNCTION catalog.tell_everything()`);
    }
  }
}
