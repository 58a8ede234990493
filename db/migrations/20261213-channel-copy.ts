import { Migration } from '@mikro-orm/migrations';

/** Whether the app of a connection says what its channel has; known from the next time its rooms are mapped or it is resumed. */
export class ChannelCopy extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.channel_push ADD COLUMN comparable boolean NOT NULL DEFAULT false;');
  }
}
