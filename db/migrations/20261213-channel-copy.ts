import { Migration } from '@mikro-orm/migrations';

/** Records whether a connection's app reports what its channel has; known once rooms are mapped again or the connection is resumed. */
export class ChannelCopy extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.channel_push ADD COLUMN comparable boolean NOT NULL DEFAULT false;');
  }
}
