import { Migration } from '@mikro-orm/migrations';

/** The trace that a delivery belongs to, whichever process sends it, and whenever. */
export class DeliveryTraces extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE apps.deliveries ADD COLUMN traceparent text');
  }
}
