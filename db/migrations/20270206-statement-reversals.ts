import { Migration } from '@mikro-orm/migrations';

/**
 * Money of statements' payments that was taken back: disputes and refunds at the provider, the part of each payment that
 * a statement has, and refunds that operators paid back by hand. Processes of the previous release never take money back;
 * they show a reopened statement's total as due.
 */
export class StatementReversals extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE payments.reversals (
        session_id uuid NOT NULL REFERENCES payments.session (id),
        reference text NOT NULL,
        team_id integer NOT NULL,
        status text NOT NULL CHECK (status IN ('disputed', 'dispute_won', 'dispute_lost', 'refunded', 'refund_failed')),
        amount bigint NOT NULL CHECK (amount > 0),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (session_id, reference)
      );
      ALTER TABLE payments.session ADD COLUMN reversal_version integer NOT NULL DEFAULT 0;
      ALTER TABLE payments.refund
        ADD COLUMN paid_back_at timestamptz(3),
        ADD COLUMN paid_back_by integer,
        ADD COLUMN paid_back_amount bigint CHECK (paid_back_amount > 0),
        ADD COLUMN paid_back_note text,
        ADD CONSTRAINT refund_paid_back CHECK (num_nulls(paid_back_at, paid_back_by, paid_back_amount, paid_back_note) IN (0, 4));
      CREATE TABLE apps.statement_payments (
        session_id uuid PRIMARY KEY,
        invoice_id bigint NOT NULL REFERENCES apps.app_invoices (id),
        amount bigint NOT NULL CHECK (amount > 0),
        reversed bigint NOT NULL DEFAULT 0 CHECK (reversed BETWEEN 0 AND amount),
        version integer NOT NULL DEFAULT 0,
        at timestamptz NOT NULL
      );
      CREATE INDEX statement_payments_of_invoice ON apps.statement_payments (invoice_id);
      ALTER TABLE apps.app_invoices
        ADD COLUMN owed bigint CHECK (owed > 0),
        ADD COLUMN reopened_at timestamptz;
    `);
  }
}
