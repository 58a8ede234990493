import { Migration } from '@mikro-orm/migrations';

/** Whether the channel of a connection has yet to accept all nights for the first time. Those that exist count as if it had. */
export class ChannelMapped extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.channel_connection
        ADD COLUMN awaits_full boolean NOT NULL DEFAULT false;
    `);
  }
}
