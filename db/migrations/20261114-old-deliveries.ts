import { Migration } from '@mikro-orm/migrations';

/** Finds deliveries that are old enough to be forgotten, at next to no cost for new ones. */
export class OldDeliveries extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX delivery_age ON apps.deliveries USING brin (created_at)');
  }
}
