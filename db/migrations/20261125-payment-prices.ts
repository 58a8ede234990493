import { Migration } from '@mikro-orm/migrations';

/** A payment session keeps which version of its booking it was opened for, so that a change of price ends it; money of an earlier price that does not cover the booking goes back. */
export class PaymentPrices extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE payments.session ADD COLUMN booking_version integer NOT NULL DEFAULT 0;
      ALTER TABLE payments.session DROP CONSTRAINT session_settlement_check, ADD CONSTRAINT session_settlement_check
        CHECK (settlement IN ('confirmed', 'booking_released', 'booking_cancelled', 'already_paid', 'amount_too_low'));
      ALTER TABLE checkout.payments DROP CONSTRAINT payments_outcome_check, ADD CONSTRAINT payments_outcome_check
        CHECK (outcome IN ('confirmed', 'booking_released', 'booking_cancelled', 'already_paid', 'amount_too_low'));
    `);
  }
}
