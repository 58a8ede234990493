import { Migration } from '@mikro-orm/migrations';

/** Indexes for reports about taxes, payments and balances. Holding a stay writes to none of them. */
export class ReportIndexes extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX folio_entries_charged ON checkout.folio_entries (team_id, date) WHERE entry = 'charge';
      CREATE INDEX folio_entries_paid ON checkout.folio_entries (team_id, received_at) WHERE entry = 'payment';
      CREATE INDEX folio_entries_refunded ON checkout.folio_entries (team_id, updated_at)
        WHERE entry = 'refund' AND status = 'refunded';
      CREATE INDEX bookings_balance_due ON checkout.bookings
        (team_id, (coalesce(balance_due_on, check_in) - DATE '1970-01-01'), id)
        WHERE status IN ('confirmed', 'cancelled')
          AND paid + excess_paid - refunded < coalesce(charged, total);
    `);
  }
}
