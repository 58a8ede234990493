import { Migration } from '@mikro-orm/migrations';

/** Keeps how long events have been gone, which nights a feed's link has shown, and what couldn't be read of a feed. */
export class CalendarIdentity extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.ical_event
        ADD COLUMN absent_since timestamptz,
        ADD COLUMN echo boolean NOT NULL DEFAULT false;
      ALTER TABLE catalog.ical_feed
        ADD COLUMN noted text,
        ADD COLUMN noted_line text,
        ADD COLUMN slow integer NOT NULL DEFAULT 0;
      CREATE TABLE catalog.ical_shown (
        export_id integer NOT NULL REFERENCES catalog.ical_export ON DELETE CASCADE,
        check_in date NOT NULL,
        check_out date NOT NULL CHECK (check_out > check_in),
        gone_at timestamptz,
        PRIMARY KEY (export_id, check_in, check_out)
      );
    `);
  }
}
