import { Migration } from '@mikro-orm/migrations';

/** Imports of existing reservations: whether they send webhooks, and the import that added a booking. */
export class ImportedBookings extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.transfer ADD COLUMN webhooks boolean NOT NULL DEFAULT false');
    this.addSql('ALTER TABLE checkout.bookings ADD COLUMN import_id integer');
    this.addSql(
      'CREATE INDEX bookings_by_import ON checkout.bookings (team_id, import_id) WHERE import_id IS NOT NULL',
    );
  }
}
