import { Migration } from '@mikro-orm/migrations';

/**
 * The draft of UCP lodging: whether a storefront offers it, who comes to the stays of a session, and the code that proves a booking. The
 * guests are `json`, as the buyer is: what an agent sent is kept as it was.
 */
export class LodgingDraft extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.storefront ADD COLUMN lodging_draft boolean NOT NULL DEFAULT false');
    this.addSql('ALTER TABLE checkout.sessions ADD COLUMN guests json');
    this.addSql('CREATE INDEX sessions_guests ON checkout.sessions (updated_at) WHERE guests IS NOT NULL');
    this.addSql('ALTER TABLE checkout.bookings ADD COLUMN pincode text');
  }
}
