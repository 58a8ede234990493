import { Migration } from '@mikro-orm/migrations';

/** The text that each folder's functions have now (db/migrate/definitions.ts), no longer every text they ever had. */
export class LastDefinitions extends Migration {
  override up(): void {
    this.addSql(`
      DELETE FROM definitions d USING definitions later
      WHERE later.folder = d.folder AND (later.applied_at, later.hash) > (d.applied_at, d.hash)`);
    this.addSql(`
      ALTER TABLE definitions DROP CONSTRAINT definitions_pkey,
        ADD PRIMARY KEY (folder)`);
  }
}
