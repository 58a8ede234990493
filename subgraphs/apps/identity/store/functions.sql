-- The single definition of each function and trigger in identity. After the migrations, changed definitions
-- are installed once (db/migrate/definitions.ts); migrations create tables, and call these functions if
-- necessary.

-- Makes caches drop session access: an account's, a team's or everyone's.
CREATE OR REPLACE FUNCTION apps.announce_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('access', CASE
          WHEN TG_LEVEL = 'STATEMENT' THEN ''
          WHEN TG_TABLE_NAME = 'teams' THEN 'team ' || (to_jsonb(coalesce(OLD, NEW))->>'id')
          WHEN TG_TABLE_NAME = 'accounts' THEN 'account ' || (to_jsonb(coalesce(OLD, NEW))->>'id')
          ELSE 'account ' || (to_jsonb(coalesce(OLD, NEW))->>'account_id')
        END);
        RETURN NULL;
      END $function$;

CREATE OR REPLACE TRIGGER announce_access AFTER DELETE OR UPDATE ON apps.host_sessions
  FOR EACH ROW EXECUTE FUNCTION apps.announce_access();

CREATE OR REPLACE TRIGGER announce_access_truncated AFTER TRUNCATE ON apps.host_sessions
  FOR EACH STATEMENT EXECUTE FUNCTION apps.announce_access();

CREATE OR REPLACE TRIGGER announce_access AFTER DELETE OR UPDATE OF status, operator, email, name ON apps.accounts
  FOR EACH ROW EXECUTE FUNCTION apps.announce_access();

CREATE OR REPLACE TRIGGER announce_access AFTER DELETE OR UPDATE ON apps.memberships
  FOR EACH ROW EXECUTE FUNCTION apps.announce_access();

CREATE OR REPLACE TRIGGER announce_access AFTER DELETE OR UPDATE OF slug, require_second_factor, suspended_at ON apps.teams
  FOR EACH ROW EXECUTE FUNCTION apps.announce_access();

CREATE OR REPLACE TRIGGER announce_access AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON apps.factors
  FOR EACH ROW EXECUTE FUNCTION apps.announce_access();
