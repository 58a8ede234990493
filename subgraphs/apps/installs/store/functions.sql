-- The single definition of each function and trigger in installs. After the migrations, changed definitions
-- are installed once (db/migrate/definitions.ts); migrations create tables, and call these functions if
-- necessary.

-- Makes caches drop runtime tokens. No id: any install may be affected.
CREATE OR REPLACE FUNCTION apps.announce_install()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('installs', CASE
          WHEN TG_LEVEL = 'STATEMENT' OR TG_TABLE_NAME = 'apps' THEN ''
          WHEN TG_TABLE_NAME = 'runtime_tokens' THEN to_jsonb(OLD)->>'install_id'
          ELSE to_jsonb(OLD)->>'id'
        END);
        RETURN NULL;
      END $function$;

CREATE OR REPLACE TRIGGER announce AFTER DELETE OR UPDATE ON apps.runtime_tokens
  FOR EACH ROW EXECUTE FUNCTION apps.announce_install();

CREATE OR REPLACE TRIGGER announce_truncated AFTER TRUNCATE ON apps.runtime_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION apps.announce_install();

CREATE OR REPLACE TRIGGER announce AFTER DELETE OR UPDATE OF is_active, scopes, capabilities, app_id, team_id, frozen_at, is_dev_install ON apps.installs
  FOR EACH ROW EXECUTE FUNCTION apps.announce_install();

CREATE OR REPLACE TRIGGER announce AFTER UPDATE OF slug, type ON apps.apps
  FOR EACH ROW EXECUTE FUNCTION apps.announce_install();

-- Makes caches drop the documents of an app's installs.
CREATE OR REPLACE FUNCTION apps.announce_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('installs', 'app ' || CASE
          WHEN TG_TABLE_NAME = 'apps' THEN to_jsonb(NEW)->>'id'
          ELSE to_jsonb(NEW)->>'app_id'
        END);
        RETURN NULL;
      END $function$;

CREATE OR REPLACE TRIGGER announce_version AFTER UPDATE OF live_version_id ON apps.apps
  FOR EACH ROW EXECUTE FUNCTION apps.announce_version();

-- Development installs run the newest version.
CREATE OR REPLACE TRIGGER announce_version AFTER INSERT ON apps.app_versions
  FOR EACH ROW EXECUTE FUNCTION apps.announce_version();
