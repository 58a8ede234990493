import { Migration } from '@mikro-orm/migrations';

/**
 * What a channel was told refers to no connection any more: PostgreSQL checks a reference again where a transaction updates a row
 * twice, so that whoever marked changes waited for a host who held the connection, and the host for them. Connections are never
 * deleted.
 */
export class ChannelLocks extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.channel_push DROP CONSTRAINT channel_push_connection_id_fkey;');
  }
}
