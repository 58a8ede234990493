import { Migration } from '@mikro-orm/migrations';

/** When a hold ended before a pending payment kept it: where it falls back to. Null while nothing keeps it. */
export class HoldFirstEnd extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE checkout.bookings ADD COLUMN first_hold_expires_at timestamptz');
  }
}
