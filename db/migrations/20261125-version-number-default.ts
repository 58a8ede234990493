import { Migration } from '@mikro-orm/migrations';

/** A process from before versions were counted gives them no number: while it still runs, the database does. */
export class VersionNumberDefault extends Migration {
  override up(): void {
    this.addSql(`
      CREATE FUNCTION apps.number_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Whoever adds a version has locked its app, so no other takes the same number.
        SELECT coalesce(max(number), 0) + 1 INTO NEW.number FROM apps.app_versions WHERE app_id = NEW.app_id;
        RETURN NEW;
      END $$;
      CREATE TRIGGER number_version BEFORE INSERT ON apps.app_versions
        FOR EACH ROW WHEN (NEW.number IS NULL) EXECUTE FUNCTION apps.number_version();
    `);
  }
}
