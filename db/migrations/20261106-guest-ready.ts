import { Migration } from '@mikro-orm/migrations';

/** Since when a property is, or is not, ready for its next guest: what comes late does not undo what is newer. */
export class GuestReady extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.property ADD COLUMN guest_ready_since timestamptz');
  }
}
