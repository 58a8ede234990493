import { Migration } from '@mikro-orm/migrations';

/** Guests' expected arrival times, and a storefront's setting for changes that its guests make. */
export class ChangedStays extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE checkout.bookings ADD COLUMN arrival_time text`);
    this.addSql(`ALTER TABLE catalog.storefront ADD COLUMN guest_changes text NOT NULL DEFAULT 'off'`);
  }
}
