import { Migration } from '@mikro-orm/migrations';

/** URLs of frames that failed in guests' browsers, with the results of the platform's own checks. */
export class InjectionCheck extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE catalog.injection_check (
        app_slug text NOT NULL,
        url text NOT NULL,
        status text NOT NULL CHECK (status IN ('looking', 'fine', 'failing')),
        loads integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        next_at timestamptz NOT NULL,
        PRIMARY KEY (app_slug, url)
      );
      CREATE INDEX injection_check_due ON catalog.injection_check (next_at);
    `);
  }
}
