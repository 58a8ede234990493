import { Migration } from '@mikro-orm/migrations';

/**
 * Tasks follow their booking to other dates and to another property: a task keeps which day of the stay it is due on, and what was
 * heard of a booking's units becomes what was heard of its stay. Tasks from before that are due at an hour of their stay are taken
 * as due on that day. Events that wait already carry the time zone, as new ones do.
 */
export class TaskStays extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE tasks.task
        ADD COLUMN due_on text CHECK (due_on IN ('check_in', 'check_out')),
        ADD CHECK (due_on IS NULL OR (booking_id IS NOT NULL AND due_at IS NOT NULL));
      UPDATE tasks.task t SET due_on = day.name
      FROM checkout.bookings b, LATERAL (VALUES
        ('check_out', (b.check_out + time '11:00') AT TIME ZONE b.time_zone),
        ('check_in', (b.check_in + time '15:00') AT TIME ZONE b.time_zone)) AS day (name, at)
      WHERE b.id = t.booking_id AND t.due_at = day.at AND t.created_by_app IS NULL;

      ALTER TABLE tasks.booking_heard RENAME COLUMN units_version TO stay_version;
      ALTER TABLE tasks.booking_heard
        ADD COLUMN property_id bigint, ADD COLUMN check_in date, ADD COLUMN check_out date, ADD COLUMN time_zone text;
      UPDATE tasks.booking_heard h SET property_id = b.property_id, check_in = b.check_in, check_out = b.check_out,
        time_zone = b.time_zone
      FROM checkout.bookings b WHERE b.id = h.booking_id AND h.stay_version > 0;
      UPDATE tasks.booking_heard SET stay_version = 0 WHERE property_id IS NULL;

      DO $$ BEGIN
        IF to_regclass('pgboss.job') IS NOT NULL THEN
          UPDATE pgboss.job j SET data = j.data || jsonb_build_object('timeZone', b.time_zone)
          FROM checkout.bookings b
          WHERE j.name LIKE 'booking.%/tasks' AND j.state < 'completed' AND b.id = (j.data ->> 'bookingId')::integer;
        END IF;
      END $$;
    `);
  }
}
