import { Migration } from '@mikro-orm/migrations';

/** A storefront's setting for guests' cancellations. */
export class GuestCancellation extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE catalog.storefront ADD COLUMN guest_cancellation boolean NOT NULL DEFAULT true`);
  }
}
