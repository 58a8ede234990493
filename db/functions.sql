-- Functions shared by all subgraphs. A changed definition is applied once, after the migrations
-- (db/migrate/definitions.ts).

-- A transaction that changes rows which clients poll holds this lock until it ends. It is shared, so no one waits for it:
-- `visible_before` reads in pg_locks who holds it. Its keys are whose rows they are, a number below zero, where no other lock of the
-- product is, and the millisecond at which the transaction began. To be called before the instant of a change is read.
CREATE OR REPLACE FUNCTION note_writer(writers integer)
 RETURNS void
 LANGUAGE sql
AS $function$
        SELECT pg_advisory_xact_lock_shared(writers, floor(extract(epoch FROM now()) * 1000)::bigint::bit(32)::integer)
      $function$;

-- The instant before which every change by these writers is visible to statements that begin from now on: that at which the oldest
-- transaction among them began, or now. It waits for no one, and no one for it (docs/decisions/0020-lists-beside-writers.md).
CREATE OR REPLACE FUNCTION visible_before(writers integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
      DECLARE
        now_ms CONSTANT bigint := floor(extract(epoch FROM statement_timestamp()) * 1000);
        first_key CONSTANT oid := writers::bit(32)::bigint::oid;
        oldest integer;
      BEGIN
        SELECT max((now_ms - l.objid::bigint)::bit(32)::integer) INTO oldest FROM pg_locks l
          WHERE l.classid = first_key AND l.objsubid = 2 AND l.locktype = 'advisory'
            AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database());
        RETURN to_timestamp((now_ms - greatest(0, oldest)) / 1000.0);
      END $function$;

-- The old name of `visible_before`, for processes of the release before.
CREATE OR REPLACE FUNCTION settled_until(writers integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
        SELECT visible_before(writers)
      $function$;

-- A stored time zone, or UTC if this server doesn't know it: one unknown name fails a whole statement.
CREATE OR REPLACE FUNCTION usable_zone(time_zone text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
      BEGIN
        PERFORM now() AT TIME ZONE time_zone;
        RETURN time_zone;
      EXCEPTION WHEN invalid_parameter_value THEN
        RETURN 'UTC';
      END $function$;
