import { Migration } from '@mikro-orm/migrations';

/** Bookings of a team are found by the id that they have where they were sold: conversations of other inboxes name them so. */
export class InboxBookings extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX bookings_external ON checkout.bookings (team_id, source_external_id) WHERE source_external_id IS NOT NULL;
    `);
  }
}
