import { Migration } from '@mikro-orm/migrations';

/** Which calendars of this product a feed's events came through, so that what goes in a circle is not taken twice. */
export class IcalPaths extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.ical_event ADD COLUMN via text NOT NULL DEFAULT '';
      ALTER TABLE catalog.ical_feed ADD COLUMN calendar_id text;
    `);
  }
}
