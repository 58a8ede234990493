-- Functions shared by all subgraphs. A changed definition is applied once, after the migrations
-- (db/migrate/definitions.ts).

-- A transaction that changes rows that clients poll holds this lock until it ends. The lock is shared, so no
-- transaction waits for it: `visible_before` reads its holders from pg_locks. Its keys are the rows' owner,
-- as a negative number that no other lock in the product uses, and the millisecond at which the transaction
-- began. Call it before reading the instant for a change.
CREATE OR REPLACE FUNCTION note_writer(writers integer)
 RETURNS void
 LANGUAGE sql
AS $function$
        SELECT pg_advisory_xact_lock_shared(writers, floor(extract(epoch FROM now()) * 1000)::bigint::bit(32)::integer)
      $function$;

-- Returns the instant before which all changes by these writers are visible to any statement that begins now:
-- the beginning of their oldest transaction, or now. It never waits and never blocks
-- (docs/decisions/0020-lists-beside-writers.md).
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

-- The old name of `visible_before`, for processes of the previous release.
CREATE OR REPLACE FUNCTION settled_until(writers integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
        SELECT visible_before(writers)
      $function$;

-- Returns a stored time zone, or UTC if this server doesn't have it, because one unknown name would fail a
-- whole statement.
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
