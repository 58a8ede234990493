import { Migration } from '@mikro-orm/migrations';

/** Storefronts for trying things out, and the bookings made there: no money moves at either. */
export class SandboxStorefronts extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.storefront ADD COLUMN sandbox boolean NOT NULL DEFAULT false');
    this.addSql('ALTER TABLE checkout.bookings ADD COLUMN test boolean NOT NULL DEFAULT false');
  }
}
