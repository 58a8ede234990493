import { Migration } from '@mikro-orm/migrations';

/** What sending deliveries needs to remember: whose turn it is, since when an app fails, what `forward` handed over. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.deliveries
        ADD COLUMN last_error text,
        ADD COLUMN attempts_before int NOT NULL DEFAULT 0,
        ADD COLUMN claimed_until timestamptz,
        ADD COLUMN handed_over boolean NOT NULL DEFAULT false`);
    this.addSql(`
      CREATE INDEX delivery_due ON apps.deliveries (install_id, next_attempt_at, id)
      WHERE status IN ('pending', 'retrying')`);
    this.addSql(`
      CREATE INDEX delivery_on_its_way ON apps.deliveries (install_id, resource_key)
      WHERE claimed_until IS NOT NULL`);
    this.addSql(`CREATE INDEX delivery_handed_over ON apps.deliveries (install_id) WHERE handed_over`);
  }
}
