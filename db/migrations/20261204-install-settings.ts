import { Migration } from '@mikro-orm/migrations';

/**
 * Teams' settings for their installed apps. Object 0 is the install itself. Values are stored as text, secrets sealed. `removed_at` is
 * set while no running version declares the key; the row is deleted 30 days later (apps/history.ts).
 */
export class InstallSettings extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE apps.install_settings (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        install_id integer NOT NULL REFERENCES apps.installs (id) ON DELETE CASCADE,
        per text NOT NULL CHECK (per IN ('install', 'property', 'unit_type', 'connection')),
        object_id integer NOT NULL,
        key text NOT NULL,
        type text NOT NULL,
        value text,
        value_sealed text,
        hint text,
        bytes integer NOT NULL,
        updated_at timestamptz NOT NULL,
        removed_at timestamptz,
        CHECK ((value IS NULL) <> (value_sealed IS NULL)),
        CHECK ((per = 'install') = (object_id = 0))
      );
      CREATE UNIQUE INDEX install_settings_once ON apps.install_settings (install_id, per, object_id, key);
      CREATE INDEX install_settings_removed ON apps.install_settings (removed_at) WHERE removed_at IS NOT NULL;
      ALTER TABLE apps.installs ADD COLUMN settings_version integer NOT NULL DEFAULT 0;
    `);
  }
}
