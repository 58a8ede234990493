import { Migration } from '@mikro-orm/migrations';

/** Records whether a connection's channel still has to accept all nights for the first time. Existing connections count as accepted. */
export class ChannelMapped extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.channel_connection
        ADD COLUMN awaits_full boolean NOT NULL DEFAULT false;
    `);
  }
}
