import { Migration } from '@mikro-orm/migrations';

/** What the desk agrees about a booking: where it came from, its price, the team's note, and the guest's emails. */
export class DeskBookings extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.bookings
        ADD COLUMN source_label text,
        ADD COLUMN price_mode text,
        ADD COLUMN price_reason text,
        ADD COLUMN note text,
        ADD COLUMN mails_guest boolean NOT NULL DEFAULT false,
        ADD COLUMN entry_payment text
    `);
  }
}
