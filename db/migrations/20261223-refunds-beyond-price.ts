import { Migration } from '@mikro-orm/migrations';

/**
 * A refund that's due may exceed the price of the stay, because guests also pay for extras, or pay too much. The previous release
 * computes the same amount. `NOT VALID` skips the scan: the earlier constraint was stricter.
 */
export class RefundsBeyondPrice extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.bookings
        DROP CONSTRAINT bookings_check,
        ADD CONSTRAINT bookings_refund_due_check CHECK (refund_due >= 0) NOT VALID;
    `);
  }
}
