import { Migration } from '@mikro-orm/migrations';

/**
 * Time a refund was paid out, for the payments report; null if a process of the previous release recorded it. Few refunds
 * fail after they were paid out.
 */
export class RefundTimes extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.folio_entries ADD COLUMN refunded_at timestamptz;
      CREATE INDEX folio_entries_returned ON checkout.folio_entries (team_id, coalesce(refunded_at, updated_at))
        WHERE entry = 'refund' AND (status = 'refunded' OR refunded_at IS NOT NULL);
      CREATE INDEX folio_entries_refund_failures ON checkout.folio_entries (team_id, updated_at)
        WHERE entry = 'refund' AND status = 'failed' AND refunded_at IS NOT NULL;
      DROP INDEX checkout.folio_entries_refunded;
    `);
  }
}
