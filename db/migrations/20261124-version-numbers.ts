import { Migration } from '@mikro-orm/migrations';

/** Versions count 1, 2, 3 within their app. */
export class VersionNumbers extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.app_versions ADD COLUMN number integer;
      UPDATE apps.app_versions v SET number = counted.number
      FROM (SELECT id, row_number() OVER (PARTITION BY app_id ORDER BY id) AS number FROM apps.app_versions) counted
      WHERE counted.id = v.id;
      ALTER TABLE apps.app_versions ALTER COLUMN number SET NOT NULL, ADD UNIQUE (app_id, number);
    `);
  }
}
