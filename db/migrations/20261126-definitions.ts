import { Migration } from '@mikro-orm/migrations';

/** Which definitions of functions and triggers were put in place (db/migrate/definitions.ts): each text once. */
export class Definitions extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE definitions (
        folder text NOT NULL,
        hash text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (folder, hash)
      )`);
  }
}
