import { Migration } from '@mikro-orm/migrations';

/** Finds a team's bookings by the ids that the selling platform gave them, which other inboxes use to name them. */
export class InboxBookings extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX bookings_external ON checkout.bookings (team_id, source_external_id) WHERE source_external_id IS NOT NULL;
    `);
  }
}
