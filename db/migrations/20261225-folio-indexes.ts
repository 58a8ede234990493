import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for bookings whose folio is owed something, apart from the migration that adds the columns, so that no index is built under
 * its exclusive lock. `bookings_balance` and `bookings_owing` stay for the previous release's lists.
 */
export class FolioIndexes extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX IF NOT EXISTS bookings_owed ON checkout.bookings (team_id, coalesce(balance_due_on, check_in))
        WHERE status = 'confirmed' AND paid < coalesce(charged, total);
      CREATE INDEX IF NOT EXISTS bookings_owed_by_day ON checkout.bookings (team_id, (check_in - DATE '1970-01-01'), id)
        WHERE status = 'confirmed' AND paid < coalesce(charged, total);
    `);
  }
}
