import { Migration } from '@mikro-orm/migrations';

/**
 * Stores which version of an install's settings last changed those of the install or of one object. Existing settings count as changed by
 * the install's last change.
 */
export class SettingVersions extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE apps.setting_versions (
        install_id integer NOT NULL REFERENCES apps.installs ON DELETE CASCADE,
        per text NOT NULL,
        object_id integer NOT NULL,
        version integer NOT NULL,
        PRIMARY KEY (install_id, per, object_id)
      );
      INSERT INTO apps.setting_versions (install_id, per, object_id, version)
      SELECT DISTINCT s.install_id, s.per, s.object_id, i.settings_version
      FROM apps.install_settings s JOIN apps.installs i ON i.id = s.install_id;
    `);
  }
}
