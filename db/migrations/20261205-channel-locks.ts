import { Migration } from '@mikro-orm/migrations';

/**
 * Drops the references from channel updates to connections. PostgreSQL checks a reference again when a transaction updates a row twice, so
 * a transaction that marked changes and a host who had locked the connection waited for each other. Connections are never deleted.
 */
export class ChannelLocks extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.channel_push DROP CONSTRAINT channel_push_connection_id_fkey;');
  }
}
