import { Migration } from '@mikro-orm/migrations';

/** Message files. A file without a message was announced or uploaded; a removed file waits until its bytes are deleted. */
export class Attachments extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE checkout.attachments (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        team_id integer NOT NULL,
        sender text NOT NULL,
        message_id bigint REFERENCES checkout.messages (id),
        position integer NOT NULL DEFAULT 0,
        name text NOT NULL,
        type text,
        bytes integer,
        sha256 text,
        source_url text,
        status text NOT NULL CHECK (status IN ('announced', 'ready', 'rejected', 'fetching', 'unavailable')),
        removed_at timestamptz,
        created_at timestamptz NOT NULL,
        CHECK ((status = 'ready') = (type IS NOT NULL))
      );
      CREATE INDEX attachments_of_message ON checkout.attachments (message_id, position) WHERE message_id IS NOT NULL;
      CREATE INDEX attachments_of_team ON checkout.attachments (team_id) INCLUDE (bytes);
      CREATE INDEX attachments_idle ON checkout.attachments (created_at) WHERE message_id IS NULL;
      CREATE INDEX attachments_removed ON checkout.attachments (removed_at) WHERE removed_at IS NOT NULL;
    `);
  }
}
