-- The only definitions of tasks' functions and triggers. A changed definition is applied once after the
-- migrations (db/migrate/definitions.ts); migrations create tables, and call these functions if necessary.

-- Key for a team's task writers (db/functions.sql).
CREATE OR REPLACE FUNCTION tasks.writers_of(team integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN -4 * team - 3;

-- The instant before which all changes to a team's tasks are visible to new statements.
CREATE OR REPLACE FUNCTION tasks.visible_before(team integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
RETURN visible_before(tasks.writers_of(team));

-- The old name of `visible_before`, for processes of the previous release.
CREATE OR REPLACE FUNCTION tasks.settled_until(team integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
        SELECT tasks.visible_before(team)
      $function$;

-- The instant of this transaction's change to a team's tasks: rounded up, so that it is after every visible
-- change.
CREATE OR REPLACE FUNCTION tasks.change_instant(team integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM note_writer(tasks.writers_of(team));
        RETURN date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond';
      END $function$;
