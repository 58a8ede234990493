import { Migration } from '@mikro-orm/migrations';

/** A channel connection can have a shorter horizon than its app declares. */
export class ChannelHorizon extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.channel_connection
        ADD COLUMN horizon_days integer CHECK (horizon_days BETWEEN 1 AND 730);
    `);
  }
}
