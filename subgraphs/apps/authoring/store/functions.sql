-- The single definition of each function and trigger in apps. After the migrations, changed definitions are
-- installed once (db/migrate/definitions.ts); migrations create tables, and call these functions if
-- necessary.

CREATE OR REPLACE FUNCTION apps.number_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        -- Whoever adds a version has locked its app, so no other takes the same number.
        SELECT coalesce(max(number), 0) + 1 INTO NEW.number FROM apps.app_versions WHERE app_id = NEW.app_id;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE TRIGGER number_version BEFORE INSERT ON apps.app_versions
  FOR EACH ROW WHEN (new.number IS NULL)
  EXECUTE FUNCTION apps.number_version();
