import { Migration } from '@mikro-orm/migrations';

/** The language in which a guest booked, or asked to. */
export class GuestLanguages extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.sessions ADD COLUMN locale text;
      ALTER TABLE checkout.bookings ADD COLUMN guest_locale text;
      UPDATE checkout.bookings b SET guest_locale = r.locale FROM checkout.booking_requests r
        WHERE r.booking_id = b.id AND r.locale IS NOT NULL;
    `);
  }
}
