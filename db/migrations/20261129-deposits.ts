import { Migration } from '@mikro-orm/migrations';

/**
 * Rate plans that are paid in two parts or at the property, and what of each booking is due when and was paid. A booking of before was
 * paid in full when it was confirmed; of one that was cancelled, what was due back tells that it had been.
 */
export class Deposits extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.rate_plan
        DROP CONSTRAINT rate_plan_payment_mode_check,
        ADD CONSTRAINT rate_plan_payment_mode_check CHECK (payment_mode IN ('now', 'deposit', 'at_property')),
        ADD COLUMN deposit_percent integer CHECK (deposit_percent BETWEEN 1 AND 99),
        ADD COLUMN balance_days_before integer CHECK (balance_days_before BETWEEN 0 AND 365),
        ADD CHECK ((payment_mode = 'deposit') = (deposit_percent IS NOT NULL AND balance_days_before IS NOT NULL));

      ALTER TABLE checkout.bookings
        ADD COLUMN payment_mode text NOT NULL DEFAULT 'now' CHECK (payment_mode IN ('now', 'deposit', 'at_property')),
        ADD COLUMN due_now bigint NOT NULL DEFAULT 0 CHECK (due_now >= 0),
        ADD COLUMN balance_due_on date,
        ADD COLUMN paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0);
      UPDATE checkout.bookings b SET due_now = total, paid = CASE
        WHEN status = 'confirmed' OR refund_due > 0
          OR EXISTS (SELECT FROM checkout.payments p WHERE p.booking_id = b.id AND p.outcome = 'confirmed') THEN total
        ELSE 0 END;
      CREATE INDEX bookings_balance ON checkout.bookings (team_id, coalesce(balance_due_on, check_in))
        WHERE status = 'confirmed' AND paid < total;

      ALTER TABLE checkout.payments DROP CONSTRAINT payments_outcome_check, ADD CONSTRAINT payments_outcome_check CHECK (outcome IN
        ('confirmed', 'balance_paid', 'booking_released', 'booking_cancelled', 'already_paid', 'amount_too_low'));
      ALTER TABLE payments.session ADD COLUMN paid_before bigint;
      ALTER TABLE payments.session DROP CONSTRAINT session_settlement_check, ADD CONSTRAINT session_settlement_check CHECK (settlement IN
        ('confirmed', 'balance_paid', 'booking_released', 'booking_cancelled', 'already_paid', 'amount_too_low'));
    `);
  }
}
