import { Migration } from '@mikro-orm/migrations';

/** Keys that values of this database may be sealed under, each with a value that only it opens. */
export class SecretKeys extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE secret_keys (
        key_id text PRIMARY KEY,
        canary text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }
}
