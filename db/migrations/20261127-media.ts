import { Migration } from '@mikro-orm/migrations';

/**
 * Photos: a row for each file of a team, however often it is shown, and what shows it in order. The lists hold no foreign keys;
 * a photo that one of them names is never removed (commands/purge-media.ts).
 */
export class Media extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE catalog.media (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        team_id integer NOT NULL,
        sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        bytes bigint NOT NULL CHECK (bytes >= 0),
        status text NOT NULL,
        problem text,
        attempts integer NOT NULL DEFAULT 0,
        width integer,
        height integer,
        alt text,
        focus_x double precision NOT NULL DEFAULT 0.5 CHECK (focus_x BETWEEN 0 AND 1),
        focus_y double precision NOT NULL DEFAULT 0.5 CHECK (focus_y BETWEEN 0 AND 1),
        removed_at timestamptz,
        updated_at timestamptz NOT NULL,
        CHECK ((status = 'ready') = (width IS NOT NULL AND height IS NOT NULL)),
        CHECK ((status = 'rejected') = (problem IS NOT NULL))
      );
      CREATE UNIQUE INDEX media_of_team ON catalog.media (team_id, sha256);
      CREATE INDEX media_by_digest ON catalog.media (sha256);
      CREATE INDEX media_idle ON catalog.media (updated_at);
      ALTER TABLE catalog.property ADD COLUMN media_ids integer[] NOT NULL DEFAULT '{}';
      ALTER TABLE catalog.unit_type ADD COLUMN media_ids integer[] NOT NULL DEFAULT '{}';
    `);
  }
}
