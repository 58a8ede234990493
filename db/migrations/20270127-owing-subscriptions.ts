import { Migration } from '@mikro-orm/migrations';

/** Finds the subscriptions to collect debts from, and an install's newest one, without reading all of them. */
export class OwingSubscriptions extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX subscriptions_owing ON apps.subscriptions (install_id) WHERE status IN ('past_due', 'frozen');
      CREATE INDEX subscriptions_of_install ON apps.subscriptions (install_id, id);
    `);
  }
}
