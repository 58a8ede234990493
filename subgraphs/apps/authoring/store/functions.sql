-- The one definition of every function and trigger of apps. A changed text is put in place after the migrations
-- (db/migrate/definitions.ts), once; migrations make tables, and call these if they must.

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
