import { Migration } from '@mikro-orm/migrations';

/** The last backup that a backup program reported (docs/guides/production.md#backups). */
export class Backups extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE backups (
        id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        finished_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
    `);
  }
}
