import { Migration } from '@mikro-orm/migrations';

/**
 * Updates for channels: each connection's nights that the channel hasn't accepted yet, its message in progress, and recent messages. The
 * position up to which changes were read isn't crash-safe, and neither is the log it points into: a crash loses both, and every channel
 * then receives everything. Rows written for a message don't reference the connection, because hosts lock connections before they change
 * what is sent, and senders lock them afterwards.
 */
export class ChannelPush extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.channel_connection
        ADD COLUMN stop_sell_below integer NOT NULL DEFAULT 0 CHECK (stop_sell_below BETWEEN 0 AND 100);
      ALTER TABLE catalog.channel_room ADD COLUMN seen text, ADD COLUMN problem text;
      CREATE INDEX channel_room_of_unit_type ON catalog.channel_room (unit_type_id);

      CREATE TABLE catalog.channel_push (
        connection_id integer PRIMARY KEY REFERENCES catalog.channel_connection ON DELETE CASCADE,
        features text[] NOT NULL,
        horizon_days integer NOT NULL,
        sequence integer NOT NULL DEFAULT 0,
        full_wanted boolean NOT NULL DEFAULT false,
        full_running boolean NOT NULL DEFAULT false,
        full_day date,
        next_attempt_at timestamptz,
        waiting_since timestamptz,
        claimed_until timestamptz,
        message_id uuid,
        sending jsonb,
        places jsonb,
        failures integer NOT NULL DEFAULT 0,
        last_accepted_at timestamptz,
        last_full_at timestamptz,
        last_error text,
        sync_requests jsonb NOT NULL DEFAULT '[]'
      );
      CREATE INDEX channel_push_due ON catalog.channel_push (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
      CREATE INDEX channel_push_message ON catalog.channel_push (message_id) WHERE message_id IS NOT NULL;

      CREATE TABLE catalog.channel_change (
        connection_id integer NOT NULL REFERENCES catalog.channel_push ON DELETE CASCADE,
        unit_type_id integer NOT NULL,
        nights datemultirange NOT NULL,
        since timestamptz NOT NULL,
        PRIMARY KEY (connection_id, unit_type_id)
      );

      CREATE TABLE catalog.channel_unmapped_room (
        connection_id integer NOT NULL REFERENCES catalog.channel_connection ON DELETE CASCADE,
        channel_room_id text NOT NULL,
        PRIMARY KEY (connection_id, channel_room_id)
      );

      CREATE TABLE catalog.channel_message (
        id uuid PRIMARY KEY,
        connection_id integer NOT NULL,
        sequence integer NOT NULL,
        mode text NOT NULL CHECK (mode IN ('delta', 'full')),
        changes integer NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('sending', 'waiting', 'accepted', 'partly_accepted', 'failed')),
        status integer,
        problem text,
        sent_at timestamptz NOT NULL,
        answered_at timestamptz
      );
      CREATE INDEX channel_message_of_connection ON catalog.channel_message (connection_id, sequence);
      CREATE INDEX channel_message_age ON catalog.channel_message (sent_at);

      CREATE UNLOGGED TABLE catalog.channel_look (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        snapshot pg_snapshot NOT NULL,
        at timestamptz NOT NULL
      );
    `);
  }
}
