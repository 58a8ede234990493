import { Migration } from '@mikro-orm/migrations';

/** Records since when a connection's channel hasn't accepted changes, and what is withheld from agents until it does. */
export class ChannelDegraded extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.channel_connection
        ADD COLUMN degraded_since timestamptz,
        ADD COLUMN hold_back_units integer NOT NULL DEFAULT 1 CHECK (hold_back_units BETWEEN 0 AND 100);
    `);
  }
}
