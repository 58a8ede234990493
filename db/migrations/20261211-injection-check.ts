import { Migration } from '@mikro-orm/migrations';

/** Addresses of frames that guests' browsers gave up, and what came of our own looks at them. */
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
