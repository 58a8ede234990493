import { Migration } from '@mikro-orm/migrations';

/**
 * Payment sessions for statements, and the parties' details on them. Processes of the previous release never open one, because they don't read
 * `PLATFORM_TEAM`.
 */
export class StatementPayments extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE payments.session
        ALTER COLUMN booking_id DROP NOT NULL,
        ADD COLUMN statement_id bigint,
        ADD COLUMN statement_number text,
        ADD CONSTRAINT session_subject CHECK ((booking_id IS NULL) = (statement_id IS NOT NULL)
          AND (statement_id IS NULL) = (statement_number IS NULL));
      ALTER TABLE payments.session DROP CONSTRAINT session_settlement_check, ADD CONSTRAINT session_settlement_check CHECK (settlement IN
        ('confirmed', 'balance_paid', 'booking_released', 'booking_cancelled', 'already_paid', 'amount_too_low', 'statement_paid',
         'statement_credited'));
      CREATE INDEX session_statement ON payments.session (statement_id, created_at) WHERE statement_id IS NOT NULL;
      CREATE UNIQUE INDEX session_statement_open ON payments.session (statement_id, install_id)
        WHERE statement_id IS NOT NULL AND status IN ('INITIATED', 'REDIRECTED', 'PENDING');
      ALTER TABLE apps.app_invoices
        ADD COLUMN paid_session_id uuid,
        ADD COLUMN paid_amount bigint,
        ADD COLUMN paid_through text,
        ADD COLUMN issuer jsonb,
        ADD COLUMN recipient jsonb;
    `);
  }
}
