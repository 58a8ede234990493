import { Migration } from '@mikro-orm/migrations';

/** Since when the channel of a connection has not accepted what changed, and what is kept from agents until it has. */
export class ChannelDegraded extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.channel_connection
        ADD COLUMN degraded_since timestamptz,
        ADD COLUMN hold_back_units integer NOT NULL DEFAULT 1 CHECK (hold_back_units BETWEEN 0 AND 100);
    `);
  }
}
