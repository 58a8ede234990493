import { Migration } from '@mikro-orm/migrations';

/**
 * Rates of channel rooms. A room without a row here sells at its unit type's default rate plan, like every room before; a rate that
 * is no longer mapped is closed, like a room.
 */
export class ChannelRates extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE catalog.channel_rate (
        connection_id integer NOT NULL,
        channel_room_id text NOT NULL,
        channel_rate_id text NOT NULL,
        rate_plan_id integer,
        percent_bp integer NOT NULL DEFAULT 0,
        add_minor bigint NOT NULL DEFAULT 0,
        round_to integer CHECK (round_to > 0),
        problem text,
        PRIMARY KEY (connection_id, channel_room_id, channel_rate_id),
        FOREIGN KEY (connection_id, channel_room_id) REFERENCES catalog.channel_room ON DELETE CASCADE
      );
      ALTER TABLE catalog.channel_unmapped_room ADD COLUMN channel_rate_id text NOT NULL DEFAULT '';
      ALTER TABLE catalog.channel_unmapped_room DROP CONSTRAINT channel_unmapped_room_pkey;
      ALTER TABLE catalog.channel_unmapped_room ADD PRIMARY KEY (connection_id, channel_room_id, channel_rate_id);
    `);
  }
}
