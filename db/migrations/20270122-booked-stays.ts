import { Migration } from '@mikro-orm/migrations';

/** Sums of bookings for reports about pace, stays and cancellations. The sums follow all bookings again. */
export class BookedStays extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.report_cells
        ADD COLUMN bookings bigint NOT NULL DEFAULT 0, ADD COLUMN days bigint NOT NULL DEFAULT 0;
      UPDATE checkout.report_progress SET bookings_at = '-infinity', booking_id = 0;
    `);
  }
}
